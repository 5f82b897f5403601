/** A broker's payment to the carrier for an invoice that a factor bought: asked, and forwarded to the factor (SPEC C333, C334). */
import { expect, test } from 'vitest'
import type { BooksPreview } from '#core/books/books.ts'
import type {
  FactorAccount,
  FactoredInvoices,
  InvoiceFactoring,
} from '#core/factoring/responses.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { OpenInvoices, Receipt } from '#core/receipts/responses.ts'
import { makeFile, mapOwnNames, netByAccount } from '#server/testing/books/export.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DAYS = { from: '2026-11-01', to: '2026-11-22' }
const ANY_DAY = ['receivedOn', 'day']

type Carrier = Awaited<ReturnType<typeof createFactoredCarrier>>

const entry = (invoiceId: number, kind: string, amount: string) => ({ kind, invoiceId, amount })

/** $1,000, bought on 11/5: 900 advance, 30 fee, 70 reserve. */
async function buy(carrier: Carrier): Promise<Invoice> {
  const invoice = await carrier.bill('1000.00')
  await carrier.submit([invoice])
  await carrier.report('900.00', [
    entry(invoice.id, 'advance', '900.00'),
    entry(invoice.id, 'fee', '30.00'),
    entry(invoice.id, 'reserve', '70.00'),
  ])
  return invoice
}

/** `confirmed`: the question about the factor is not confirmed. */
function pay({ client, brokerId }: Carrier, id: number, amount: string, confirmed = ANY_DAY) {
  const parts = [{ invoiceId: id, amount }]
  const head = { brokerId, receivedOn: '2026-11-10', method: 'check', reference: null, amount }
  return client.post<Receipt & Body>('/api/receipts', { ...head, parts, confirmed })
}

const payAnyway = (carrier: Carrier, id: number, amount: string) =>
  pay(carrier, id, amount, [...ANY_DAY, 'factor'])
const forward = (carrier: Carrier, id: number, amount: string) =>
  carrier.report(`-${amount}`, [entry(id, 'forwarded', amount)], '2026-11-12')
const readFactoring = async ({ client }: Carrier, id: number) =>
  (await client.get<InvoiceFactoring>(`/api/invoices/${id}/factoring`)).body
const messageOf = ({ status, body }: { status: number; body: object }) => [
  status,
  (body as Body).message,
]

test('C334 A payment of an invoice that a factor bought is marked and must be confirmed', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await buy(carrier)
  const path = `/api/receipts/open?brokerId=${carrier.brokerId}`
  const listed = async () => (await carrier.client.get<OpenInvoices>(path)).body.invoices
  expect(await listed()).toMatchObject([{ number: invoice.number, factor: 'Apex' }])
  const asked = await pay(carrier, invoice.id, '1000.00')
  expect([asked.status, asked.body['confirm'], asked.body.message]).toEqual([
    409,
    'factor',
    'Apex bought invoice 1: $1,000.00 of this money belongs to Apex. Record it if you deposited it, and forward it on the page of Apex. If you send the check itself on, don’t record it here. Record it?',
  ])
  expect((await carrier.readInvoice(invoice.id)).openAmount).toBe('1000.00')
  expect((await payAnyway(carrier, invoice.id, '1000.00')).status).toBe(201)
  // The money of an unapplied receipt is the factor's too, when it is applied.
  const other = await buy(carrier)
  const unapplied = await carrier.client.post<Receipt>('/api/receipts', {
    brokerId: carrier.brokerId,
    receivedOn: '2026-11-10',
    method: 'ach',
    amount: '400',
    confirmed: ANY_DAY,
  })
  const applied = await carrier.client.post<Body>(`/api/receipts/${unapplied.body.id}/apply`, {
    day: '2026-11-11',
    parts: [{ invoiceId: other.id, amount: '400' }],
    confirmed: ANY_DAY,
  })
  expect([applied.status, applied.body['confirm']]).toEqual([409, 'factor'])
})

test('C334 Before the purchase it asks too; after a chargeback the money is the carrier’s', async () => {
  const carrier = await createFactoredCarrier(app)
  const submitted = await carrier.bill('1000.00')
  expect((await pay(carrier, submitted.id, '1.00')).status).toBe(201)
  const next = await carrier.bill('500.00')
  await carrier.submit([next])
  expect(messageOf(await pay(carrier, next.id, '500.00'))).toEqual([
    409,
    'The payee of invoice 2 is Apex, which has not bought it yet. Record the payment as yours?',
  ])
  const bought = await buy(carrier)
  const back = [entry(bought.id, 'reserve-chargeback', '70'), entry(bought.id, 'chargeback', '930')]
  expect((await carrier.report('-930.00', back, '2026-11-09')).status).toBe(201)
  expect((await pay(carrier, bought.id, '1000.00')).status).toBe(201)
  expect((await readFactoring(carrier, bought.id)).toForward).toBe('0.00')
})

