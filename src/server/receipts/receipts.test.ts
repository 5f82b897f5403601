/** Money received: parts, differences, unapplied money, reversals, refunds (SPEC C192-C198). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { inviteMember } from '#server/testing/team.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
  partOf,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

/** An invoice's open amount on a day, from the ledger. */
async function readOpenOn(invoice: number, day: string): Promise<string> {
  const { rows } = await sql<{
    open: string
  }>`select coalesce(sum(amount), 0)::numeric(14, 2) as open
    from receivable_entries where invoice_id = ${invoice} and day <= ${day}`.execute(database)
  return rows[0]?.open ?? ''
}

const messageOf = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.message,
  Object.keys(body.fields ?? {})[0],
]

test('C192 One check pays several invoices, and what is left is unapplied', async () => {
  const first = await carrier.createInvoice({ total: '1000' })
  const second = await carrier.createInvoice({ total: '500' })
  const taken = await carrier.take({
    amount: '1700',
    reference: '4711',
    depositedOn: '2026-10-21',
    parts: [partOf(second, '300'), partOf(first, '1000')],
  })
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { amount: '1700.00', applied: '1300.00', unapplied: '400.00', state: 'unapplied' },
  ])
  expect([await carrier.readOpen(first), await carrier.readOpen(second)]).toEqual([
    '0.00',
    '200.00',
  ])
  // By the day of the money: the day before, both are open.
  expect(await readOpenOn(first, '2026-10-19')).toBe('1000.00')
  const details = await carrier.readReceipt(taken.body.id)
  expect(details).toMatchObject({
    earliestReversal: '2026-10-20',
    parts: [
      { invoiceId: second, amount: '300.00', appliedOn: '2026-10-20', wasUnapplied: false },
      { invoiceId: first, amount: '1000.00', ended: null },
    ],
  })
  expect(await carrier.readOfInvoice(second)).toMatchObject({
    parts: [{ receiptId: taken.body.id, amount: '300.00', reference: '4711', method: 'check' }],
  })
  const totals = (await carrier.client.get('/api/receipts/totals')).body
  expect(totals).toEqual({ count: 1, amount: '1700.00', unapplied: '400.00' })
})

test('C192 The same request twice is one receipt', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const body = { amount: '600', reference: '12', parts: [partOf(invoice, '600')] }
  const headers = { 'idempotency-key': randomUUID() }
  const both = await Promise.all([carrier.take(body, headers), carrier.take(body, headers)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(both[0].body).toEqual(both[1].body)
  expect(await carrier.readOpen(invoice)).toBe('400.00')
  const other = await carrier.take({ ...body, amount: '601' }, headers)
  expect(other.status).toBe(422)
})

test('C193 An invoice is never paid above what is open, on any day', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const early = await carrier.take({ amount: '1000', parts: [partOf(invoice, '1000')] })
  await carrier.reverse(early.body.id, { day: '2026-11-02' })
  // Open again since 11/2, but not before.
  const money = { receivedOn: '2026-10-25', reference: '9' }
  const late = await carrier.take({ ...money, amount: '1000', parts: [partOf(invoice, '1000')] })
  expect(messageOf(late)).toEqual([
    400,
    expect.stringContaining('can be paid on 10/25/2026: later entries use the rest'),
    'parts.0.amount',
  ])
  const more = await carrier.take({
    receivedOn: '2026-11-02',
    amount: '2000',
    parts: [partOf(invoice, '1000.01')],
  })
  expect(messageOf(more)).toEqual([
    400,
    expect.stringMatching(/^Only \$1,000.00 of invoice \d+ is open$/),
    'parts.0.amount',
  ])
  expect(await carrier.readOpen(invoice)).toBe('1000.00')
})

test('C193 Money pays approved invoices of the broker, not before their date', async () => {
  const invoice = await carrier.createInvoice({ total: '100', invoiceDate: '2026-10-21' })
  const others = await carrier.createInvoice({ total: '100', brokerId: carrier.otherBrokerId })
  const send = async (id: number, more: object = {}) =>
    messageOf(await carrier.take({ amount: '50', parts: [partOf(id, '50')], ...more }))
  expect(await send(others)).toEqual([
    400,
    expect.stringMatching(/^Invoice \d+ belongs to another broker$/),
    'parts.0.invoiceId',
  ])
  expect(await send(99_999_999)).toEqual([400, 'Invoice was not found', 'parts.0.invoiceId'])
  expect(await send(invoice)).toEqual([
    400,
    expect.stringContaining('is dated 10/21/2026. Leave this amount unapplied'),
    'parts.0.amount',
  ])
  expect(await send(invoice, { amount: '10', receivedOn: '2026-10-22' })).toEqual([
    400,
    'The invoices use $50.00. Apply less, or enter a larger amount.',
    'amount',
  ])
  expect(await send(invoice, { brokerId: 99_999_999 })).toEqual([
    400,
    'Broker was not found',
    'brokerId',
  ])
  expect((await carrier.client.get<Body[]>('/api/receipts')).body).toEqual([])
})

