/** A percentage that is probably a typo, such as 1200 for 12.00, is asked before it is saved. */
import { beforeEach, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

const fee = { category: 'other', description: 'Fee' }

test.each(['percent', 'percent-after-fuel', 'percent-of-net'])(
  'C313 A deduction of %s above 100 must be confirmed',
  async (basis) => {
    const path = '/api/deduction-rules'
    const sent = { ...fee, basis, value: '1200' }
    const asked = await carrier.client.post(path, sent)
    expect([asked.status, asked.body]).toMatchObject([
      409,
      {
        confirm: 'value',
        message: 'Fee: 1,200% is more than 100%. Use this percentage anyway?',
      },
    ])
    const saved = await carrier.client.post(path, { ...sent, confirmed: ['value'] })
    expect([saved.status, saved.body.value]).toEqual([201, '1200.00'])
    const rule = `${path}/${saved.body.id}`
    const put = (values: object) => carrier.client.put(rule, { ...sent, ...values })
    expect((await put({ description: 'Other fee' })).status).toBe(200)
    expect((await put({ value: '1201' })).body.confirm).toBe('value')
    expect((await put({ value: '100' })).status).toBe(200)
    expect((await put({ value: '100.0001' })).status).toBe(409)
  },
)

test('C313 A flat amount or a rate above 100 is not a percentage', async () => {
  for (const basis of ['fixed', 'per-mile', 'per-load'])
    expect(await carrier.createRule({ basis, value: '1200' })).toMatchObject({ value: '1200.00' })
  const rule = await carrier.createRule({ basis: 'fixed', value: '1200' })
  const path = `/api/deduction-rules/${rule.id}`
  const changed = { ...rule, basis: 'percent' }
  expect((await carrier.client.put(path, changed)).body.confirm).toBe('value')
})

test('C313 A default deduction above 100% must be confirmed, each on its own', async () => {
  const sent = {
    companyName: 'Blue',
    fuelDeductionValue: '1500',
    insuranceDeductionValue: '350',
    customDeductions: [{ name: 'Dispatch', type: 'percentage', value: '-800' }],
  }
  const post = (confirmed: string[]) => carrier.client.post('/api/settings', { ...sent, confirmed })
  expect((await post([])).body).toMatchObject({
    confirm: 'fuelDeductionValue',
    message: 'Fuel: 1,500% is more than 100%. Use this percentage anyway?',
  })
  expect((await post(['fuelDeductionValue'])).body).toMatchObject({
    confirm: 'customDeductions',
    message: 'Dispatch: -800% is more than 100%. Use this percentage anyway?',
  })
  const saved = await post(['fuelDeductionValue', 'customDeductions'])
  expect(saved.status).toBe(201)
  const path = `/api/settings/${saved.body.id}`
  expect((await carrier.client.put(path, { companyName: 'Green' })).status).toBe(200)
  const insurance = { insuranceDeductionType: 'percentage' }
  expect((await carrier.client.put(path, insurance)).body.confirm).toBe('insuranceDeductionValue')
})

test('C313 A rate of escrow interest above 20% must be confirmed', async () => {
  const escrow = { balance: 'escrow', total: '5000', value: '1000' }
  await carrier.createRule(escrow)
  await carrier.createLoad('2026-07-03', '3000')
  await carrier.approve((await carrier.settle('2026-07-03')).id)
  const post = (confirmed: string[]) =>
    carrier.client.post('/api/balances/interest', { quarter: '2026-Q3', rate: '42.5', confirmed })
  expect((await post([])).body).toMatchObject({
    confirm: 'rate',
    message: '42.5% per year is unusually high. Post interest at this rate anyway?',
  })
  expect((await post(['rate'])).status).toBe(201)
})

test.each(['-1', '100.5'])('C311 The quick pay percentage of a broker is not %s', async (sent) => {
  const broker = { ...makeSample('brokers'), quickPayPercent: sent }
  expect((await carrier.client.post('/api/brokers', broker)).body.fields).toEqual({
    quickPayPercent: ['Quick pay (%) must be from 0 to 100.00'],
  })
})
