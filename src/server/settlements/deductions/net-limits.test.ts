/** Bases that follow the other lines, and deductions that leave a net (SPEC C16). */
import { expect, test } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FRIDAY, NEXT_FRIDAY, THIRD_FRIDAY] = ['2026-11-20', '2026-11-27', '2026-12-04'] as const

/** The amount and formula of each line, keyed by description. */
async function readTexts(carrier: TestCarrier, id: number) {
  const lines = await carrier.readLines(id)
  return Object.fromEntries(
    lines.map(({ description, amount, formula }) => [description ?? 'Manual', [amount, formula]]),
  )
}

async function addLine(carrier: TestCarrier, id: number, values: object) {
  const line = { category: 'fuel', description: 'Pilot', amount: '100' }
  return (await carrier.client.post<Line>(`/api/billing/${id}/expenses`, { ...line, ...values }))
    .body
}

test('C16 A percentage after fuel follows every change of fuel', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Dispatch', basis: 'percent-after-fuel', value: '10' })
  await carrier.createLoad(FRIDAY, '3000')
  const { id } = await carrier.settle(FRIDAY)
  expect(await readTexts(carrier, id)).toEqual({
    Dispatch: ['300.00', '10% × $3,000.00 after fuel'],
  })
  // 112.431 × 3.799 = 427.13; 10% of 2,572.87 = 257.287
  const pilot = await addLine(carrier, id, {
    amount: undefined,
    quantity: '112.431',
    rate: '3.799',
  })
  expect((await readTexts(carrier, id)).Dispatch).toEqual(['257.29', '10% × $2,572.87 after fuel'])
  // A manual entry of 72.87 more: fuel is 500.00; 10% of 2,500.00
  const typed = await carrier.client.put<Settlement>(`/api/billing/${id}`, { fuel: '500' })
  expect(typed.body).toMatchObject({ fuel: '500.00', other: '250.00', netPayment: '2250.00' })
  // The line is edited to 300.00, a fuel card refund of 50.00: 3,000.00 − 300.00 − 72.87 + 50.00 = 2,677.13
  await carrier.client.put(`/api/billing/${id}/expenses/${pilot.id}`, {
    quantity: null,
    rate: null,
    amount: '300',
  })
  await addLine(carrier, id, { description: 'Refund', amount: '-50' })
  expect((await readTexts(carrier, id)).Dispatch).toEqual(['267.71', '10% × $2,677.13 after fuel'])
  await carrier.client.delete(`/api/billing/${id}/expenses/${pilot.id}`)
  // 3,000.00 − 72.87 + 50.00 = 2,977.13
  expect((await readTexts(carrier, id)).Dispatch).toEqual(['297.71', '10% × $2,977.13 after fuel'])
  expect((await carrier.approve(id)).status).toBe(200)
})

test('C16 A percentage of the gross does not follow fuel', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Share', basis: 'percent', value: '12' })
  await carrier.createLoad(FRIDAY, '3000')
  const { id } = await carrier.settle(FRIDAY, { fuel: '1000' })
  expect((await readTexts(carrier, id)).Share).toEqual(['360.00', '12% × $3,000.00'])
})

test('C16 Empty miles are deducted by their own rate', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Deadhead', basis: 'per-empty-mile', value: '0.055' })
  await carrier.createRule({
    description: 'Trailer',
    basis: 'per-mile',
    value: '0.1',
    category: 'trailerRental',
  })
  const load = await carrier.createLoad(FRIDAY, '2000', { miles: '612', emptyMiles: '118.5' })
  await carrier.createLoad(FRIDAY, '0', { miles: '0', emptyMiles: '0' })
  const { id } = await carrier.settle(FRIDAY)
  // 118.5 × 0.055 = 6.5175; 612 × 0.10 = 61.20
  expect(await readTexts(carrier, id)).toEqual({
    Trailer: ['61.20', '612 mi × $0.10'],
    Deadhead: ['6.52', '118.5 empty mi × $0.055'],
  })
  await carrier.client.put(`/api/loads/${load.id}`, { ...load, emptyMiles: '200' })
  const query = `week=${FRIDAY}&today=${FRIDAY}`
  const run = (await carrier.client.get<Run>(`/api/settlements/run?${query}`)).body
  expect(run.rows[0]?.exceptions).toContainEqual({
    cause: 'stale',
    text: 'Deductions are out of date',
  })
  expect(await carrier.approve(id)).toMatchObject({
    status: 409,
    body: { message: 'Miles or loads changed. Recalculate before approving.' },
  })
  await carrier.client.put(`/api/billing/${id}`, { recalculate: true })
  // 200 × 0.055 = 11.00
  expect((await carrier.approve(id)).body).toMatchObject({ other: '11.00', status: 'approved' })
})

