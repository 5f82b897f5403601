/** Money that is unapplied in part, and credit notes of paid invoices (SPEC C198, C336). */
import { beforeEach, expect, test } from 'vitest'
import type { Invoice, InvoiceDetails, Rebilled } from '#core/invoices/responses.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const DAY = { day: '2026-11-10' }
const messageOf = ({ status, body }: { status: number; body: Body }) => [status, body.message]
const pay = async (body: object) => {
  const taken = await carrier.take({ reference: '884512', ...body })
  expect([taken.status, taken.status === 201 ? '' : taken.text]).toEqual([201, ''])
  return taken.body.id
}
const part = (invoiceId: number, amount: string, discount?: string) => ({
  invoiceId,
  amount,
  differences: discount ? [{ kind: 'quick-pay', amount: discount }] : [],
})
const listParts = async (receipt: number) =>
  (await carrier.readReceipt(receipt)).parts.map(({ amount, ended }) => [amount, ended])
const listDiscounts = async (invoice: number) =>
  (await carrier.readOfInvoice(invoice)).differences.map(({ amount, ended }) => [amount, ended])

test('C198 An amount is unapplied from an invoice, and the rest stays on it', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const receipt = await pay({ amount: '1000', parts: [part(invoice, '1000')] })
  const [whole] = (await carrier.readReceipt(receipt)).parts
  const unapply = (id: number, amount: string | undefined) =>
    carrier.takeOff(receipt, id, { ...DAY, amount })
  expect(messageOf(await unapply(whole?.id ?? 0, '0'))).toEqual([
    400,
    'Amount must be more than 0.00',
  ])
  expect(messageOf(await unapply(whole?.id ?? 0, '1000.01'))).toEqual([
    400,
    'Only $1,000.00 is applied to this invoice',
  ])
  expect((await unapply(whole?.id ?? 0, '200')).body).toMatchObject({
    applied: '800.00',
    unapplied: '200.00',
  })
  expect(await carrier.readOpen(invoice)).toBe('200.00')
  expect(await listParts(receipt)).toEqual([
    ['1000.00', 'taken-off'],
    ['800.00', null],
  ])
  // The broker nets the $200 against another load.
  const next = await carrier.createInvoice({ total: '200' })
  await carrier.apply(receipt, { day: '2026-11-11', parts: [part(next, '200')] })
  expect([await carrier.readOpen(next), await carrier.readOpen(invoice)]).toEqual([
    '0.00',
    '200.00',
  ])
  const [, rest] = (await carrier.readReceipt(receipt)).parts
  expect((await unapply(rest?.id ?? 0, undefined)).body.unapplied).toBe('800.00')
  expect(await carrier.readOpen(invoice)).toBe('1000.00')
  expect(messageOf(await unapply(rest?.id ?? 0, '1'))[0]).toBe(409)
})

test('C198 Unapplying a part ends only its own discount, and only with all of its money', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const receipt = await pay({ amount: '980', parts: [part(invoice, '490', '10')] })
  await carrier.apply(receipt, { day: '2026-10-20', parts: [part(invoice, '490', '10')] })
  expect(await carrier.readOpen(invoice)).toBe('0.00')
  const [first, second] = (await carrier.readReceipt(receipt)).parts
  await carrier.takeOff(receipt, second?.id ?? 0, { ...DAY, amount: '90' })
  expect(await listDiscounts(invoice)).toEqual([
    ['10.00', null],
    ['10.00', null],
  ])
  const [, , rest] = (await carrier.readReceipt(receipt)).parts
  await carrier.takeOff(receipt, rest?.id ?? 0, DAY)
  expect(await listDiscounts(invoice)).toEqual([
    ['10.00', null],
    ['10.00', 'undone'],
  ])
  expect(await carrier.readOpen(invoice)).toBe('500.00')
  await carrier.takeOff(receipt, first?.id ?? 0, DAY)
  expect([await listDiscounts(invoice), await carrier.readOpen(invoice)]).toEqual([
    [
      ['10.00', 'undone'],
      ['10.00', 'undone'],
    ],
    '1000.00',
  ])
})

/** Credits `amount` of the first line. */
async function credit(invoice: number, amount: string, confirmed: string[] = ['on']) {
  const path = `/api/invoices/${invoice}`
  const [line] = (await carrier.client.get<InvoiceDetails>(path)).body.lines
  const lines = [{ lineId: line?.id, amount }]
  const sent = { on: '2026-11-12', reason: 'Late fee', lines, confirmed }
  return carrier.client.post<Invoice & Body>(`${path}/credit`, sent)
}

