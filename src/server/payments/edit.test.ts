/** The check number and the memo of a posted payment (SPEC C353). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import { lockAccountMap } from '#server/books/accounts.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { readAccountId, testApp, type Body } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'

const { app, database } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

test('C353 A check number and a memo are added later, with history, and the statement shows the number', async () => {
  const { client } = carrier
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  const other = await carrier.createStatement('2026-10-09', '500')
  await carrier.payOn(other.id, '2026-10-12', '1001')
  const part = await carrier.payOn(id, '2026-10-05', '1000', { amount: '400' })
  expect(part.status).toBe(200)
  expect((await carrier.payOn(id, '2026-10-06', null)).status).toBe(200)
  const payment = (await carrier.readPayments()).find(({ reference }) => reference === null)
  const path = `/api/payments/${payment?.id}`
  const edit = (body: object, version = payment?.version) =>
    client.put<Body>(path, body, { 'if-match': `"${version}"` })
  const used = await edit({ reference: '1001' })
  expect([used.status, used.body]).toMatchObject([409, { confirm: 'reference' }])
  expect((await edit({ reference: '1002' }, 99)).status).toBe(412)
  const saved = await edit({ reference: '1002', note: 'Week 40' })
  expect([saved.status, saved.body]).toMatchObject([200, { reference: '1002', note: 'Week 40' }])
  // The same number again asks nothing.
  expect((await client.put(path, { reference: '1002' })).status).toBe(200)
  expect(await carrier.readSettlement(id)).toMatchObject({
    status: 'paid',
    paymentReference: '1002',
  })
  const audit = await client.get<Body[]>('/api/audit?subject=payouts&action=changed')
  expect(JSON.stringify(audit.body)).toContain('1002')
  // The number of the first payment, which was not the last one, is not the statement's.
  const first = (await carrier.readPayments()).find(({ reference }) => reference === '1000')
  expect((await client.put(`/api/payments/${first?.id}`, { reference: '999' })).status).toBe(200)
  expect((await carrier.readSettlement(id)).paymentReference).toBe('1002')
})

test('C353 After a file for the accountant the number is frozen, the memo is not', async () => {
  const { client } = carrier
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(id, '2026-10-05', '1000')
  const [payment] = await carrier.readPayments()
  const path = `/api/payments/${payment?.id}`
  expect((await carrier.readPayment(payment?.id ?? 0)).isExported).toBe(false)
  const accounts = ACCOUNT_KINDS.map(({ kind, suggestion }) => ({
    kind,
    account: suggestion,
    item: 'Freight',
  }))
  await client.put('/api/books/accounts', { accounts, factoring: 'sale' })
  const days = { from: '2026-01-01', to: '2026-11-20', format: 'qbo-journal' }
  expect((await client.post('/api/export-batches', days)).status).toBe(201)
  expect((await carrier.readPayment(payment?.id ?? 0)).isExported).toBe(true)
  const refused = await client.put(path, { reference: '1001' })
  expect([refused.status, refused.body.message]).toMatchObject([
    409,
    expect.stringContaining('A file for the accountant has this payment'),
  ])
  expect((await client.put(path, { note: 'Lost once' })).body).toMatchObject({
    reference: '1000',
    note: 'Lost once',
  })
})

test('C353 A number that is changed while a file is being made waits for the file, and is then refused', async () => {
  const { client } = carrier
  const userId = await readAccountId(client)
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(id, '2026-10-05', '1000')
  const [payment] = await carrier.readPayments()
  await client.put('/api/books/accounts', { accounts: [], factoring: 'sale' })
  const file = await database.startTransaction().execute()
  await lockAccountMap(file, userId)
  const changed = client.put<Body>(`/api/payments/${payment?.id}`, { reference: '1001' })
  const first = await Promise.race([waitUntilBlocked(database, 1).then(() => 'waits'), changed])
  await sql`with batch as (insert into export_batches (user_id, format, first_day, last_day, records, debits, sha256, bytes, made_by)
      values (${userId}, 'iif', '2026-10-01', '2026-10-31', 1, 1000, repeat('0', 64), 1, gen_random_uuid()) returning id)
    insert into export_entries (user_id, source, record_id, batch_id, day, group_name, figure)
      select ${userId}, 'payment', ${payment?.id}, id, '2026-10-05', 'Payments', 1000 from batch`.execute(
    file,
  )
  await file.commit().execute()
  expect([first, (await changed).status]).toEqual(['waits', 409])
})
