/** The job that makes loads overdue, day by day (SPEC C172). */
import { expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { followDueInvoices } from './due-invoices.ts'

const { app, database } = await ownApp()

/** An invoice date so far in the future that its invoices are not overdue today. */
const FAR = '2099-01-01'
const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`)
const runJob = (today: Day) =>
  database.transaction().execute((work) => followDueInvoices(work, noonOf(today)))

async function openCarrier(invoiceDate: Day = FAR) {
  const carrier = await createCarrierWithInvoices(app)
  const { client } = carrier
  const bill = async () => {
    const load = await carrier.createBilledLoad('1000')
    const id = await carrier.createInvoice({ invoiceDate, loads: [load.id] })
    const { dueOn } = (await client.get<Invoice>(`/api/invoices/${id}`)).body
    return { id, load: load.id, dueOn: dueOn ?? FAR }
  }
  return { ...carrier, bill }
}

const statusOf = async (client: Client, load: number) =>
  (await client.get<Body>(`/api/loads/${load}`)).body['paymentStatus']

test('C172 The job makes a load overdue on the day after the due date, and on no day before', async () => {
  const { client, bill } = await openCarrier()
  const { load, dueOn } = await bill()
  const seen: unknown[] = []
  for (const day of [FAR, addDays(dueOn, -1), dueOn, addDays(dueOn, 1), addDays(dueOn, 400)]) {
    expect(await runJob(day)).toBe(false)
    seen.push(await statusOf(client, load))
  }
  expect(seen).toEqual(['pending', 'pending', 'pending', 'overdue', 'overdue'])
})

test('C172 Only open invoices become overdue, and a status that was set manually stays', async () => {
  const { client, bill, take } = await openCarrier()
  const [partly, paid, voided, byHand] = [await bill(), await bill(), await bill(), await bill()]
  const parts = [
    { invoiceId: partly.id, amount: '999.99', differences: [] },
    { invoiceId: paid.id, amount: '1000', differences: [] },
  ]
  const taken = await take({ amount: '1999.99', reference: '1', receivedOn: FAR, parts })
  expect(taken.status).toBe(201)
  await client.post(`/api/invoices/${voided.id}/void`, {
    on: FAR,
    reason: 'Wrong',
    confirmed: ['on'],
  })
  const typed = (await client.get(`/api/loads/${byHand.load}`)).body
  await client.put(`/api/loads/${byHand.load}`, { ...typed, paymentStatus: 'processed' })
  await runJob(addDays(partly.dueOn, 1))
  const loads = [partly, paid, voided, byHand].map(({ load }) => statusOf(client, load))
  expect(await Promise.all(loads)).toEqual(['overdue', 'paid', 'unpaid', 'processed'])
})

test('C172 C215 A funded invoice does not become overdue; one that is only on a schedule does', async () => {
  const { client, bill, submit, report } = await createFactoredCarrier(app)
  const [funded, listed] = [await bill('1000.00', FAR), await bill('500.00', FAR)]
  await submit([funded, listed])
  const entries = [
    { kind: 'advance', invoiceId: funded.id, amount: '900.00' },
    { kind: 'fee', invoiceId: funded.id, amount: '30.00' },
    { kind: 'reserve', invoiceId: funded.id, amount: '70.00' },
  ]
  expect((await report('900.00', entries, FAR)).status).toBe(201)
  await runJob(addDays(FAR, 60))
  const loads = [funded, listed].map((one) => statusOf(client, one.loads[0]?.id ?? 0))
  expect(await Promise.all(loads)).toEqual(['processed', 'overdue'])
})

test('C172 The job covers every account, in batches, and says when it has more to do', async () => {
  const first = await openCarrier('2098-01-01')
  const second = await openCarrier('2098-01-01')
  const bills = [await first.bill(), await second.bill()]
  const day = addDays(bills[0]?.dueOn ?? FAR, 1)
  const some = () =>
    database.transaction().execute((work) => followDueInvoices(work, noonOf(day), 1))
  expect([await some(), await some(), await some()]).toEqual([true, true, false])
  expect(await statusOf(first.client, bills[0]?.load ?? 0)).toBe('overdue')
  expect(await statusOf(second.client, bills[1]?.load ?? 0)).toBe('overdue')
})

test('C167 C172 The status of an invoice is overdue after its due date, without the job', async () => {
  const { client, bill } = await openCarrier('2026-01-05')
  const { id } = await bill()
  const invoice = (await client.get<Invoice>(`/api/invoices/${id}`)).body
  expect([invoice.status, invoice.dueOn]).toEqual(['overdue', '2026-02-04'])
})
