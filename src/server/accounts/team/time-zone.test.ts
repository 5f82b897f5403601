/** The account's time zone and its day (SPEC C460). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { BooksPreview } from '#core/books/books.ts'
import type { InvoiceDetails, Ready } from '#core/invoices/responses.ts'
import type { BrokerAccount } from '#core/receivables/broker-account.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { followDueInvoices } from '#server/invoices/due-invoices.ts'
import { createCarrierWithPayments } from '#server/testing/carrier-with-payments.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { dayIn } from '#server/today.ts'

const { app, database } = await ownApp()

const setZone = (client: Client, timeZone: string, proposed?: boolean) =>
  client.put<Body>('/api/team/time-zone', { timeZone, ...(proposed ? { proposed } : {}) })
const readZone = async (client: Client) =>
  (await client.get<SignedInUser>('/api/auth/user')).body.timeZone

/** Its day differs from UTC's at this hour: Samoa is 11 hours behind, Kiribati 14 hours ahead. */
function zoneOfAnotherDay(): string {
  const now = new Date()
  const utc = dayIn('UTC', now)
  const found = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].find((zone) => dayIn(zone, now) !== utc)
  if (!found) throw new Error('Neither zone has another day')
  return found
}

test('C460 A browser proposes the time zone once, and an Admin changes it', async () => {
  const me = await signUp(app)
  expect(await readZone(me)).toBeNull()
  expect((await setZone(me, 'America/Chicago', true)).body).toEqual({ timeZone: 'America/Chicago' })
  expect((await setZone(me, 'Asia/Tokyo', true)).body).toEqual({ timeZone: 'America/Chicago' })
  expect((await setZone(me, 'Pacific/Honolulu')).body).toEqual({ timeZone: 'Pacific/Honolulu' })
  expect(await readZone(me)).toBe('Pacific/Honolulu')
  const old = { timeZone: 'America/Indiana/Indianapolis' }
  expect((await setZone(me, 'America/Indianapolis')).body).toEqual(old)
  await setZone(me, 'Pacific/Honolulu')
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  expect(await readZone(dispatcher)).toBe('Pacific/Honolulu')
  expect((await setZone(dispatcher, 'Asia/Tokyo')).status).toBe(403)
})

test('C460 A zone that the server or the database does not know is refused at its field', async () => {
  const me = await signUp(app)
  for (const zone of ['', 'Mars/Olympus', '+05:00', 'UTC+3', "x'; drop table loads"]) {
    const { status, body } = await setZone(me, zone)
    expect([zone, status, Object.keys(body.fields ?? {})]).toEqual([zone, 400, ['timeZone']])
  }
  expect(await readZone(me)).toBeNull()
})

const MIDNIGHTS = [
  // Instant, Honolulu, Phoenix, New York, UTC, Tokyo
  ['2026-12-29T03:54:00Z', '2026-12-28', '2026-12-28', '2026-12-28', '2026-12-29', '2026-12-29'],
  ['2027-01-01T04:59:59Z', '2026-12-31', '2026-12-31', '2026-12-31', '2027-01-01', '2027-01-01'],
  ['2027-01-01T05:00:00Z', '2026-12-31', '2026-12-31', '2027-01-01', '2027-01-01', '2027-01-01'],
  ['2027-01-01T07:00:00Z', '2026-12-31', '2027-01-01', '2027-01-01', '2027-01-01', '2027-01-01'],
  ['2027-01-01T10:00:00Z', '2027-01-01', '2027-01-01', '2027-01-01', '2027-01-01', '2027-01-01'],
  ['2026-03-08T04:59:59Z', '2026-03-07', '2026-03-07', '2026-03-07', '2026-03-08', '2026-03-08'],
  ['2026-03-09T03:59:59Z', '2026-03-08', '2026-03-08', '2026-03-08', '2026-03-09', '2026-03-09'],
  ['2026-03-09T04:00:00Z', '2026-03-08', '2026-03-08', '2026-03-09', '2026-03-09', '2026-03-09'],
  ['2026-11-02T04:30:00Z', '2026-11-01', '2026-11-01', '2026-11-01', '2026-11-02', '2026-11-02'],
  ['2026-11-02T05:00:00Z', '2026-11-01', '2026-11-01', '2026-11-02', '2026-11-02', '2026-11-02'],
  ['2026-11-30T15:00:00Z', '2026-11-30', '2026-11-30', '2026-11-30', '2026-11-30', '2026-12-01'],
]

test.each(MIDNIGHTS)('C460 The day at %s by zone', (instant, ...days) => {
  const zones = ['Pacific/Honolulu', 'America/Phoenix', 'America/New_York', 'UTC', 'Asia/Tokyo']
  expect(zones.map((zone) => dayIn(zone, new Date(instant ?? '')))).toEqual(days)
})