test('C336 A credit of a paid invoice asks, and keeps its amount as unapplied money', async () => {
  const invoice = await carrier.createInvoice({ total: '1001' })
  const receipt = await pay({ amount: '1001', parts: [part(invoice, '1001')] })
  const asked = await credit(invoice, '100')
  expect([asked.status, asked.body['confirm'], asked.body.message]).toEqual([
    409,
    'unapply',
    'Invoice 1 is paid. Make the credit note, and keep $100.00 of Check 884512 as unapplied money of the broker?',
  ])
  const made = await credit(invoice, '100', ['on', 'unapply'])
  expect(made.body).toMatchObject({ kind: 'credit-note', total: '-100.00' })
  expect(await carrier.readReceipt(receipt)).toMatchObject({
    applied: '901.00',
    unapplied: '100.00',
  })
  const path = `/api/invoices/${invoice}`
  expect((await carrier.client.get<Invoice>(path)).body).toMatchObject({
    openAmount: '0.00',
    status: 'paid',
  })
  // The latest payment first.
  const other = await carrier.createInvoice({ total: '500' })
  const first = await pay({ amount: '400', reference: '1', parts: [part(other, '400')] })
  const second = { amount: '100', reference: '2', receivedOn: '2026-10-25' }
  const later = await pay({ ...second, parts: [part(other, '100')] })
  expect((await credit(other, '150')).body.message).toContain(
    '$100.00 of Check 2 and $50.00 of Check 1',
  )
  expect((await credit(other, '150', ['on', 'unapply'])).status).toBe(201)
  const unapplied = async (id: number) => (await carrier.readReceipt(id)).unapplied
  expect([await unapplied(first), await unapplied(later)]).toEqual(['50.00', '100.00'])
})

test('C336 Credit and Rebill of a paid invoice keeps its money, with the discount that came with it', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const receipt = await pay({ amount: '980', parts: [part(invoice, '980', '20')] })
  const sent = { on: '2026-11-12', reason: 'Wrong office', confirmed: ['on'] }
  const path = `/api/invoices/${invoice}/rebill`
  const asked = await carrier.client.post<Body>(path, sent)
  expect([asked.status, asked.body['confirm']]).toEqual([409, 'unapply'])
  const made = await carrier.client.post<Rebilled>(path, { ...sent, confirmed: ['on', 'unapply'] })
  expect(made.body).toMatchObject({ credit: { total: '-1000.00' }, draft: { total: '1000.00' } })
  expect((await carrier.readReceipt(receipt)).unapplied).toBe('980.00')
  expect(await listDiscounts(invoice)).toEqual([['20.00', 'undone']])
})

test('C336 If less is paid, the message names each step with its amount', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  await pay({ amount: '600', parts: [part(invoice, '600')] })
  const off = { kind: 'write-off', amount: '400' }
  await carrier.decide({ day: '2026-10-25', parts: [{ invoiceId: invoice, differences: [off] }] })
  expect(messageOf(await credit(invoice, '700'))).toEqual([
    409,
    'Only $0.00 of invoice 1 is open. First unapply the $600.00 that is paid, and undo the $400.00 of discounts, fees and write-offs.',
  ])
  const end = { on: '2026-11-12', reason: 'Wrong', confirmed: ['on'] }
  const rejected = await carrier.client.post<Body>(`/api/invoices/${invoice}/void`, end)
  expect(messageOf(rejected)).toEqual(messageOf(await credit(invoice, '700')))
})

test('C336 What the broker paid a factor is opened by the void of the factor’s report', async () => {
  const factored = await createFactoredCarrier(app)
  const invoice = await factored.bill('1000.00')
  await factored.submit([invoice])
  const entry = (kind: string, amount: string) => ({ kind, invoiceId: invoice.id, amount })
  await factored.report('970.00', [entry('advance', '970'), entry('fee', '30')])
  await factored.report('0.00', [entry('debtor-paid', '1000')], '2026-11-06')
  const sent = { on: '2026-11-12', reason: 'Late', whole: true, confirmed: ['on', 'unapply'] }
  const path = `/api/invoices/${invoice.id}/credit`
  expect(messageOf(await factored.client.post<Body>(path, sent))).toEqual([
    409,
    'Only $0.00 of invoice 1 is open. First void the factor’s report of the $1,000.00 that the broker paid.',
  ])
})

test('C336 C254 A credit and a reversal at once leave the money whole', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const receipt = await pay({ amount: '1000', parts: [part(invoice, '1000')] })
  const [credited, reversed] = await Promise.all([
    credit(invoice, '100', ['on', 'unapply']),
    carrier.reverse(receipt, { day: '2026-11-12' }),
  ])
  expect([credited.status, reversed.status]).toEqual([201, 200])
  expect(await carrier.readReceipt(receipt)).toMatchObject({ applied: '0.00', state: 'reversed' })
  expect(await carrier.readOpen(invoice)).toBe('900.00')
})
