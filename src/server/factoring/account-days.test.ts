/** A factor's account on any day, also after a report was voided. */
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { FactorAccount, InvoiceFactoring } from '#core/factoring/responses.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()

type Carrier = Awaited<ReturnType<typeof createFactoredCarrier>>

const makeEntry = (invoiceId: number, kind: string, amount: string) => ({ kind, invoiceId, amount })

const purchase = (invoiceId: number) => [
  makeEntry(invoiceId, 'advance', '900.00'),
  makeEntry(invoiceId, 'fee', '30.00'),
  makeEntry(invoiceId, 'reserve', '70.00'),
]

/** A funded invoice of $1,000.00. */
async function fund(carrier: Carrier) {
  const invoice = await carrier.bill('1000.00')
  await carrier.submit([invoice])
  const bought = await carrier.report('900.00', purchase(invoice.id), '2026-11-05')
  expect(bought.status).toBe(201)
  return { invoice, bought: bought.body.id }
}

async function readAccount({ client, factor }: Carrier, from: string, to: string) {
  const path = `/api/factors/${factor.id}/account?from=${from}&to=${to}`
  return (await client.get<FactorAccount>(path)).body
}

const voidReport = ({ client }: Carrier, id: number, on: string) =>
  client.post<{ fields?: Record<string, string[]> }>(`/api/factor-deposits/${id}/void`, {
    on,
    reason: 'Entered twice',
  })

test('C216 C241 A void report counts until the day of its void, and past days stay as they were', async () => {
  const carrier = await createFactoredCarrier(app)
  const { bought } = await fund(carrier)
  const figures = ({ opening, closing, held, deposits, voids }: FactorAccount) => ({
    opening,
    closing,
    held: held.map((one) => one.held),
    reports: deposits.map(({ id, amount }) => [id, amount]),
    voids: voids.map(({ id, voidedOn }) => [id, voidedOn]),
  })
  const past = async () => figures(await readAccount(carrier, '2026-11-01', '2026-11-10'))
  const before = await past()
  expect(before).toEqual({
    opening: '0.00',
    closing: '70.00',
    held: ['70.00'],
    reports: [[bought, '900.00']],
    voids: [],
  })
  expect((await voidReport(carrier, bought, '2026-11-15')).status).toBe(200)
  expect(await past()).toEqual(before)
  expect(figures(await readAccount(carrier, '2026-11-11', '2026-11-20'))).toEqual({
    opening: '70.00',
    closing: '0.00',
    held: [],
    reports: [],
    voids: [[bought, '2026-11-15']],
  })
  const again = await readAccount(carrier, '2026-11-16', '2026-11-20')
  expect([again.opening, again.closing]).toEqual(['0.00', '0.00'])
})

test('C241 The corrected report can’t be dated before the void of the wrong one', async () => {
  const carrier = await createFactoredCarrier(app)
  const { invoice, bought } = await fund(carrier)
  await voidReport(carrier, bought, '2026-11-15')
  const early = await carrier.report('900.00', purchase(invoice.id), '2026-11-14')
  expect([early.status, early.body.fields?.['day']?.[0]]).toEqual([
    400,
    `Invoice ${invoice.number} has an entry on 11/15/2026. Use that day or a later one.`,
  ])
  const right = await carrier.report('900.00', purchase(invoice.id), '2026-11-15')
  expect(right.status).toBe(201)
  const { closing, held } = await readAccount(carrier, '2026-11-15', '2026-11-15')
  expect([closing, held.map((one) => one.held)]).toEqual(['70.00', ['70.00']])
})

test('C241 A report on a wrong day is voided on that day, and entered on the right one', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await carrier.bill('1000.00')
  await carrier.submit([invoice])
  const wrong = await carrier.report('900.00', purchase(invoice.id), '2062-11-05')
  const path = `/api/factor-deposits/${wrong.body.id}/void`
  const voided = { on: '2062-11-05', reason: 'Wrong day', confirmed: ['on'] }
  expect((await carrier.client.post(path, voided)).status).toBe(200)
  const right = await carrier.report('900.00', purchase(invoice.id), '2026-11-05')
  expect([right.status, right.status === 201 ? '' : right.text]).toEqual([201, ''])
  for (const day of ['2026-11-05', '2062-11-05'])
    expect((await readAccount(carrier, '2026-11-01', day)).closing).toBe('70.00')
})

