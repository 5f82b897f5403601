/** What brokers owe as of any day (SPEC C200, C201). */
import { beforeEach, expect, test } from 'vitest'
import type { Aging, OpenInvoice } from '#core/receivables/aging.ts'
import type { Bridge } from '#core/receivables/bridge.ts'
import { makeBroker, storeFact, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import { readAccountId, signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let userId: string
let acme: number

beforeEach(async () => {
  me = await signUp(app)
  userId = await readAccountId(me)
  acme = await makeBroker(me, 'Acme Logistics')
})

const bill = (invoiceDate: string, total: string, terms = 30, brokerId = acme) =>
  storeInvoice(database, userId, { brokerId, invoiceDate, total, terms })

const pay = (invoiceId: number | null, day: string, amount: string, receiptId = 1) =>
  storeFact(database, userId, {
    brokerId: acme,
    invoiceId,
    day,
    kind: 'payment',
    amount: `-${amount}`,
    receiptId,
  })

async function age(asOf: string, basis = 'age'): Promise<Aging> {
  const { status, body } = await me.get<Aging>(`/api/receivables/aging?asOf=${asOf}&basis=${basis}`)
  expect(status).toBe(200)
  return body
}

const invoicesOn = async (asOf: string, basis = 'age') =>
  (await me.get<OpenInvoice[]>(`/api/receivables/invoices?asOf=${asOf}&basis=${basis}`)).body

test('C200 Buckets by invoice age end with their last day: 30 is in 0–30', async () => {
  await bill('2026-08-01', '100.00')
  expect((await age('2026-08-01')).total.buckets).toEqual(['100.00', '0.00', '0.00', '0.00'])
  expect((await age('2026-08-31')).total.buckets).toEqual(['100.00', '0.00', '0.00', '0.00'])
  expect((await age('2026-09-01')).total.buckets).toEqual(['0.00', '100.00', '0.00', '0.00'])
  expect((await age('2026-09-30')).total.buckets).toEqual(['0.00', '100.00', '0.00', '0.00'])
  expect((await age('2026-10-30')).total.buckets).toEqual(['0.00', '0.00', '100.00', '0.00'])
  expect((await age('2026-10-31')).total.buckets).toEqual(['0.00', '0.00', '0.00', '100.00'])
  expect((await age('2026-07-31')).brokers).toEqual([])
})

test('C200 Buckets by days past due begin with what is not due yet', async () => {
  await bill('2026-08-01', '100.00', 30)
  const aged = await age('2026-08-31', 'past-due')
  expect(aged.labels).toEqual(['Current', '1–30', '31–60', '61–90', 'Over 90'])
  expect(aged.total.buckets[0]).toBe('100.00')
  expect((await age('2026-09-01', 'past-due')).total.buckets[1]).toBe('100.00')
  expect((await age('2026-10-01', 'past-due')).total.buckets[2]).toBe('100.00')
  expect((await age('2026-11-30', 'past-due')).total.buckets[4]).toBe('100.00')
  expect((await invoicesOn('2026-09-01', 'past-due'))[0]).toMatchObject({ days: 1, bucket: 1 })
})

test('C200 A fact counts from its own day, whenever it was entered', async () => {
  const invoice = await bill('2026-08-01', '1000.00')
  await pay(invoice.id, '2026-09-10', '400.00')
  await pay(invoice.id, '2026-09-20', '600.00', 2)
  const open = async (day: string) => (await age(day)).total.open
  expect(await open('2026-09-09')).toBe('1000.00')
  expect(await open('2026-09-10')).toBe('600.00')
  expect(await open('2026-09-20')).toBe('0.00')
  expect(await invoicesOn('2026-09-15')).toMatchObject([{ id: invoice.id, open: '600.00' }])
  expect(await invoicesOn('2026-09-20')).toEqual([])
})

test('C200 Unapplied money is a negative column of its broker', async () => {
  await bill('2026-08-01', '1000.00')
  await pay(null, '2026-08-05', '250.00', 9)
  const [broker] = (await age('2026-08-10')).brokers
  expect(broker).toMatchObject({ open: '1000.00', unapplied: '-250.00', balance: '750.00' })
  const paidBefore = await makeBroker(me, 'Zeta')
  await storeFact(database, userId, {
    brokerId: paidBefore,
    invoiceId: null,
    day: '2026-08-06',
    kind: 'payment',
    amount: '-50.00',
    receiptId: 10,
  })
  expect((await age('2026-08-10')).brokers.map((one) => [one.brokerName, one.balance])).toEqual([
    ['Acme Logistics', '750.00'],
    ['Zeta', '-50.00'],
  ])
})

test('C201 The bridge leads from one day to another', async () => {
  const invoice = await bill('2026-08-01', '1000.00')
  await bill('2026-09-05', '500.00')
  await pay(invoice.id, '2026-09-10', '300.00')
  await storeFact(database, userId, {
    brokerId: acme,
    invoiceId: invoice.id,
    day: '2026-09-10',
    kind: 'quick-pay',
    amount: '-30.00',
  })
  const { body } = await me.get<Bridge>('/api/receivables/bridge?from=2026-08-31&to=2026-09-30')
  expect(body).toEqual({
    from: '2026-08-31',
    to: '2026-09-30',
    opening: '1000.00',
    closing: '1170.00',
    lines: [
      { name: 'billed', label: 'Billed', amount: '500.00' },
      { name: 'paid', label: 'Paid', amount: '-300.00' },
      { name: 'quickPay', label: 'Quick-pay discounts', amount: '-30.00' },
    ],
  })
  expect((await age('2026-09-30')).total.balance).toBe('1170.00')
  const wrong = await me.get('/api/receivables/bridge?from=2026-09-30&to=2026-08-31')
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { fields: { to: ['To must not be before From'] } },
  ])
})

test('C200 The CSV file has a row for each broker and the total', async () => {
  await bill('2026-08-01', '100.00')
  const { text } = await me.get('/api/receivables/aging.csv?asOf=2026-08-02')
  expect(text.split('\r\n').slice(1, 3)).toEqual([
    'Acme Logistics,2026-08-02,Invoice age,1,100.00,0.00,0.00,0.00,100.00,0.00,100.00,0.00,0.00',
    'Total,2026-08-02,Invoice age,1,100.00,0.00,0.00,0.00,100.00,0.00,100.00,0.00,0.00',
  ])
})

test('C200 An invalid day or broker ID is rejected', async () => {
  expect((await me.get('/api/receivables/aging?asOf=2026-02-30')).status).toBe(400)
  expect((await me.get('/api/receivables/aging?asOf=2026-02-01&basis=moon')).status).toBe(400)
  expect((await me.get('/api/receivables/invoices?asOf=2026-02-01&brokerId=x')).status).toBe(400)
})