test('C194 A quick-pay discount, a bank fee and a write-off lower the invoice with the money', async () => {
  const [first, second, third] = [
    await carrier.createInvoice({ total: '1000' }),
    await carrier.createInvoice({ total: '500' }),
    await carrier.createInvoice({ total: '40.07' }),
  ]
  const taken = await carrier.take({
    amount: '1490',
    method: 'quick-pay',
    reference: '1',
    parts: [
      partOf(first, '970', { kind: 'quick-pay', amount: '30' }),
      partOf(second, '480', { kind: 'bank-fee', amount: '20', reason: 'Wire fee' }),
      partOf(third, '40', { kind: 'write-off', amount: '0.07', reason: 'Rounding' }),
    ],
  })
  expect(taken.status).toBe(201)
  expect(taken.body).toMatchObject({ unapplied: '0.00', state: 'posted' })
  for (const id of [first, second, third]) expect(await carrier.readOpen(id)).toBe('0.00')
  expect((await carrier.readReceipt(taken.body.id)).differences).toMatchObject([
    { invoiceId: first, kind: 'quick-pay', amount: '30.00', ended: null },
    { invoiceId: second, kind: 'bank-fee', reason: 'Wire fee' },
    { invoiceId: third, kind: 'write-off', amount: '0.07' },
  ])
})

test('C194 A disputed short pay stays open, and is at most what stays open', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const disputed = { kind: 'short-pay-disputed', amount: '150', reason: 'Detention' }
  const more = await carrier.take({
    amount: '900',
    reference: '1',
    parts: [partOf(invoice, '900', disputed)],
  })
  expect(messageOf(more)).toEqual([
    400,
    expect.stringMatching(/^Only \$100.00 of invoice \d+ stays open and can be in dispute$/),
    'parts.0.differences.0.amount',
  ])
  await carrier.take({ amount: '850', reference: '1', parts: [partOf(invoice, '850', disputed)] })
  expect(await carrier.readOpen(invoice)).toBe('150.00')
  const { invoices } = (
    await carrier.client.get<{ invoices: Body[] }>(
      `/api/receipts/open?brokerId=${carrier.brokerId}`,
    )
  ).body
  expect(invoices).toMatchObject([{ id: invoice, openAmount: '150.00', disputed: '150.00' }])
  const [difference] = (await carrier.readOfInvoice(invoice)).differences
  const early = await carrier.undoDifference(difference?.id ?? 0, { day: '2026-10-19' })
  expect(messageOf(early)).toEqual([
    400,
    'This was entered for 10/20/2026. Choose that day or a later one.',
    'day',
  ])
  const ended = await carrier.undoDifference(difference?.id ?? 0, { day: '2026-11-01' })
  expect(ended.body.differences).toMatchObject([{ ended: 'undone', endedOn: '2026-11-01' }])
  expect((await carrier.undoDifference(difference?.id ?? 0, { day: '2026-11-02' })).status).toBe(
    409,
  )
  expect(await carrier.readOpen(invoice)).toBe('150.00')
})

test('C194 The rest of an invoice is written off without money, and an undo opens it again', async () => {
  const invoice = await carrier.createInvoice({ total: '1000' })
  const off = { kind: 'write-off', amount: '12.50', reason: 'Too small to collect' }
  const money = await carrier.decide({ day: '2026-11-05', parts: [partOf(invoice, '1', off)] })
  expect(messageOf(money)).toEqual([400, 'Money on an invoice needs a receipt', 'parts.0.amount'])
  const decided = await carrier.decide({ day: '2026-11-05', parts: [partOf(invoice, '0', off)] })
  expect([decided.status, await carrier.readOpen(invoice)]).toEqual([201, '987.50'])
  const [difference] = (await carrier.readOfInvoice(invoice)).differences
  await carrier.undoDifference(difference?.id ?? 0, { day: '2026-11-09' })
  expect([await readOpenOn(invoice, '2026-11-08'), await carrier.readOpen(invoice)]).toEqual([
    '987.50',
    '1000.00',
  ])
})

