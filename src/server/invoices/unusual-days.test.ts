/** Days that are mostly typing errors are asked about before an invoice is approved, credited or voided (SPEC C335). */
import { beforeEach, expect, test } from 'vitest'
import { addDays, formatDay, type Day } from '#core/calendar.ts'
import type { ApprovedInvoices, Invoice } from '#core/invoices/responses.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { openBiller, type Biller } from '#server/testing/invoices/biller.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
let biller: Biller

beforeEach(async () => {
  biller = await openBiller(app)
})

const ago = (days: number) => addDays(accountDay(), -days)

async function draftOf(deliveryDate: Day | null, invoiceDate: Day | null) {
  const load = await biller.addLoad({ pickupDate: ago(700), deliveryDate })
  const [draft] = await biller.draft([load])
  const path = `/api/invoices/${draft?.id}`
  await biller.must('PUT', path, { invoiceDate })
  return { id: draft?.id ?? 0, load: String(load['loadId']), path: `${path}/approve` }
}

const questionOf = ({ status, body }: { status: number; body: Body }) => [
  status,
  body['confirm'],
  body.message,
]

test('C335 An invoice dated before its last delivery, in the future or long ago asks', async () => {
  const before = await draftOf(ago(30), ago(400))
  expect(questionOf(await biller.client.post(before.path))).toEqual([
    409,
    'invoiceDate',
    `The invoice date is ${formatDay(ago(400))}, but load ${before.load} was delivered on ${formatDay(ago(30))}. Approve the invoice anyway?`,
  ])
  const future = await draftOf(ago(30), ago(-40))
  expect(questionOf(await biller.client.post(future.path))[2]).toBe(
    `${formatDay(ago(-40))} is in the future. Use this day anyway?`,
  )
  const old = await draftOf(ago(300), ago(290))
  expect(questionOf(await biller.client.post(old.path))[2]).toBe(
    `${formatDay(ago(290))} is more than 180 days ago. Use this day anyway?`,
  )
  const [first] = (
    await biller.must<ApprovedInvoices>('POST', '/api/invoices/approve', { ids: [old.id] })
  ).results
  expect(first?.error).toContain('more than 180 days ago')
  for (const { path } of [before, future, old]) {
    const approved = await biller.client.post<Invoice>(path, { confirmed: ['invoiceDate'] })
    expect([approved.status, approved.body.state]).toEqual([200, 'approved'])
  }
})

test('C335 The day of the delivery, a later day and today do not ask', async () => {
  for (const [deliveredOn, invoiceDate] of [
    [ago(30), ago(30)],
    [ago(30), ago(2)],
    [ago(30), null],
    [null, ago(10)],
  ] as const) {
    const { path } = await draftOf(deliveredOn, invoiceDate)
    expect((await biller.client.post(path)).status).toBe(200)
  }
})

test('C335 A load that never ran has no delivery to compare with', async () => {
  const load = await biller.addLoad({ deliveryStatus: 'pending', deliveryDate: ago(-20) })
  await biller.setCharges(load, [{ kind: 'tonu', amount: '250.00' }])
  const [draft] = await biller.draft([load])
  expect((await biller.client.post(`/api/invoices/${draft?.id}/approve`)).status).toBe(200)
})

test('C335 Voids and credit notes in the future ask too', async () => {
  const invoice = await biller.invoiceOf(await biller.addLoad())
  const path = `/api/invoices/${invoice.id}`
  const sent = { on: ago(-40), reason: 'Wrong rate' }
  const question = `${formatDay(ago(-40))} is in the future. Use this day anyway?`
  for (const step of ['void', 'credit', 'rebill'])
    expect(questionOf(await biller.client.post(`${path}/${step}`, sent))).toEqual([
      409,
      'on',
      question,
    ])
  expect((await biller.details(invoice.id)).state).toBe('approved')
  await biller.must('POST', `${path}/rebill`, { ...sent, confirmed: ['on'] })
})

test('C335 A schedule is not voided before its day, and not in the future without a question', async () => {
  const carrier = await createFactoredCarrier(app)
  const { id } = await carrier.submit([await carrier.bill('1000.00')])
  const end = (on: Day, confirmed: string[] = []) =>
    carrier.client.post<Body>(`/api/factor-schedules/${id}/void`, {
      on,
      reason: 'Not taken',
      confirmed,
    })
  expect((await end('2026-11-02')).body.fields).toEqual({
    on: ['Must be on or after the schedule date'],
  })
  expect(questionOf(await end('2099-01-01')).slice(0, 2)).toEqual([409, 'on'])
  expect((await end('2099-01-01', ['on'])).status).toBe(200)
})
