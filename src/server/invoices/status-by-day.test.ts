/** Statuses and open amounts count entries from their own days, as the aging does (SPEC C338). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import type { Invoice, InvoiceDetails, Ready } from '#core/invoices/responses.ts'
import type { Aging } from '#core/receivables/aging.ts'
import type { BrokerAccount } from '#core/receivables/broker-account.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'
import { followDueInvoices } from './due-invoices.ts'
import { invoiceRows } from './rows.ts'

const { app, database } = await ownApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const inDays = (days: number) => addDays(accountDay(), days)
const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`)
const runJob = (today: Day) =>
  database.transaction().execute((work) => followDueInvoices(work, noonOf(today)))
const statusOfLoad = async (client: Client, load: number | undefined) =>
  (await client.get<Body>(`/api/loads/${load}`)).body['paymentStatus']

async function bill(invoiceDate = inDays(-10)) {
  const load = await carrier.createBilledLoad('1000')
  return { load: load.id, id: await carrier.createInvoice({ invoiceDate, loads: [load.id] }) }
}

/** As it will be at the end of the day. */
async function readOn(id: number, day: Day) {
  const { rows } = await sql<Pick<Invoice, 'status' | 'openAmount'>>`
    select status, open_amount from ${invoiceRows(carrier.userId, day)} as record
    where record.user_id = ${carrier.userId} and record.id = ${id}`.execute(database)
  return [rows[0]?.status, rows[0]?.openAmount]
}

test('C338 A check dated tomorrow leaves the invoice open today, as the aging does', async () => {
  const { id, load } = await bill()
  const parts = [{ invoiceId: id, amount: '1000' }]
  expect((await carrier.take({ receivedOn: inDays(1), amount: '1000', parts })).status).toBe(201)
  const { client, brokerId } = carrier
  expect((await client.get<Invoice>(`/api/invoices/${id}`)).body).toMatchObject({
    status: 'approved',
    openAmount: '1000.00',
  })
  const listed = async (query: string) =>
    (await client.get<Invoice[]>(`/api/invoices?${query}`)).body.map((one) => one.id)
  expect(await listed('tab=sent')).toEqual([id])
  expect(await listed('tab=closed')).toEqual([])
  expect(await listed('openAmount.from=0.01')).toEqual([id])
  expect(await listed('status=paid')).toEqual([])
  const { sent } = (await client.get<Ready>('/api/billing/ready')).body.tabs
  expect(sent).toEqual({ count: 1, total: '1000.00' })
  const aging = await client.get<Aging>(`/api/receivables/aging?asOf=${accountDay()}`)
  expect(aging.body.total.open).toBe('1000.00')
  const { open, credit } = (await client.get<BrokerAccount>(`/api/brokers/${brokerId}/account`))
    .body
  expect([open, credit.open]).toEqual(['1000.00', '1000.00'])
  expect(await statusOfLoad(client, load)).toBe('pending')
  await runJob(accountDay())
  expect(await statusOfLoad(client, load)).toBe('pending')
  expect(await readOn(id, inDays(1))).toEqual(['paid', '0.00'])
  await runJob(inDays(1))
  expect(await statusOfLoad(client, load)).toBe('paid')
})

test('C338 The job follows entries of later days in batches, and says when it has more to do', async () => {
  const carriers = [carrier, await createCarrierWithInvoices(app)]
  const loads: number[] = []
  for (const one of carriers) {
    const load = await one.createBilledLoad('1000')
    const invoiceId = await one.createInvoice({ invoiceDate: inDays(-10), loads: [load.id] })
    const parts = [{ invoiceId, amount: '1000' }]
    await one.take({ receivedOn: inDays(1), amount: '1000', parts })
    loads.push(load.id)
  }
  const some = () =>
    database.transaction().execute((work) => followDueInvoices(work, noonOf(inDays(1)), 1))
  expect([await some(), await some(), await some()]).toEqual([true, true, false])
  const statuses = carriers.map(({ client }, at) => statusOfLoad(client, loads[at]))
  expect(await Promise.all(statuses)).toEqual(['paid', 'paid'])
})