test('C16 Child support is a share of the net and leaves a floor', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Fee', basis: 'percent', value: '12' })
  await carrier.createRule({
    description: 'Child support',
    basis: 'percent-of-net',
    value: '25',
    floor: '500',
  })
  const settle = async (date: string, fuel: string) => {
    await carrier.createLoad(date, '2000')
    const { id } = await carrier.settle(date, { fuel })
    return { id, line: (await readTexts(carrier, id))['Child support'] }
  }
  // 2,000.00 − 240.00 − 560.00 = 1,200.00; 25% is 300.00 and leaves 900.00
  const first = await settle(FRIDAY, '560')
  expect(first.line).toEqual(['300.00', '25% × $1,200.00 net'])
  expect(await carrier.readSettlement(first.id)).toMatchObject({ netPayment: '900.00' })
  // 2,000.00 − 240.00 − 1,160.00 = 600.00; 25% is 150.00, but only 100.00 leaves 500.00
  const second = await settle(NEXT_FRIDAY, '1160')
  expect(second.line).toEqual(['100.00', '25% × $600.00 net, limited to keep a net of $500.00'])
  expect(await carrier.readSettlement(second.id)).toMatchObject({ netPayment: '500.00' })
  // 2,000.00 − 240.00 − 2,060.00 is below zero: nothing is taken.
  const third = await settle(THIRD_FRIDAY, '2060')
  expect(third.line).toEqual(['0.00', '25% × $0.00 net'])
  expect(await carrier.readSettlement(third.id)).toMatchObject({ netPayment: '-300.00' })
})

test('C16 Support comes before the other floors; what did not fit is taken later', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({
    description: 'Advance',
    value: '400',
    balance: 'advance',
    total: '1000',
    floor: '500',
    shortfall: 'later',
    priority: 2,
  })
  await carrier.createRule({ description: 'Tools', value: '100', floor: '500', priority: 1 })
  await carrier.createRule({ description: 'Support', basis: 'percent-of-net', value: '25' })
  await carrier.createLoad(FRIDAY, '1000')
  const first = await carrier.settle(FRIDAY)
  // 25% of 1,000.00 = 250.00; 750.00 is left: Tools 100.00, then 150.00 of 400.00; 250.00 is left for later
  expect(await readTexts(carrier, first.id)).toEqual({
    Support: ['250.00', '25% × $1,000.00 net'],
    Tools: ['100.00', 'flat $100.00'],
    Advance: ['150.00', 'flat $400.00, limited to keep a net of $500.00, $150.00 of $1,000.00'],
  })
  expect(first.netPayment).toBe('500.00')
  await carrier.createLoad(NEXT_FRIDAY, '4000')
  const second = await carrier.settle(NEXT_FRIDAY)
  // 25% of 4,000.00 = 1,000.00; Advance 400.00 + 250.00 = 650.00, 800.00 of 1,000.00 together
  expect(await readTexts(carrier, second.id)).toEqual({
    Support: ['1000.00', '25% × $4,000.00 net'],
    Tools: ['100.00', 'flat $100.00'],
    Advance: ['650.00', 'flat $400.00, plus $250.00 from before, $800.00 of $1,000.00'],
  })
  await carrier.createLoad(THIRD_FRIDAY, '4000')
  const third = await carrier.settle(THIRD_FRIDAY)
  expect((await readTexts(carrier, third.id)).Advance).toEqual([
    '200.00',
    // The installments before were not full.
    'flat $400.00, $1,000.00 of $1,000.00',
  ])
})

test('C16 A carry-forward does not change the net that limits deductions', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createLoad(FRIDAY, '100')
  const first = await carrier.settle(FRIDAY, { fuel: '400' })
  expect((await carrier.approve(first.id)).body.netPayment).toBe('0.00')
  await carrier.createRule({ description: 'Support', basis: 'percent-of-net', value: '50' })
  await carrier.createLoad(NEXT_FRIDAY, '1000')
  const { id } = await carrier.settle(NEXT_FRIDAY)
  // 50% of 1,000.00, not of 700.00
  expect((await readTexts(carrier, id)).Support).toEqual(['500.00', '50% × $1,000.00 net'])
  expect(await carrier.readSettlement(id)).toMatchObject({ netPayment: '200.00' })
  expect((await carrier.approve(id)).status).toBe(200)
})

test('C16 An edited line keeps its amount, and what it takes is final', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Loan', value: '300', floor: '500', shortfall: 'later' })
  await carrier.createLoad(FRIDAY, '600')
  const { id } = await carrier.settle(FRIDAY)
  const [line] = await carrier.readLines(id)
  expect(line).toMatchObject({ amount: '100.00', deferred: '200.00', limited: true })
  await carrier.client.put(`/api/billing/${id}/expenses/${line?.id}`, { amount: '250' })
  await addLine(carrier, id, {})
  const [, edited] = await carrier.readLines(id)
  expect(edited).toMatchObject({
    amount: '250.00',
    deferred: '0.00',
    formula: 'flat $300.00, edited',
  })
  await carrier.createLoad(NEXT_FRIDAY, '2000')
  expect((await carrier.settle(NEXT_FRIDAY)).other).toBe('300.00')
})

/** Child support of 300.00 a week, but at most 50% of the net (15 USC 1673). */
const SUPPORT = { description: 'Support', value: '300', netPercent: '50', shortfall: 'later' }

