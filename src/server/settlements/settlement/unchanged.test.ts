/** What a person did not ask for does not change (SPEC C319). */
import { beforeEach, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const FRIDAY = '2026-11-20'
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
  await carrier.createLoad(FRIDAY, '1000')
})

const readAmounts = async (id: number) =>
  Object.fromEntries(
    (await carrier.readLines(id)).map(({ description, amount, formula }) => [
      description,
      [amount, formula],
    ]),
  )

test('C319 A PUT of what GET answered keeps the version', async () => {
  await carrier.createRule({ basis: 'percent-of-net', value: '10' })
  const { id } = await carrier.settle(FRIDAY, { fuel: '100', notes: 'Late', otherReason: null })
  const stored = await carrier.readSettlement(id)
  const path = `/api/billing/${id}`
  const same = await carrier.client.put(path, stored, { 'if-match': `"${stored.version}"` })
  expect([same.status, same.body]).toEqual([200, stored])
  expect((await carrier.client.put(path, { notes: 'Later' })).body).toMatchObject({
    version: stored.version + 1,
    notes: 'Later',
  })
  expect((await carrier.client.put(path, { fuel: '101' })).body).toMatchObject({
    version: stored.version + 2,
    fuel: '101.00',
  })
})

test('C319 Marked extra pay recalculates percentages by their own rate, and recalculating by the new one', async () => {
  const sent = { companyName: 'Blue', fuelDeductionValue: '10', insuranceDeductionValue: '100' }
  const settings = (await carrier.client.post('/api/settings', sent)).body
  const rule = { description: 'Dispatch', basis: 'percent-after-fuel', value: '5' }
  const dispatch = await carrier.createRule(rule)
  const { id } = await carrier.settle(FRIDAY, { startFromDefaults: true })
  const changed = { fuelDeductionValue: '20', insuranceDeductionValue: '150' }
  await carrier.client.put(`/api/settings/${settings.id}`, changed)
  await carrier.client.put(`/api/deduction-rules/${dispatch.id}`, { ...dispatch, value: '8' })
  const bonus = { kind: 'extra-pay', extraPay: 'bonus', pay: '10', subjectToPercent: true }
  await carrier.client.post(`/api/billing/${id}/expenses`, bonus)
  // 10% of 1,010.00, and 5% of 909.00: the rates of the draft.
  expect(await readAmounts(id)).toMatchObject({
    Fuel: ['101.00', '10% × $1,010.00'],
    Insurance: ['100.00', 'flat $100.00'],
    Dispatch: ['45.45', '5% × $909.00 after fuel'],
  })
  await carrier.client.put(`/api/billing/${id}`, { recalculate: true })
  // 20% of 1,010.00, and 8% of 808.00: the new rates.
  expect(await readAmounts(id)).toMatchObject({
    Fuel: ['202.00', '20% × $1,010.00'],
    Insurance: ['150.00', 'flat $150.00'],
    Dispatch: ['64.64', '8% × $808.00 after fuel'],
  })
})

test('C319 A partial refund of escrow does not raise a deduction that is a share of the net', async () => {
  const escrow = { description: 'Escrow', balance: 'escrow', total: '5000' }
  const rule = await carrier.createRule({ ...escrow, basis: 'percent-of-net', value: '10' })
  await carrier.createLoad('2026-11-13', '5000')
  await carrier.approve((await carrier.settle('2026-11-13')).id)
  const { id } = await carrier.settle(FRIDAY)
  expect((await readAmounts(id)).Escrow).toEqual([
    '100.00',
    '10% × $1,000.00 net, $600.00 of $5,000.00',
  ])
  await carrier.client.post(`/api/billing/${id}/balances/${rule.id}/refunds`, { amount: '200' })
  expect((await readAmounts(id)).Escrow?.[0]).toBe('100.00')
  const run = `/api/settlements/run?today=${FRIDAY}&week=${FRIDAY}`
  expect((await carrier.client.get(run)).body).toMatchObject({ rows: [{ stale: false }] })
  expect((await carrier.approve(id)).status).toBe(200)
})

test('C319 A typed amount names what it can’t cancel: recurring extra pay of the payee', async () => {
  const owner = await carrier.client.post('/api/owners', makeSample('owners'))
  const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, { ...truck, ownerId: owner.body.id })
  const bonus = { kind: 'extra-pay', extraPay: 'bonus', description: 'Bonus', value: '50' }
  await carrier.createRule({ ...bonus, ownerId: owner.body.id })
  const { id } = await carrier.settle(FRIDAY)
  const typed = { other: '20', otherReason: 'Wash' }
  expect((await carrier.client.put(`/api/billing/${id}`, typed)).body.fields).toEqual({
    other: [
      '-$50.00 of Other comes from recurring extra pay of this payee. Add the other deduction as a separate line.',
    ],
  })
})