test('C333 Forwarded money collects the invoice without a chargeback, and the reserve can be released', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await buy(carrier)
  await payAnyway(carrier, invoice.id, '1000.00')
  const path = `/api/factors/${carrier.factor.id}`
  const { invoices } = (await carrier.client.get<FactoredInvoices>(`${path}/invoices`)).body
  expect(invoices).toMatchObject([{ state: 'funded', toForward: '1000.00' }])
  const collected = [entry(invoice.id, 'debtor-paid', '1000.00')]
  expect(messageOf(await carrier.report('0.00', collected, '2026-11-12'))).toEqual([
    400,
    'Invoice 1 has only $0.00 open. The broker paid you $1,000.00 of it: enter it as Forwarded to Factor.',
  ])
  const sent = await forward(carrier, invoice.id, '1000.00')
  expect(sent.body).toMatchObject({ amount: '-1000.00', entries: [{ kind: 'forwarded' }] })
  expect(await readFactoring(carrier, invoice.id)).toMatchObject({
    state: 'collected',
    toForward: '0.00',
    books: { debtorPaid: '1000.00', chargedBack: '0.00', held: '70.00' },
  })
  expect(messageOf(await carrier.report('0.00', collected, '2026-11-12'))).toEqual([
    400,
    'Invoice 1 has only $0.00 open. You already forwarded $1,000.00 of it.',
  ])
  await carrier.report('70.00', [entry(invoice.id, 'reserve-released', '70')], '2026-11-15')
  expect(await readFactoring(carrier, invoice.id)).toMatchObject({ state: 'closed' })
  const account = await carrier.client.get<FactorAccount>(
    `${path}/account?from=${DAYS.from}&to=${DAYS.to}`,
  )
  expect(account.body).toMatchObject({ opening: '0.00', closing: '0.00', held: [] })
})

test('C333 Only what the broker paid the carrier of the factor’s part can be forwarded', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await buy(carrier)
  const onlyOf = (amount: string) => [
    400,
    `Invoice 1: only ${amount} that the broker paid you can be forwarded. Record the broker’s payment first, or enter Broker Paid Factor if the factor got it from the broker.`,
  ]
  expect(messageOf(await forward(carrier, invoice.id, '1000.00'))).toEqual(onlyOf('$0.00'))
  await payAnyway(carrier, invoice.id, '400.00')
  expect(messageOf(await forward(carrier, invoice.id, '400.01'))).toEqual(onlyOf('$400.00'))
  expect((await forward(carrier, invoice.id, '400.00')).status).toBe(201)
  // The broker pays the rest to the factor.
  const rest = [entry(invoice.id, 'debtor-paid', '600.00')]
  expect((await carrier.report('0.00', rest, '2026-11-13')).status).toBe(201)
  expect(await readFactoring(carrier, invoice.id)).toMatchObject({ state: 'collected' })
})

test('C333 A credit note or a part that was charged back is not forwarded', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await buy(carrier)
  await carrier.report('-300.00', [entry(invoice.id, 'chargeback', '300.00')], '2026-11-09')
  // The carrier's own part of the invoice: nothing is asked.
  expect((await pay(carrier, invoice.id, '300.00')).status).toBe(201)
  expect((await readFactoring(carrier, invoice.id)).toForward).toBe('0.00')
  const off = { kind: 'write-off', amount: '50.00', reason: null }
  const written = await carrier.client.post('/api/differences', {
    brokerId: carrier.brokerId,
    day: '2026-11-10',
    parts: [{ invoiceId: invoice.id, differences: [off] }],
    confirmed: ANY_DAY,
  })
  expect(written.status).toBe(201)
  await payAnyway(carrier, invoice.id, '650.00')
  expect((await readFactoring(carrier, invoice.id)).toForward).toBe('700.00')
})

test('C333 A void of the report, and a check that bounces later, change only what they are about', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await buy(carrier)
  const receipt = await payAnyway(carrier, invoice.id, '1000.00')
  const report = await forward(carrier, invoice.id, '1000.00')
  const end = { on: '2026-11-12', reason: 'Wrong amount', confirmed: ['on'] }
  await carrier.client.post(`/api/factor-deposits/${report.body.id}/void`, end)
  expect(await readFactoring(carrier, invoice.id)).toMatchObject({
    state: 'funded',
    toForward: '1000.00',
  })
  await forward(carrier, invoice.id, '1000.00')
  const bounced = { day: '2026-11-16', reason: 'Not sufficient funds', confirmed: ANY_DAY }
  await carrier.client.post(`/api/receipts/${receipt.body.id}/reverse`, bounced)
  // The factor has its money: the broker owes the carrier.
  expect(await carrier.readInvoice(invoice.id)).toMatchObject({ openAmount: '1000.00', flags: [] })
})

test.each([
  ['sale', 'qbo-journal'],
  ['loan', 'iif'],
] as const)(
  'C333 C243 Booked as a %s, forwarded money is closed to the cent (%s)',
  async (method, format) => {
    const carrier = await createFactoredCarrier(app)
    const invoice = await buy(carrier)
    await payAnyway(carrier, invoice.id, '1000.00')
    await forward(carrier, invoice.id, '1000.00')
    await carrier.report('70.00', [entry(invoice.id, 'reserve-released', '70')], '2026-11-15')
    await mapOwnNames(carrier.client, method)
    const query = new URLSearchParams({ ...DAYS, format })
    const { body } = await carrier.client.get<BooksPreview>(`/api/books/preview?${query}`)
    expect([body.problem, body.groups.filter(({ isEqual }) => !isEqual)]).toEqual([null, []])
    const counts = body.groups.map(({ group, batch }) => `${group} ${batch.count} ${batch.amount}`)
    expect(counts).toContain('Factor: Forwarded to Factor 1 1000.00')
    expect(counts.join()).not.toContain('Chargeback')
    const nets = netByAccount(await makeFile(carrier.client, { ...DAYS, format }), format)
    const others = Object.entries(nets).filter(([name]) => !name.startsWith('income:'))
    // Received 1,000.00 from the broker, and from the factor 900.00 − 1,000.00 + 70.00.
    expect(Object.fromEntries(others)).toEqual({
      'factor-bank': -3000n,
      'factoring-fee': 3000n,
      undeposited: 100_000n,
    })
  },
)