test('C196 A bounced check opens its invoices again on its day, and ends its differences', async () => {
  const [first, second] = [
    await carrier.createInvoice({ total: '1000' }),
    await carrier.createInvoice({ total: '500' }),
  ]
  const taken = await carrier.take({
    amount: '1500',
    reference: '77',
    parts: [
      partOf(first, '970', { kind: 'quick-pay', amount: '30' }),
      partOf(second, '400', { kind: 'short-pay-disputed', amount: '100' }),
    ],
  })
  expect(taken.body.unapplied).toBe('130.00')
  const early = await carrier.reverse(taken.body.id, { day: '2026-10-19' })
  expect(messageOf(early)).toEqual([
    400,
    expect.stringContaining('Choose that day or a later one'),
    'day',
  ])
  const reversed = await carrier.reverse(taken.body.id, { day: '2026-10-28' })
  expect([reversed.status, reversed.body]).toMatchObject([
    200,
    { state: 'reversed', applied: '0.00', unapplied: '0.00', reversedOn: '2026-10-28' },
  ])
  expect([await readOpenOn(first, '2026-10-27'), await carrier.readOpen(first)]).toEqual([
    '0.00',
    '1000.00',
  ])
  expect(await carrier.readOpen(second)).toBe('500.00')
  const details = await carrier.readReceipt(taken.body.id)
  expect(details.differences.map(({ ended }) => ended)).toEqual(['reversed', 'reversed'])
  const again = await carrier.reverse(taken.body.id, { day: '2026-10-29' })
  expect([again.status, again.body.message]).toEqual([
    409,
    'This receipt was reversed on 10/28/2026',
  ])
})

test('C196 A receipt whose money was refunded can’t be reversed', async () => {
  const taken = await carrier.take({ amount: '500', reference: '5' })
  await carrier.refund(taken.body.id, { day: '2026-10-25', amount: '200' })
  const refused = await carrier.reverse(taken.body.id, { day: '2026-10-30' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    '$200.00 was refunded on 10/25/2026. Void the refund first, or bill the broker for it.',
  ])
  const { refunds } = await carrier.readReceipt(taken.body.id)
  const ended = await carrier.endRefund(taken.body.id, refunds[0]?.id ?? 0, { day: '2026-10-31' })
  expect(ended.body).toMatchObject({ refunded: '0.00', unapplied: '500.00' })
  const early = await carrier.reverse(taken.body.id, { day: '2026-10-30' })
  expect(messageOf(early)[2]).toBe('day')
  expect((await carrier.reverse(taken.body.id, { day: '2026-10-31' })).status).toBe(200)
})