test('C338 A reversal, a credit note and a void of a credit note count from their days', async () => {
  const { id, load } = await bill()
  const path = `/api/invoices/${id}`
  const [line] = (await carrier.client.get<InvoiceDetails>(path)).body.lines
  const lines = [{ lineId: line?.id, amount: '1000' }]
  const sent = { on: inDays(5), reason: 'Wrong load', lines, confirmed: ['on'] }
  const note = await carrier.client.post<Invoice>(`${path}/credit`, sent)
  expect(await readOn(id, accountDay())).toEqual(['approved', '1000.00'])
  expect(await readOn(id, inDays(5))).toEqual(['credited', '0.00'])
  const end = { on: inDays(9), reason: 'Wrong', confirmed: ['on'] }
  await carrier.client.post(`/api/invoices/${note.body.id}/void`, end)
  expect(await readOn(id, inDays(5))).toEqual(['credited', '0.00'])
  expect(await readOn(id, inDays(9))).toEqual(['approved', '1000.00'])
  const parts = [{ invoiceId: id, amount: '400' }]
  const taken = await carrier.take({ receivedOn: inDays(-1), amount: '400', parts, day: null })
  // 400 of it is paid before 1,000 are credited: not on any day.
  expect(taken.status).toBe(400)
  const late = { receivedOn: inDays(9), amount: '400', parts }
  const receipt = (await carrier.take(late)).body.id
  await carrier.reverse(receipt, { day: inDays(12) })
  expect(await readOn(id, inDays(9))).toEqual(['partly-paid', '600.00'])
  expect(await readOn(id, inDays(12))).toEqual(['approved', '1000.00'])
  await runJob(inDays(12))
  expect(await statusOfLoad(carrier.client, load)).toBe('pending')
})

test('C338 An invoice dated later is open from its day, and a void one is not open', async () => {
  const { id } = await bill(inDays(20))
  expect(await readOn(id, accountDay())).toEqual(['approved', '1000.00'])
  const end = { on: inDays(25), reason: 'Wrong', confirmed: ['on'] }
  await carrier.client.post(`/api/invoices/${id}/void`, end)
  expect(await readOn(id, accountDay())).toEqual(['void', '0.00'])
})

test('C274 C338 A factor’s report with a later day funds the load on that day', async () => {
  const factored = await createFactoredCarrier(app)
  const invoice = await factored.bill('1000.00', inDays(-10))
  const made = await factored.schedule([invoice.id], inDays(-9))
  await factored.client.post(`/api/factor-schedules/${made.body.id}/submit`)
  const entry = (kind: string, amount: string) => ({ kind, invoiceId: invoice.id, amount })
  const bought = [entry('advance', '970'), entry('fee', '30')]
  expect((await factored.report('970.00', bought, inDays(4))).status).toBe(201)
  const load = invoice.loads[0]?.id
  expect(await statusOfLoad(factored.client, load)).toBe('pending')
  await runJob(inDays(4))
  expect(await statusOfLoad(factored.client, load)).toBe('processed')
})

test('C338 The job leaves the status that was typed for a load after its invoice was voided', async () => {
  const { id, load } = await bill(inDays(1))
  const { client } = carrier
  const why = { reason: 'Wrong broker', on: inDays(1), confirmed: ['on'] }
  expect((await client.post(`/api/invoices/${id}/void`, why)).status).toBe(200)
  expect(await statusOfLoad(client, load)).toBe('unpaid')
  const { body } = await client.get<Body>(`/api/loads/${load}`)
  await client.put(`/api/loads/${load}`, { ...body, paymentStatus: 'paid' })
  await runJob(inDays(1))
  expect(await statusOfLoad(client, load)).toBe('paid')
})
