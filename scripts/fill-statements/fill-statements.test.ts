import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { readDrift } from '#server/settlements/adjustments/drift.ts'
import { findBroken } from '#server/testing/money/broken-rules.ts'
import { ownApp } from '#server/testing/test-app.ts'
import { createAccount } from '#scripts/create-account.ts'
import { fillStatements } from './fill-statements.ts'

const { database } = await ownApp()
const STATEMENTS = Number(process.env.FILL_STATEMENTS ?? 1000)

test('C1 C2 C3 C4 C5 C7 C10 C11 A filled account breaks no rule about money', async () => {
  const userId = await database.transaction().execute(async (work) => {
    await sql`set local statement_timeout = 0`.execute(work)
    const account = await createAccount(work, 'fill@example.com', 'x')
    await fillStatements(work, account, '2026-11-22', STATEMENTS)
    return account
  })
  expect(await findBroken(database)).toEqual([])
  const drifts = await readDrift(database, userId, {})
  // 12% of $25.00 is $3.00.
  expect(drifts.map(({ load, net }) => [load, net])).toEqual([
    ['S-1003-2-1', '22.00'],
    ['S-1007-2-1', '22.00'],
  ])
}, 300_000)
