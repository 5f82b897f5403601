import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pdfText } from '#server/testing/pdf-text.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

test('C3 An approval stores the current format; a snapshot without one prints in format 1', async () => {
  const { settle, approve, readPdf } = await createTestCarrier(app)
  const { id } = await settle('2026-11-20')
  expect((await pdfText(await readPdf(id)))[0]).toContain('3, Nov 2026')
  await approve(id)
  const { rows } = await sql<{ format: number }>`
    select snapshot ->> 'format' as format from statement_snapshots where billing_id = ${id}
  `.execute(database)
  expect(rows).toEqual([{ format: '5' }])
  expect((await pdfText(await readPdf(id)))[0]).toContain('3, Nov 2026')
  await removeFormat(id)
  expect((await pdfText(await readPdf(id)))[0]).toContain('3 of 11/2026')
})

/** Makes the snapshot one of an earlier release. A trigger protects it, so the trigger is off meanwhile. */
async function removeFormat(id: number): Promise<void> {
  await sql`alter table statement_snapshots disable trigger user`.execute(database)
  await sql`
    update statement_snapshots set snapshot = snapshot - 'format' where billing_id = ${id}
  `.execute(database)
  await sql`alter table statement_snapshots enable trigger user`.execute(database)
}
