import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findBrokenBilling, findBrokenLinks } from '#server/testing/invoices/broken-billing.ts'
import { findBroken } from '#server/testing/money/broken-rules.ts'
import { ownApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'
import { createAccount } from '#scripts/create-account.ts'
import { fillBilling } from './fill-billing.ts'

const { database } = await ownApp()
const INVOICES = Number(process.env.FILL_INVOICES ?? 1500)

test('C165 C166 C167 C192 C194 C212 C213 C224 An account filled with invoices breaks no rule', async () => {
  const began = performance.now()
  await database.transaction().execute(async (work) => {
    await sql`set local statement_timeout = 0`.execute(work)
    await fillBilling(
      work,
      await createAccount(work, 'fill@example.com', 'x'),
      accountDay(),
      INVOICES,
    )
  })
  if (process.env.FILL_INVOICES)
    process.stdout.write(`filled in ${Math.round(performance.now() - began)} ms\n`)
  expect(await findBrokenBilling(database)).toEqual([])
  expect(await findBrokenLinks(database)).toEqual([])
  expect(await findBroken(database)).toEqual([])
}, 1_200_000)
