/** Rates have four decimals, quantities three (SPEC C14). */
import { expect, test } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const FRIDAY = '2026-11-20'

test('C14 Fuel by the tenth of a cent and a rate of half a cent per mile are accepted', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createLoad(FRIDAY, '2000', { miles: '613.5' })
  const trailer = await carrier.createRule({
    description: 'Trailer',
    basis: 'per-mile',
    value: '0.055',
  })
  expect(trailer).toMatchObject({ value: '0.055' })
  const { id } = await carrier.settle(FRIDAY)
  const sent = { category: 'fuel', description: 'Pilot', quantity: '112.431', rate: '3.799' }
  const { status, body } = await carrier.client.post<Line>(`/api/billing/${id}/expenses`, sent)
  // 112.431 × 3.799 = 427.125369
  expect([status, body]).toMatchObject([
    201,
    { quantity: '112.431', rate: '3.799', amount: '427.13', formula: '112.431 × $3.799' },
  ])
  // 613.5 × 0.055 = 33.7425; 2,000.00 − 427.13 − 33.74 = 1,539.13
  expect(await carrier.readSettlement(id)).toMatchObject({
    fuel: '427.13',
    other: '33.74',
    netPayment: '1539.13',
  })
  expect((await carrier.readLines(id)).map(({ formula }) => formula)).toEqual([
    '112.431 × $3.799',
    '613.5 mi × $0.055',
  ])
  const changed = await carrier.client.put<Line>(`/api/billing/${id}/expenses/${body.id}`, {
    rate: '3.7005',
  })
  // 112.431 × 3.7005 = 416.0509155
  expect(changed.body).toMatchObject({ rate: '3.7005', amount: '416.05' })
  expect((await carrier.approve(id)).status).toBe(200)
  expect((await carrier.readLines(id))[0]).toMatchObject({ quantity: '112.431', rate: '3.7005' })
})

test('C14 Values are returned with at least two places and without trailing zeros', async () => {
  const carrier = await createTestCarrier(app)
  const values = ['350', '0.0500', '12.5', '0.0625', '0.1000']
  const rules = await Promise.all(
    values.map((value) => carrier.createRule({ basis: 'percent', confirmed: ['value'], value })),
  )
  expect(rules.map(({ value }) => value)).toEqual(['350.00', '0.05', '12.50', '0.0625', '0.10'])
  const { id } = await carrier.settle(FRIDAY)
  const sent = { category: 'fuel', description: 'Fuel', quantity: '10.500', rate: '4.0000' }
  const { body } = await carrier.client.post<Line>(`/api/billing/${id}/expenses`, sent)
  expect(body).toMatchObject({ quantity: '10.50', rate: '4.00', amount: '42.00' })
})

test('C14 A fifth decimal of a rate and a third decimal of an amount are rejected', async () => {
  const carrier = await createTestCarrier(app)
  const add = async (values: object) => {
    const base = { category: 'other', description: 'Fee', basis: 'percent', value: '1' }
    const { status, body } = await carrier.client.post('/api/deduction-rules', {
      ...base,
      ...values,
    })
    return [status, body.fields]
  }
  expect(await add({ value: '0.00001' })).toEqual([
    400,
    { value: ['Amount or rate must be a number with at most 4 decimals, e.g. 3.799'] },
  ])
  expect(await add({ basis: 'fixed', value: '100.005' })).toEqual([
    400,
    { value: ['Amount or rate must be a dollar amount, e.g. 950.00'] },
  ])
  expect(await add({ balance: 'loan', total: '100.005' })).toEqual([
    400,
    { total: ['Total amount must be a dollar amount, e.g. 950.00'] },
  ])
  const { id } = await carrier.settle(FRIDAY)
  const line = { category: 'fuel', quantity: '1.0005', rate: '3.799' }
  expect((await carrier.client.post(`/api/billing/${id}/expenses`, line)).body.fields).toEqual({
    quantity: ['Quantity must be a number with at most 3 decimals, e.g. 3.799'],
  })
})

test('C14 B30 Percentages of the settings have four decimals, flat amounts two', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createLoad(FRIDAY, '1000')
  const custom = { name: 'Cargo insurance', type: 'percentage', value: '0.0625' }
  const saved = await carrier.client.post('/api/settings', {
    companyName: 'Blue',
    fuelDeductionValue: '15.1255',
    customDeductions: [custom],
  })
  expect(saved.body).toMatchObject({
    fuelDeductionValue: '15.1255',
    insuranceDeductionValue: '350.00',
    customDeductions: [custom],
  })
  const query = `truckId=${carrier.truckId}&settlementDate=${FRIDAY}&today=${FRIDAY}`
  const preview = await carrier.client.get<SettlementPreview>(`/api/settlements/preview?${query}`)
  // 15.1255% of 1,000.00 = 151.255; 0.0625% of 1,000.00 = 0.625
  expect(preview.body.proposed?.map(({ amount, formula }) => [amount, formula])).toEqual([
    ['151.26', '15.1255% × $1,000.00'],
    ['350.00', 'flat $350.00'],
    ['0.63', '0.0625% × $1,000.00'],
  ])
  const path = `/api/settings/${saved.body.id}`
  const flat = await carrier.client.put(path, { insuranceDeductionValue: '350.125' })
  expect([flat.status, flat.body.fields]).toEqual([
    400,
    {
      insuranceDeductionValue: ['Insurance deduction value must be a dollar amount, e.g. 950.00'],
    },
  ])
  const list = await carrier.client.put(path, {
    customDeductions: [{ ...custom, type: 'fixed' }],
  })
  expect(list.status).toBe(400)
})
