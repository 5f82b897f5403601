/** Face amounts and reports above the largest amount of other fields (SPEC C278). */
import { expect, test } from 'vitest'
import type { FactorAccount, ScheduleDetails } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const LARGEST = '99999999.99'

type Carrier = Awaited<ReturnType<typeof createFactoredCarrier>>

/** One invoice of two loads of $99,999,999.99. */
async function billTwice({ client, brokerId }: Carrier): Promise<Invoice> {
  const loadIds: number[] = []
  for (const serial of [501, 502]) {
    const load = { ...makeSample('loads', serial), brokerId, deliveryStatus: 'delivered' }
    loadIds.push((await client.post('/api/loads', { ...load, revenue: LARGEST })).body.id)
  }
  const asked = { brokerId, loadIds, each: false }
  const [draft] = (await client.post<CreatedInvoices>('/api/invoices', asked)).body.created
  const path = `/api/invoices/${draft?.id}`
  await client.put(path, { invoiceDate: '2026-11-02' })
  const confirmed = ['rateConfirmation', 'invoiceDate', 'charges', 'papers']
  const approved = await client.post<Invoice>(`${path}/approve`, { confirmed })
  expect([approved.status, approved.body.total]).toEqual([200, '199999999.98'])
  return approved.body
}

test('C278 An invoice above $99,999,999.99 is scheduled, bought, printed and closed', async () => {
  const carrier = await createFactoredCarrier(app)
  const { client, factor } = carrier
  const invoices = [await billTwice(carrier), await carrier.bill(LARGEST)]
  const { id, face } = await carrier.submit(invoices)
  expect(face).toBe('299999999.97')
  const pdf = await app.inject({
    url: `/api/factor-schedules/${id}/schedule.pdf`,
    headers: { cookie: client.cookie },
  })
  expect((await pdfText(pdf.rawPayload)).join(' ')).toContain('$299,999,999.97')
  expect((await client.get(`/api/factor-schedules/${id}/schedule.csv`)).text).toContain(
    '199999999.98',
  )
  const [first, second] = invoices.map((one) => one.id)
  const makeEntry = (invoiceId: number | undefined, kind: string, amount: string) => ({
    invoiceId: invoiceId ?? 0,
    kind,
    amount,
  })
  const bought = await carrier.report('269999999.97', [
    makeEntry(first, 'advance', '179999999.98'),
    makeEntry(first, 'reserve', '20000000.00'),
    makeEntry(second, 'advance', '89999999.99'),
    makeEntry(second, 'reserve', '10000000.00'),
  ])
  expect([bought.status, bought.text]).toEqual([201, bought.text])
  const paid = [
    makeEntry(first, 'debtor-paid', '199999999.98'),
    makeEntry(second, 'debtor-paid', LARGEST),
  ]
  const released = [
    makeEntry(first, 'reserve-released', '20000000.00'),
    makeEntry(second, 'reserve-released', '10000000.00'),
  ]
  expect((await carrier.report('30000000.00', [...paid, ...released], '2026-11-20')).status).toBe(
    201,
  )
  const account = `/api/factors/${factor.id}/account?from=2026-11-01&to=2026-11-10`
  expect((await client.get<FactorAccount>(account)).body.closing).toBe('30000000.00')
  const { body } = await client.get<ScheduleDetails>(`/api/factor-schedules/${id}`)
  expect(body.invoices.map(({ state }) => state)).toEqual(['closed', 'closed'])
})

test('C278 An amount above the limit is rejected at its field, with the range', async () => {
  const carrier = await createFactoredCarrier(app)
  const path = `/api/factors/${carrier.factor.id}/deposits`
  const report = (amount: string, entry: string) =>
    carrier.client.post<{ fields: Record<string, string[]> }>(path, {
      day: '2026-11-05',
      amount,
      confirmed: ['day'],
      entries: [{ kind: 'fuel-advance', invoiceId: null, amount: entry }],
    })
  const range = '999,999,999,999.99'
  const large = await report('1000000000000.00', '5.00')
  expect([large.status, large.body.fields]).toEqual([
    400,
    { amount: [`Deposit must be from -${range} to ${range}`] },
  ])
  const entry = await report('5.00', '1000000000000.00')
  expect([entry.status, Object.keys(entry.body.fields)]).toEqual([400, ['entries']])
  const most = await report('999999999999.99', '999999999999.99')
  expect(most.status).toBe(201)
})

test('C278 Reports that are too large together are not a server error', async () => {
  const carrier = await createFactoredCarrier(app)
  const entries = Array.from({ length: 3 }, () => ({
    kind: 'fuel-advance',
    invoiceId: null,
    amount: '999999999999.99',
  }))
  const over = await carrier.report('999999999999.99', entries)
  expect([over.status, Object.keys(over.body.fields ?? {})]).toEqual([400, ['amount']])
  const path = `/api/factors/${carrier.factor.id}/account`
  for (let at = 0; at < 2; at++) await carrier.report('999999999999.99', entries.slice(0, 1))
  expect((await carrier.client.get(path)).status).toBe(200)
  const printed = await carrier.client.get(`${path}.pdf?from=2026-11-01&to=2026-11-30`)
  expect(printed.status).toBe(200)
})