test('C316 A flat amount is limited to a percentage of the net, and the print says so', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule(SUPPORT)
  await carrier.createLoad(FRIDAY, '1000')
  await carrier.createLoad(NEXT_FRIDAY, '1000')
  const { id } = await carrier.settle(FRIDAY)
  expect((await readTexts(carrier, id)).Support).toEqual(['300.00', 'flat $300.00'])
  // Fuel leaves a net of 400.00: 50% is 200.00, and 100.00 are left for later.
  const pilot = await addLine(carrier, id, { amount: '600' })
  const limited = ['200.00', 'flat $300.00, limited to 50% of net ($400.00)']
  expect((await readTexts(carrier, id)).Support).toEqual(limited)
  const [row] = (await readRun(carrier)).rows
  expect(row).toMatchObject({ stale: false, net: '200.00' })
  expect((await carrier.approve(id)).status).toBe(200)
  const printed = (await pdfText(await carrier.readPdf(id))).join(' ').replaceAll(/\s+/g, ' ')
  expect(printed).toContain('flat $300.00, limited to 50% of net ($400.00)')
  const spanish = `/api/billing/${id}/statement.pdf?language=es`
  const headers = { cookie: carrier.client.cookie }
  const { rawPayload } = await app.inject({ url: spanish, headers })
  expect((await pdfText(rawPayload)).join(' ').replaceAll(/\s+/g, ' ')).toContain(
    'limitado al 50% del neto ($400.00)',
  )
  expect(pilot.amount).toBe('600.00')
  // 300.00 and the 100.00 left before; 50% of 1,000.00 is 500.00.
  const next = await carrier.settle(NEXT_FRIDAY)
  expect((await readTexts(carrier, next.id)).Support).toEqual([
    '400.00',
    'flat $300.00, plus $100.00 from before',
  ])
})

test('C316 The limit, a percentage of the net and a floor of one settlement use one net', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Floor', value: '400', floor: '100' })
  await carrier.createRule({ description: 'Levy', basis: 'percent-of-net', value: '25' })
  await carrier.createRule({ ...SUPPORT, category: 'permits' })
  await carrier.createLoad(FRIDAY, '500')
  const { id } = await carrier.settle(FRIDAY)
  // 25% of 500.00 and 50% of 500.00; 125.00 are left, of which the floor leaves 100.00.
  expect(await readTexts(carrier, id)).toEqual({
    Levy: ['125.00', '25% × $500.00 net'],
    Support: ['250.00', 'flat $300.00, limited to 50% of net ($500.00)'],
    Floor: ['25.00', 'flat $400.00, limited to keep a net of $100.00'],
  })
  expect((await readRun(carrier)).rows).toMatchObject([{ stale: false, net: '100.00' }])
})

test('C316 A limit below a floor prints the floor, and a net below zero takes nothing', async () => {
  const carrier = await createTestCarrier(app)
  const rule = await carrier.createRule({ ...SUPPORT, floor: '900' })
  expect(rule).toMatchObject({ netPercent: '50.00', floor: '900.00' })
  await carrier.createLoad(FRIDAY, '1000')
  const { id } = await carrier.settle(FRIDAY)
  expect((await readTexts(carrier, id)).Support).toEqual([
    '100.00',
    'flat $300.00, limited to keep a net of $900.00',
  ])
  await addLine(carrier, id, { amount: '1200' })
  expect((await readTexts(carrier, id)).Support).toEqual([
    '0.00',
    'flat $300.00, limited to 50% of net ($0.00)',
  ])
  expect((await carrier.approve(id)).status).toBe(200)
})

async function readRun(carrier: TestCarrier): Promise<Run> {
  const path = `/api/settlements/run?today=${FRIDAY}&week=${FRIDAY}`
  return (await carrier.client.get<Run>(path)).body
}

test('C16 A rule is rejected at the field that does not agree with the others', async () => {
  const carrier = await createTestCarrier(app)
  const send = async (values: object) => {
    const least = { category: 'other', description: 'Fee', basis: 'fixed', value: '5' }
    const { status, body } = await carrier.client.post('/api/deduction-rules', {
      ...least,
      ...values,
    })
    return [status, Object.keys(body.fields ?? {})]
  }
  expect(await send({ floor: '-1' })).toEqual([400, ['floor']])
  expect(await send({ netPercent: '100.5' })).toEqual([400, ['netPercent']])
  expect(await send({ priority: '0' })).toEqual([400, ['priority']])
  expect(await send({ everyWeeks: '2' })).toEqual([400, ['everyWeeks']])
  expect(await send({ frequency: 'weeks', everyWeeks: '1' })).toEqual([400, ['everyWeeks']])
  expect(await send({ frequency: 'daily' })).toEqual([400, ['frequency']])
  expect(await send({ category: 'fuel', floor: '100' })).toEqual([400, ['floor']])
  expect(await send({ ownerId: 99_999_999 })).toEqual([400, ['ownerId']])
})
