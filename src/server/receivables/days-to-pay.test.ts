/** Days to pay count live money by the day it was received, whatever was corrected meanwhile (SPEC C203). */
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { BrokerAccount } from '#core/receivables/broker-account.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const ago = (days: number) => addDays(accountDay(), -days)

const read = async (client: Client, brokerId: number) =>
  (await client.get<BrokerAccount>(`/api/brokers/${brokerId}/account`)).body
const readDays = async () => {
  const { days, paid, payments } = (await read(carrier.client, carrier.brokerId)).daysToPay
  return { days, paid, payments }
}

/** An invoice of 45 days ago, and money that came 20 days later. */
const bill = (total = '1000') => carrier.createInvoice({ total, invoiceDate: ago(45) })

async function take(amount: string, parts: object[] = [], daysAgo = 25): Promise<number> {
  const taken = await carrier.take({
    receivedOn: ago(daysAgo),
    method: 'ach',
    amount,
    parts,
    confirmed: ['receivedOn', 'day', 'factor'],
  })
  expect([taken.status, taken.status === 201 ? '' : taken.text]).toEqual([201, ''])
  return taken.body.id
}

const firstPart = async (receipt: number) => (await carrier.readReceipt(receipt)).parts[0]?.id ?? 0

test('C203 Money that was applied a month after it came counts from the day it came', async () => {
  const invoice = await bill()
  const receipt = await take('1000')
  expect(await readDays()).toEqual({ days: null, paid: '0.00', payments: 0 })
  await carrier.apply(receipt, { day: ago(1), parts: [{ invoiceId: invoice, amount: '1000' }] })
  expect(await readDays()).toEqual({ days: 20, paid: '1000.00', payments: 1 })
})

test('C203 A discount that was undone does not end the payment that it came with', async () => {
  const invoice = await bill()
  const differences = [{ kind: 'quick-pay', amount: '20' }]
  await take('980', [{ invoiceId: invoice, amount: '980', differences }])
  const [discount] = (await carrier.readOfInvoice(invoice)).differences
  await carrier.undoDifference(discount?.id ?? 0, { day: ago(2) })
  expect(await readDays()).toEqual({ days: 20, paid: '980.00', payments: 1 })
  // Nor does a write-off without money that was undone.
  const off = { kind: 'write-off', amount: '20' }
  const parts = [{ invoiceId: invoice, differences: [off] }]
  await carrier.decide({ day: ago(2), parts })
  const [, written] = (await carrier.readOfInvoice(invoice)).differences
  await carrier.undoDifference(written?.id ?? 0, { day: ago(1) })
  expect(await readDays()).toEqual({ days: 20, paid: '980.00', payments: 1 })
})

test('C203 Money that was unapplied and applied again counts once, from the day it came', async () => {
  const invoice = await bill()
  const receipt = await take('1000', [{ invoiceId: invoice, amount: '1000' }])
  await carrier.takeOff(receipt, await firstPart(receipt), { day: ago(20) })
  expect(await readDays()).toEqual({ days: null, paid: '0.00', payments: 0 })
  await carrier.apply(receipt, { day: ago(20), parts: [{ invoiceId: invoice, amount: '1000' }] })
  expect(await readDays()).toEqual({ days: 20, paid: '1000.00', payments: 1 })
})

test('C203 A factor’s report that was voided and entered again counts with the right day', async () => {
  const factored = await createFactoredCarrier(app)
  const invoice = await factored.bill('1000.00', ago(45))
  const made = await factored.schedule([invoice.id], ago(44))
  await factored.client.post(`/api/factor-schedules/${made.body.id}/submit`)
  const entry = (kind: string, amount: string) => ({ kind, invoiceId: invoice.id, amount })
  await factored.report('970.00', [entry('advance', '970'), entry('fee', '30')], ago(43))
  const paid = [entry('debtor-paid', '1000')]
  const wrong = await factored.report('0.00', paid, ago(5))
  const days = async () => (await read(factored.client, factored.brokerId)).daysToPay
  expect(await days()).toMatchObject({ days: 40, paid: '1000.00', payments: 1 })
  const end = { on: ago(5), reason: 'Wrong day', confirmed: ['on'] }
  await factored.client.post(`/api/factor-deposits/${wrong.body.id}/void`, end)
  expect(await days()).toMatchObject({ days: null, paid: '0.00', payments: 0 })
  expect((await factored.report('0.00', paid, ago(15))).status).toBe(201)
  expect(await days()).toMatchObject({ days: 30, paid: '1000.00', payments: 1 })
})

