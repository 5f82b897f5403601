/** The carrier collects what a factor charged back (SPEC C274). */
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { Aging, OpenInvoice } from '#core/receivables/aging.ts'
import type { Reminders } from '#core/receivables/reminders.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { testApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
keepDay()
const TODAY = accountDay()

type Carrier = Awaited<ReturnType<typeof createFactoredCarrier>>

const makeEntry = (invoiceId: number, kind: string, amount: string) => ({ kind, invoiceId, amount })

/** An invoice of $1,000.00, 60 days old, that was bought 50 days ago. */
async function fund(carrier: Carrier) {
  const invoice = await carrier.bill('1000.00', addDays(TODAY, -60))
  await carrier.submit([invoice])
  const entries = [
    makeEntry(invoice.id, 'advance', '900.00'),
    makeEntry(invoice.id, 'fee', '30.00'),
    makeEntry(invoice.id, 'reserve', '70.00'),
  ]
  expect((await carrier.report('900.00', entries, addDays(TODAY, -50))).status).toBe(201)
  return invoice
}

/** Charges the whole invoice back. */
async function chargeBack(carrier: Carrier, id: number, day = addDays(TODAY, -20)) {
  const entries = [
    makeEntry(id, 'reserve-chargeback', '70.00'),
    makeEntry(id, 'chargeback', '930.00'),
  ]
  const { status, body } = await carrier.report('-930.00', entries, day)
  expect(status).toBe(201)
  return body.id
}

async function readWithFactor({ client }: Carrier, asOf: string) {
  const aging = (await client.get<Aging>(`/api/receivables/aging?asOf=${asOf}`)).body
  const path = `/api/receivables/invoices?asOf=${asOf}`
  const [invoice] = (await client.get<OpenInvoice[]>(path)).body
  expect(aging.total.open).toBe('1000.00')
  return [aging.total.withFactor, invoice?.withFactor]
}

async function readPayTo({ client, brokerId }: Carrier, to: string) {
  const path = `/api/brokers/${brokerId}/account-statement?to=${to}&from=${addDays(to, -30)}`
  return (await client.get<AccountStatement>(path)).body.invoices.map(({ remitTo }) => remitTo)
}

test('C274 Once all of an invoice was charged back, it is no longer with the factor', async () => {
  const carrier = await createFactoredCarrier(app)
  const { id } = await fund(carrier)
  const flags = async () => (await carrier.readInvoice(id)).flags
  expect(await flags()).toEqual(['with-factor'])
  const report = await chargeBack(carrier, id)
  expect(await readWithFactor(carrier, addDays(TODAY, -21))).toEqual(['1000.00', true])
  expect(await readWithFactor(carrier, addDays(TODAY, -20))).toEqual(['0.00', false])
  expect(await flags()).toEqual([])
  const voided = { on: addDays(TODAY, -10), reason: 'Entered twice' }
  expect((await carrier.client.post(`/api/factor-deposits/${report}/void`, voided)).status).toBe(
    200,
  )
  expect(await readWithFactor(carrier, addDays(TODAY, -11))).toEqual(['0.00', false])
  expect(await readWithFactor(carrier, TODAY)).toEqual(['1000.00', true])
  expect(await flags()).toEqual(['with-factor'])
})

test('C274 A part that was charged back leaves the invoice with the factor', async () => {
  const carrier = await createFactoredCarrier(app)
  const { id } = await fund(carrier)
  const part = [makeEntry(id, 'chargeback', '999.99')]
  expect((await carrier.report('-999.99', part, addDays(TODAY, -20))).status).toBe(201)
  expect(await readWithFactor(carrier, TODAY)).toEqual(['1000.00', true])
})

test('C274 After a chargeback statements of account name the carrier, and past ones the factor', async () => {
  const carrier = await createFactoredCarrier(app)
  await carrier.client.post('/api/settings', { companyName: 'Blue Haul LLC' })
  const { id } = await fund(carrier)
  await chargeBack(carrier, id)
  expect(await readPayTo(carrier, addDays(TODAY, -21))).toEqual(['Apex'])
  expect(await readPayTo(carrier, TODAY)).toEqual(['Blue Haul LLC'])
  const path = `/api/brokers/${carrier.brokerId}/account-statement.pdf?to=${TODAY}`
  const response = await app.inject({ url: path, headers: { cookie: carrier.client.cookie } })
  expect(await pdfText(response.rawPayload)).not.toContain('Apex')
})

