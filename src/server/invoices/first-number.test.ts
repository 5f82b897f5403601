/** The number that the invoices of an account begin with. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ErrorResponse } from '#core/api.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { SavedBillingSettings } from '#core/invoices/settings.ts'
import { findBrokenBilling } from '#server/testing/invoices/broken-billing.ts'
import { openBiller, type Biller } from '#server/testing/invoices/biller.ts'
import { readAccountId, ownApp } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const SETTINGS = '/api/invoice-settings'
let biller: Biller

beforeEach(async () => {
  biller = await openBiller(app)
})

const read = async () => (await biller.client.get<SavedBillingSettings>(SETTINGS)).body
const put = (values: object) => biller.client.put<ErrorResponse>(SETTINGS, values)
const choose = async (firstNumber: unknown) => put({ ...(await read()), firstNumber })

async function approveNext(): Promise<Invoice> {
  const [draft] = await biller.draft([await biller.addLoad()])
  return biller.approve(draft?.id ?? 0)
}

test('C344 Invoices and credit notes continue from the chosen first number without gaps', async () => {
  expect(await read()).toMatchObject({ firstNumber: 1, lastNumber: null })
  expect((await put({ firstNumber: '1043', numberPrefix: 'HB-' })).status).toBe(200)
  const first = await approveNext()
  expect(first.number).toBe('HB-1043')
  const credited = await biller.client.post(`/api/invoices/${first.id}/credit`, {
    on: first.invoiceDate,
    reason: 'Billed to the wrong broker',
  })
  expect(credited.status, credited.text).toBeLessThan(300)
  expect((await approveNext()).number).toBe('HB-1045')
  expect(await read()).toMatchObject({ firstNumber: 1043, lastNumber: 1045 })
  expect(await findBrokenBilling(database)).toEqual([])
})

test('C344 The first number can be changed until an invoice is approved, then a message says why not', async () => {
  await choose(500)
  // An older screen sends the settings without the field.
  expect((await put({ note: 'Thank you' })).status).toBe(200)
  expect(await read()).toMatchObject({ firstNumber: 500, lastNumber: null })
  expect((await choose('20')).status).toBe(200)
  expect((await approveNext()).number).toBe('20')
  const refused = await choose(21)
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { firstNumber: ['Invoice number 20 is used, so the first number can’t change'] },
  ])
  expect((await choose(20)).status).toBe(200)
  // Settings without the field keep it.
  expect((await put({ note: 'Thank you' })).status).toBe(200)
  expect(await read()).toMatchObject({ firstNumber: 20, lastNumber: 20, note: 'Thank you' })
})

test.each(['0', '-5', '1.5', '1000000000', 'A-1'])(
  'C344 The first number "%s" is rejected',
  async (firstNumber) => {
    const refused = await choose(firstNumber)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { firstNumber: ['First invoice number must be a whole number from 1 to 999999999'] },
    ])
  },
)

test('C344 C166 The database rejects a gap after the chosen number and another first number', async () => {
  await choose(70)
  await approveNext()
  const account = await readAccountId(biller.client)
  const change = (values: string) =>
    sql`update invoice_numbers set ${sql.raw(values)} where user_id = ${account}`.execute(database)
  await expect(change('last = last + 2')).rejects.toThrow('invoice_numbers_gap')
  await expect(change('last = last + 1, first = 1')).rejects.toThrow('invoice_numbers_gap')
  const other = await readAccountId((await openBiller(app)).client)
  await expect(
    sql`insert into invoice_numbers (user_id, last) values (${other}, 5)`.execute(database),
  ).rejects.toThrow('invoice_numbers_gap')
})
