import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const DATE = '2026-11-20'
const { app } = await testApp()
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

const change = ({ id }: { id: number }, sent: object) =>
  carrier.client.put<Settlement & Body>(`/api/billing/${id}`, sent)

async function listLines(id: number) {
  return (await carrier.readLines(id)).map(({ kind, description, amount }) => [
    kind,
    description,
    amount,
  ])
}

test('C19 A category typed lower than its rule keeps the typed total when recalculated', async () => {
  const fuel = { category: 'fuel', description: 'Fuel card', basis: 'fixed' }
  const rule = await carrier.createRule({ ...fuel, value: '200' })
  await carrier.createLoad(DATE, '1000')
  const billing = await carrier.settle(DATE)
  await change(billing, { fuel: '150' })
  expect(await listLines(billing.id)).toEqual([
    ['rule', 'Fuel card', '200.00'],
    ['plain', 'Manual change of Fuel', '-50.00'],
  ])
  const [page] = await pdfText(await carrier.readPdf(billing.id))
  expect(page).toContain('Manual change of Fuel')
  await carrier.client.put(`/api/deduction-rules/${rule.id}`, { ...rule, value: '150' })
  // With the manual change of -50.00 it would be 100.00.
  expect((await change(billing, { recalculate: true })).body.fuel).toBe('150.00')
  await carrier.client.put(`/api/deduction-rules/${rule.id}`, { ...rule, value: '260' })
  expect((await change(billing, { recalculate: true })).body.fuel).toBe('150.00')
  expect(await listLines(billing.id)).toEqual([
    ['rule', 'Fuel card', '260.00'],
    ['plain', 'Manual change of Fuel', '-110.00'],
  ])
  expect((await change(billing, { fuel: '260' })).body.fuel).toBe('260.00')
  expect(await listLines(billing.id)).toEqual([['rule', 'Fuel card', '260.00']])
})

test('C19 Deleting a rule’s line keeps a typed total, so that the difference is not paid', async () => {
  await carrier.createRule({ category: 'fuel', description: 'Fuel card', value: '200' })
  await carrier.createLoad(DATE, '1000')
  const billing = await carrier.settle(DATE, { fuel: '150' })
  const [line] = await carrier.readLines(billing.id)
  await carrier.client.delete(`/api/billing/${billing.id}/expenses/${line?.id}`)
  // 200.00 - 50.00 was typed as 150.00; without the line it would be -50.00.
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    fuel: '150.00',
    netPayment: '850.00',
  })
})

test('C19 C1 A category typed higher than its lines keeps the added amount when recalculated', async () => {
  await carrier.createRule({ category: 'fuel', description: 'Fuel', basis: 'percent', value: '10' })
  await carrier.createLoad(DATE, '1000')
  const billing = await carrier.settle(DATE)
  await change(billing, { fuel: '130' })
  await carrier.createLoad(DATE, '500')
  // 10 % of 1,500.00 = 150.00, and 30.00 that were added
  expect((await change(billing, { recalculate: true })).body.fuel).toBe('180.00')
})

test('C19 An amount typed for "other" needs a reason, and prints it', async () => {
  await carrier.createLoad(DATE, '1000')
  const sent = { truckId: carrier.truckId, settlementDate: DATE, other: '500' }
  for (const otherReason of ['', ' ', null]) {
    const { status, body } = await carrier.client.post('/api/billing', { ...sent, otherReason })
    expect([status, Object.keys(body.fields as object)]).toEqual([400, ['otherReason']])
  }
  const billing = await carrier.settle(DATE, { other: '500', otherReason: 'Cargo claim, load 881' })
  const rejected = await change(billing, { other: '600', otherReason: '' })
  expect([rejected.status, Object.keys(rejected.body.fields as object)]).toEqual([
    400,
    ['otherReason'],
  ])
  await change(billing, { other: '600' })
  await change(billing, { otherReason: 'Cargo claim, loads 881 and 882' })
  expect(await listLines(billing.id)).toEqual([
    ['plain', 'Cargo claim, loads 881 and 882', '600.00'],
  ])
  expect((await carrier.approve(billing.id)).status).toBe(200)
  const [page = ''] = await pdfText(await carrier.readPdf(billing.id))
  expect(page).toContain('Cargo claim, loads 881 and 882')
  expect(page).not.toContain('Reason missing')
})

test('C19 A5.settlement.2 A request without a reason is accepted, but approval asks for it', async () => {
  await carrier.createLoad(DATE, '1000')
  const billing = await carrier.settle(DATE, { other: '500' })
  expect(billing).toMatchObject({ other: '500.00', netPayment: '500.00' })
  expect((await pdfText(await carrier.readPdf(billing.id)))[0]).toContain('Reason missing')
  const { status, body } = await carrier.approve(billing.id)
  expect([status, (body as unknown as Body).message]).toEqual([
    409,
    'Enter what the $500.00 of “Other” is for before approving.',
  ])
  expect((await change(billing, { notes: 'x', other: '500', otherReason: null })).status).toBe(200)
  expect((await change(billing, { otherReason: 'Cargo claim' })).status).toBe(200)
  expect((await carrier.approve(billing.id)).status).toBe(200)
})

test('C19 A reason without an amount changes nothing', async () => {
  const billing = await carrier.settle(DATE, { otherReason: 'Claim' })
  expect(await listLines(billing.id)).toEqual([])
  expect((await change(billing, { otherReason: null, other: '0' })).status).toBe(200)
})