test('C274 After the chargeback the carrier reminds the broker, and says who must be paid', async () => {
  const carrier = await createFactoredCarrier(app)
  await carrier.client.post('/api/settings', { companyName: 'Blue Haul LLC' })
  const { id } = await fund(carrier)
  const path = '/api/receivables/reminders'
  const read = async () => (await carrier.client.get<Reminders>(path)).body.reminders
  expect(await read()).toEqual([])
  await chargeBack(carrier, id)
  const [reminder] = await read()
  expect(reminder?.invoices).toMatchObject([{ id, returned: true }])
  expect(reminder?.text).toContain(': $1,000.00, payable to Blue Haul LLC again')
})

test('C274 What was charged back no longer uses the factor’s limit for the broker', async () => {
  const carrier = await createFactoredCarrier(app)
  const { client, factor, brokerId } = carrier
  const choice = { choice: 'factor', factorId: factor.id, approvedLimit: '1200.00' }
  await client.put(`/api/brokers/${brokerId}/factor`, choice)
  const { id } = await fund(carrier)
  await chargeBack(carrier, id)
  const next = await carrier.bill('1100.00')
  expect((await carrier.submit([next])).state).toBe('submitted')
})

/** Today's figures, and whether a schedule of $1,100.00 fits a limit of $1,200.00. */
async function readToday(carrier: Carrier, id: number) {
  const { client, factor, brokerId } = carrier
  const { reminders } = (await client.get<Reminders>('/api/receivables/reminders')).body
  const choice = { choice: 'factor', factorId: factor.id, approvedLimit: '1200.00' }
  await client.put(`/api/brokers/${brokerId}/factor`, choice)
  const made = await carrier.schedule([(await carrier.bill('1100.00')).id])
  const path = `/api/factor-schedules/${made.body.id}/submit`
  return {
    reminded: reminders.flatMap(({ invoices }) => invoices.map((invoice) => invoice.id)),
    flags: (await carrier.readInvoice(id)).flags,
    submitted: (await client.post(path)).status,
  }
}

test('C274 A chargeback dated in the future leaves the invoice with the factor until then', async () => {
  const carrier = await createFactoredCarrier(app)
  const { id } = await fund(carrier)
  await chargeBack(carrier, id, addDays(TODAY, 10))
  expect(await readWithFactor(carrier, TODAY)).toEqual(['1000.00', true])
  expect(await readToday(carrier, id)).toEqual({
    reminded: [],
    flags: ['with-factor'],
    submitted: 400,
  })
})

test('C274 A future void of a chargeback leaves the invoice with the carrier until then', async () => {
  const carrier = await createFactoredCarrier(app)
  const { id } = await fund(carrier)
  const report = await chargeBack(carrier, id)
  const on = addDays(TODAY, 10)
  const voided = { on, reason: 'Entered twice', confirmed: ['on'] }
  const path = `/api/factor-deposits/${report}/void`
  expect((await carrier.client.post(path, voided)).status).toBe(200)
  expect(await readWithFactor(carrier, TODAY)).toEqual(['0.00', false])
  expect(await readToday(carrier, id)).toEqual({ reminded: [id], flags: [], submitted: 200 })
})

test('C274 Reminders follow a chargeback by the day of the person', async () => {
  const carrier = await createFactoredCarrier(app)
  const { id } = await fund(carrier)
  const tomorrow = addDays(TODAY, 1)
  await chargeBack(carrier, id, tomorrow)
  const read = async (day: string) =>
    (await carrier.client.get<Reminders>(`/api/receivables/reminders?today=${day}`)).body.reminders
  expect([(await read(TODAY)).length, (await read(tomorrow)).length]).toEqual([0, 1])
})

test('C214 A factor buys no invoice before its date', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await carrier.bill('1000.00', '2026-11-10')
  await carrier.submit([invoice])
  const entries = [makeEntry(invoice.id, 'advance', '1000.00')]
  const early = await carrier.report('1000.00', entries, '2026-11-09')
  expect([early.status, early.body.fields?.['day']?.[0]]).toEqual([
    400,
    `Invoice ${invoice.number} is dated 11/10/2026. Use that day or a later one.`,
  ])
  expect((await carrier.report('1000.00', entries, '2026-11-10')).status).toBe(201)
})