test('C197 A number that the broker used before and an unusual day must be confirmed', async () => {
  const number = { amount: '10', reference: 'AB-1' }
  await carrier.take({ ...number, amount: '1234.50' })
  const asked = await carrier.take({ ...number, reference: 'ab-1' })
  expect([asked.status, asked.body]).toEqual([
    409,
    {
      confirm: 'reference',
      message:
        'Check ab-1 from this broker is already recorded: $1,234.50 on 10/20/2026. Record another one?',
    },
  ])
  const other = { ...number, brokerId: carrier.otherBrokerId }
  expect((await carrier.take(other)).status).toBe(201)
  expect((await carrier.take({ ...number, confirmed: ['receivedOn', 'reference'] })).status).toBe(
    201,
  )
  const later = await carrier.take({ amount: '1', receivedOn: '2999-01-01', confirmed: [] })
  expect([later.status, later.body.confirm]).toEqual([409, 'receivedOn'])
  const both = await Promise.all(
    ['B-2', 'B-2'].map((reference) => carrier.take({ amount: '1', reference })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('C197 The deposit day is not before the money, and one in the future must be confirmed', async () => {
  const sent = { amount: '500', reference: '5', confirmed: ['receivedOn'] }
  const early = await carrier.take({ ...sent, depositedOn: '2026-10-19' })
  expect(messageOf(early)).toEqual([
    400,
    'The money was received on 10/20/2026. Choose that day or a later one.',
    'depositedOn',
  ])
  const later = await carrier.take({ ...sent, depositedOn: '2999-10-21' })
  expect([later.status, later.body.confirm]).toEqual([409, 'depositedOn'])
  const { id } = (await carrier.take({ ...sent, depositedOn: '2026-10-20' })).body
  const edit = (body: object) => carrier.client.put<Body>(`/api/receipts/${id}`, body)
  expect(messageOf(await edit({ depositedOn: '2026-10-19' }))[2]).toBe('depositedOn')
  const asked = await edit({ depositedOn: '2999-10-21' })
  expect([asked.status, asked.body['confirm']]).toEqual([409, 'depositedOn'])
  const confirmed = await edit({ depositedOn: '2999-10-21', confirmed: ['depositedOn'] })
  expect(confirmed.body['depositedOn']).toBe('2999-10-21')
  // The same day again asks nothing.
  expect((await edit({ depositedOn: '2999-10-21', note: 'x' })).status).toBe(200)
})

test('C198 Unapplied money is applied later, refunded, and flagged after 30 days', async () => {
  const invoice = await carrier.createInvoice({ total: '300', invoiceDate: '2026-10-22' })
  const taken = await carrier.take({ amount: '500', reference: '1' })
  const { id } = taken.body
  const unapplied = async () =>
    (await carrier.client.get<{ receipts: Body[] }>('/api/receipts/unapplied')).body.receipts
  expect(await unapplied()).toMatchObject([{ id, unapplied: '500.00', isRefundDue: true }])
  const before = await carrier.apply(id, { day: '2026-10-19', parts: [partOf(invoice, '300')] })
  expect(messageOf(before)).toEqual([
    400,
    'The money was received on 10/20/2026. Choose that day or a later one.',
    'day',
  ])
  const applied = await carrier.apply(id, { day: '2026-10-25', parts: [partOf(invoice, '300')] })
  expect(applied.body).toMatchObject({ applied: '300.00', unapplied: '200.00' })
  expect(await carrier.readOpen(invoice)).toBe('0.00')
  const more = await carrier.refund(id, { day: '2026-11-01', amount: '200.01' })
  expect(messageOf(more)).toEqual([400, 'Only $200.00 is unapplied', 'amount'])
  const refunded = await carrier.refund(id, { day: '2026-11-01', amount: '200' })
  expect(refunded.body).toMatchObject({ unapplied: '0.00', refunded: '200.00', state: 'posted' })
  const none = await carrier.createInvoice({ total: '5' })
  const late = await carrier.apply(id, { day: '2026-11-02', parts: [partOf(none, '5')] })
  expect(messageOf(late)).toEqual([400, 'Only $0.00 is unapplied', 'parts'])
  expect(await unapplied()).toEqual([])
})

test('C198 Money is unapplied from an invoice with its differences, and applied to another one', async () => {
  const [wrong, right] = [
    await carrier.createInvoice({ total: '1000' }),
    await carrier.createInvoice({ total: '1000' }),
  ]
  const taken = await carrier.take({
    amount: '970',
    reference: '1',
    parts: [partOf(wrong, '970', { kind: 'quick-pay', amount: '30' })],
  })
  const { id } = taken.body
  const [first] = (await carrier.readReceipt(id)).parts
  const off = await carrier.takeOff(id, first?.id ?? 0, { day: '2026-10-25' })
  expect(off.body).toMatchObject({ applied: '0.00', unapplied: '970.00' })
  expect(await carrier.readOpen(wrong)).toBe('1000.00')
  const early = await carrier.apply(id, { day: '2026-10-24', parts: [partOf(right, '970')] })
  expect(messageOf(early)[1]).toBe(
    'Only $0.00 is unapplied on 10/24/2026: later entries use the rest',
  )
  await carrier.apply(id, { day: '2026-10-25', parts: [partOf(right, '970')] })
  expect(await carrier.readOpen(right)).toBe('30.00')
  expect((await carrier.takeOff(id, first?.id ?? 0, { day: '2026-10-26' })).status).toBe(409)
})

test('C192 The deposit day and the note can change; the rest of a posted receipt can’t', async () => {
  const { id, version } = (await carrier.take({ amount: '500', reference: '5' })).body
  const path = `/api/receipts/${id}`
  const saved = await carrier.client.put(path, { depositedOn: '2026-10-22', amount: '7' })
  expect(saved.body).toMatchObject({ depositedOn: '2026-10-22', amount: '500.00' })
  const old = await carrier.client.put(path, { note: 'x' }, { 'if-match': `"${version}"` })
  expect(old.status).toBe(412)
})

test('C192 A Viewer reads money received and can’t record any', async () => {
  const { id } = (await carrier.take({ amount: '500', reference: '5' })).body
  await carrier.client.put('/api/team/settings', { viewerRevenue: true })
  const viewer = await inviteMember(app, carrier.client, 'viewer')
  expect((await viewer.get(`/api/receipts/${id}`)).status).toBe(200)
  expect((await viewer.post(`/api/receipts/${id}/reverse`, {})).status).toBe(403)
  expect((await viewer.post('/api/receipts', {})).status).toBe(403)
  await carrier.client.put('/api/team/settings', { viewerRevenue: false })
  expect((await viewer.get('/api/receipts')).status).toBe(403)
})