test('C203 C333 What the broker paid the carrier and was forwarded to the factor counts once', async () => {
  const factored = await createFactoredCarrier(app)
  const { client, brokerId } = factored
  const invoice = await factored.bill('1000.00', ago(45))
  const made = await factored.schedule([invoice.id], ago(44))
  await client.post(`/api/factor-schedules/${made.body.id}/submit`)
  const entry = (kind: string, amount: string) => ({ kind, invoiceId: invoice.id, amount })
  await factored.report('970.00', [entry('advance', '970'), entry('fee', '30')], ago(43))
  const head = { brokerId, receivedOn: ago(25), method: 'ach', amount: '1000' }
  const parts = [{ invoiceId: invoice.id, amount: '1000' }]
  await client.post<Receipt>('/api/receipts', { ...head, parts, confirmed: ['factor'] })
  expect((await factored.report('-1000.00', [entry('forwarded', '1000')], ago(3))).status).toBe(201)
  expect((await read(client, brokerId)).daysToPay).toMatchObject({ days: 20, payments: 1 })
})

test('C203 Payments are weighted by amount, and a reversed payment does not count', async () => {
  const [one, other] = [await bill('3000'), await bill()]
  await take('3000', [{ invoiceId: one, amount: '3000' }])
  const bounced = await take('1000', [{ invoiceId: other, amount: '1000' }], 5)
  // (3,000 × 20 + 1,000 × 40) ÷ 4,000
  expect(await readDays()).toEqual({ days: 25, paid: '4000.00', payments: 2 })
  await carrier.reverse(bounced, { day: ago(1) })
  expect(await readDays()).toEqual({ days: 20, paid: '3000.00', payments: 1 })
})

test('C203 What will be applied or reversed later counts from that day', async () => {
  const [one, other] = [await bill('3000'), await bill()]
  const receipt = await take('3000', [{ invoiceId: one, amount: '3000' }])
  await carrier.reverse(receipt, { day: addDays(accountDay(), 9) })
  const later = await take('1000')
  const parts = [{ invoiceId: other, amount: '1000' }]
  await carrier.apply(later, { day: addDays(accountDay(), 9), parts })
  expect(await readDays()).toEqual({ days: 20, paid: '3000.00', payments: 1 })
})

test('C203 Days count from the day the invoice was sent', async () => {
  const invoice = await bill()
  const sending = { channel: 'portal', sentOn: ago(35) }
  const sent = await carrier.client.post(`/api/invoices/${invoice}/sendings`, sending)
  expect([sent.status, sent.status === 201 ? '' : sent.text]).toEqual([201, ''])
  const { sentOn } = (await carrier.client.get<Invoice>(`/api/invoices/${invoice}`)).body
  await take('1000', [{ invoiceId: invoice, amount: '1000' }])
  expect([sentOn, (await readDays()).days]).toEqual([ago(35), 10])
})

test('C198 Unapplied money is refunded within 30 days after it was received', async () => {
  const invoice = await bill()
  const receipt = await take('1000', [{ invoiceId: invoice, amount: '1000' }])
  const refundBy = async () => (await read(carrier.client, carrier.brokerId)).refundBy
  expect(await refundBy()).toBeNull()
  await carrier.takeOff(receipt, await firstPart(receipt), { day: ago(2) })
  expect(await refundBy()).toBe(addDays(ago(25), 30))
})