test('C275 A report on an unusual day must be confirmed first', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await carrier.bill('1000.00')
  await carrier.submit([invoice])
  const path = `/api/factors/${carrier.factor.id}/deposits`
  const report = (day: string, confirmed: string[] = []) =>
    carrier.client.post<{ confirm: string; error: string }>(path, {
      day,
      amount: '-5.00',
      reference: null,
      note: null,
      confirmed,
      entries: [{ kind: 'cost', invoiceId: null, amount: '5.00' }],
    })
  const future = await report('2062-11-05')
  expect([future.status, future.body.confirm]).toEqual([409, 'day'])
  expect(future.text).toContain('11/5/2062 is in the future. Use this day anyway?')
  const old = await report('2020-11-05')
  expect([old.status, old.body.confirm]).toEqual([409, 'day'])
  const { deposits } = await readAccount(carrier, '2020-01-01', '2062-12-31')
  expect(deposits).toEqual([])
  expect((await report('2062-11-05', ['day'])).status).toBe(201)
  const tomorrow = addDays(accountDay(), 1)
  expect((await report(tomorrow)).status).toBe(201)
})

test('C241 A void in the future must be confirmed first, because it can’t be undone', async () => {
  const carrier = await createFactoredCarrier(app)
  const { bought } = await fund(carrier)
  const path = `/api/factor-deposits/${bought}/void`
  const voided = { on: '2062-11-15', reason: 'Entered twice' }
  const asked = await carrier.client.post<{ confirm: string }>(path, voided)
  expect([asked.status, asked.body.confirm]).toEqual([409, 'on'])
  expect((await readAccount(carrier, '2026-11-01', '2062-11-20')).closing).toBe('70.00')
  const sure = await carrier.client.post(path, { ...voided, confirmed: ['on'] })
  expect(sure.status).toBe(200)
})

test('C241 A report can’t be voided before the latest entry or void of its invoices', async () => {
  const carrier = await createFactoredCarrier(app)
  const { invoice, bought } = await fund(carrier)
  const released = [makeEntry(invoice.id, 'reserve-released', '70.00')]
  const later = (await carrier.report('70.00', released, '2026-11-12')).body.id
  expect((await voidReport(carrier, later, '2026-11-18')).status).toBe(200)
  const early = await voidReport(carrier, bought, '2026-11-17')
  expect([early.status, early.body.fields?.['on']?.[0]]).toEqual([
    400,
    `Invoice ${invoice.number} has an entry on 11/18/2026. Use that day or a later one.`,
  ])
  expect((await voidReport(carrier, bought, '2026-11-18')).status).toBe(200)
})

test('C214 What the broker paid the factor and what was charged back are at most what was bought', async () => {
  const carrier = await createFactoredCarrier(app)
  const { invoice } = await fund(carrier)
  const back = [
    makeEntry(invoice.id, 'reserve-chargeback', '70.00'),
    makeEntry(invoice.id, 'chargeback', '930'),
  ]
  expect((await carrier.report('-930.00', back, '2026-11-12')).status).toBe(201)
  const paid = await carrier.report(
    '0.00',
    [makeEntry(invoice.id, 'debtor-paid', '0.01')],
    '2026-11-13',
  )
  expect([paid.status, paid.body.fields?.['entries']?.[0]]).toEqual([
    400,
    `Invoice ${invoice.number}: the factor has only $0.00 of it. Enter what the broker paid after a chargeback as money received.`,
  ])
})

test('C215 An invoice that was paid short and charged back for the rest is open with the carrier', async () => {
  const carrier = await createFactoredCarrier(app)
  const { invoice } = await fund(carrier)
  const end = [
    makeEntry(invoice.id, 'debtor-paid', '950.00'),
    makeEntry(invoice.id, 'reserve-chargeback', '50.00'),
    makeEntry(invoice.id, 'reserve-released', '20.00'),
  ]
  expect((await carrier.report('20.00', end, '2026-11-12')).status).toBe(201)
  const path = `/api/invoices/${invoice.id}/factoring`
  expect((await carrier.client.get<InvoiceFactoring>(path)).body.state).toBe('closed')
  expect((await carrier.readInvoice(invoice.id)).openAmount).toBe('50.00')
  expect(['pending', 'overdue']).toContain(await carrier.paymentStatus(invoice))
})