test('C460 C172 An invoice is overdue on the day after its due day in the account’s zone, on every screen', async () => {
  const { client, brokerId, createBilledLoad, createInvoice } = await createCarrierWithInvoices(app)
  const zone = zoneOfAnotherDay()
  await setZone(client, zone)
  const today = dayIn(zone, new Date())
  const { paymentTerms } = (
    await client.get<{ paymentTerms: number | null }>(`/api/brokers/${brokerId}`)
  ).body
  const invoiceDate = addDays(today, -(paymentTerms ?? 30))
  const made = async (date: string) => {
    const load = (await createBilledLoad('1000')).id
    return { load, id: await createInvoice({ invoiceDate: date, loads: [load] }) }
  }
  const [dueToday, overdue] = [await made(invoiceDate), await made(addDays(invoiceDate, -1))]
  const read = async ({ load, id }: typeof dueToday) => {
    const { dueOn, status } = (await client.get<InvoiceDetails>(`/api/invoices/${id}`)).body
    const { paymentStatus } = (await client.get<Body>(`/api/loads/${load}`)).body
    return { dueOn, status, paymentStatus }
  }
  expect(await read(dueToday)).toEqual({
    dueOn: today,
    status: 'approved',
    paymentStatus: 'pending',
  })
  expect(await read(overdue)).toMatchObject({ status: 'overdue', paymentStatus: 'overdue' })
  const listed = (await client.get<{ id: number }[]>('/api/invoices?status=overdue')).body
  expect(listed.map(({ id }) => id)).toEqual([overdue.id])
  expect((await client.get<Ready>('/api/billing/ready')).body.tabs.attention.count).toBe(1)
  const account = (await client.get<BrokerAccount>(`/api/brokers/${brokerId}/account`)).body
  expect(account).toMatchObject({ overdue: '1000.00' })
  await database.transaction().execute((work) => followDueInvoices(work, new Date()))
  expect((await read(dueToday)).paymentStatus).toBe('pending')
})

test('C506 Loads become overdue with another time zone, and are not overdue in one whose day is earlier', async () => {
  const { client, createBilledLoad, createInvoice } = await createCarrierWithInvoices(app)
  const due = dayIn('Pacific/Pago_Pago', new Date())
  const load = (await createBilledLoad('1000')).id
  await createInvoice({ invoiceDate: addDays(due, -30), loads: [load] })
  const byHand = (await createBilledLoad('1000')).id
  await createInvoice({ invoiceDate: addDays(due, -30), loads: [byHand] })
  const { body: billed } = await client.get(`/api/loads/${byHand}`)
  await client.put(`/api/loads/${byHand}`, { ...billed, paymentStatus: 'processed' })
  const readStatuses = async (zone: string) => {
    await setZone(client, zone)
    const loads = await Promise.all([load, byHand].map((id) => client.get(`/api/loads/${id}`)))
    return loads.map(({ body }) => body.paymentStatus)
  }
  // Two instants of one moment that are always on different days.
  expect(await readStatuses('Pacific/Kiritimati')).toEqual(['overdue', 'processed'])
  expect(await readStatuses('Pacific/Pago_Pago')).toEqual(['pending', 'processed'])
})

test('C460 C224 C375 A void is dated on the account’s day, also for the books', async () => {
  const { client, createStatement, voidWithBody } = await createCarrierWithPayments(app)
  const zone = zoneOfAnotherDay()
  await setZone(client, zone)
  const today = dayIn(zone, new Date())
  const { id } = await createStatement('2026-01-06', '1000')
  expect((await voidWithBody(id, {})).body).toMatchObject({ status: 'void', voidedOn: today })
  const period = `from=${today}&to=${today}&format=qbo-journal`
  const { records } = (await client.get<BooksPreview>(`/api/books/preview?${period}`)).body
  expect(records).toBe(1)
})

test('C460 Nothing is dated in the future on the account’s own day', async () => {
  const me = await signUp(app)
  const zone = zoneOfAnotherDay()
  await setZone(me, zone)
  const today = dayIn(zone, new Date())
  const close = (closedThrough: string) => me.put<Body>('/api/books/closing', { closedThrough })
  expect((await close(addDays(today, 1))).status).toBe(400)
  expect((await close(today)).status).toBe(200)
})

test('C460 C375 The database takes no void without its day, and none of another day', async () => {
  const { createStatement } = await createCarrierWithPayments(app)
  const { id } = await createStatement('2026-01-06', '1000')
  const voidBy = (days: ReturnType<typeof sql>) =>
    sql`update billing set status = 'void', void_reason = 'x', ${days} where id = ${id}`.execute(
      database,
    )
  await expect(voidBy(sql`voided_at = now()`)).rejects.toThrow('the day of the void')
  await expect(voidBy(sql`voided_at = now(), voided_on = '2099-01-01'`)).rejects.toThrow('the day')
  const long = sql`voided_at = now() - interval '9 days', voided_on = (now() - interval '9 days')::date`
  await expect(voidBy(long)).rejects.toThrow('the day of the void')
})

test('C460 A zone that the server no longer knows counts as UTC, for this account alone', async () => {
  const { rows } = await sql<{ day: string }>`
    select account_day('Mars/Olympus', '2026-11-29T23:00:00Z') as day`.execute(database)
  expect(rows).toEqual([{ day: '2026-11-29' }])
})
