import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'
import { CURRENT_FORMAT } from '#server/statements/format.ts'

const { app, database } = await testApp()

test('C3 An approval stores the current format', async () => {
  const { settle, approve } = await createTestCarrier(app)
  const { id } = await settle('2026-11-20')
  await approve(id)
  const { rows } = await sql<{ format: number }>`
    select (snapshot -> 'format')::int as format from statement_snapshots where billing_id = ${id}
  `.execute(database)
  expect(rows).toEqual([{ format: CURRENT_FORMAT }])
})
