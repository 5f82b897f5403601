/** Random recurring deductions: the run, the preview and the saved settlement have the same lines. */
import { expect, test } from 'vitest'
import { addUp, toAmount, toCents } from '#core/money.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { createChance, type Chance } from '#server/testing/fuzz/chance.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const FRIDAY = '2026-11-20'

test('C16 C312 Of two deductions without an order, the one that was entered first comes first', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createLoad(FRIDAY, '1000')
  const flat = { value: '300', shortfall: 'never' }
  await carrier.createRule({ ...flat, description: 'Yard', category: 'parking', floor: '100' })
  await carrier.createRule({ ...flat, description: 'Plates', category: 'permits', floor: '500' })
  expect(await readNets(carrier)).toEqual(['500.00', '500.00', '500.00', '500.00'])
})

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'C16 C312 Run, preview, saved and recalculated settlement have one net (seed %i)',
  async (seed) => {
    const chance = createChance(seed)
    const carrier = await createTestCarrier(app)
    if (chance.in(0.3))
      await carrier.client.post('/api/settings', {
        companyName: 'Blue',
        insuranceDeductionType: chance.oneOf(['fixed', 'percentage']),
        insuranceDeductionValue: '3.5',
      })
    for (const miles of ['312.4', '87'].slice(chance.whole(2)))
      await carrier.createLoad(FRIDAY, `${400 + chance.whole(1200)}.37`, { miles })
    for (let count = 3 + chance.whole(5); count > 0; count--) await addRule(carrier, chance)
    const [first, ...others] = await readNets(carrier)
    expect(others).toEqual([first, first, first])
  },
)

/** The net of the run, the preview, the saved settlement and the recalculated one, in this order. */
async function readNets({ client, truckId, settle }: TestCarrier) {
  const days = `settlementDate=${FRIDAY}&today=${FRIDAY}`
  const path = `/api/settlements/preview?truckId=${truckId}&${days}`
  const { totalRevenue = '0.00', proposed = [] } = (await client.get<SettlementPreview>(path)).body
  const deductions = addUp(proposed.map(({ amount }) => amount))
  const run = await client.get<Run>(`/api/settlements/run?today=${FRIDAY}&week=${FRIDAY}`)
  const saved = await settle(FRIDAY, { startFromDefaults: true })
  const again = await client.put(`/api/billing/${saved.id}`, { recalculate: true })
  const previewed = toAmount(toCents(totalRevenue) - deductions)
  return [run.body.rows[0]?.net, previewed, saved.netPayment, again.body.netPayment]
}

/** A rule that the server rejects, such as a percentage after fuel in fuel, is left out. */
async function addRule({ client }: TestCarrier, chance: Chance): Promise<void> {
  const isPay = chance.in(0.15)
  const basis = chance.oneOf(BASES)
  const isFlat = basis === 'fixed'
  const isPercent = basis.startsWith('percent')
  const hasTotal = !isPay && chance.in(0.2)
  await client.post('/api/deduction-rules', {
    kind: isPay ? 'extra-pay' : 'deduction',
    ...(isPay ? { extraPay: 'bonus' } : {}),
    category: isPay ? 'other' : chance.oneOf(EXPENSE_CATEGORIES),
    description: 'Rule',
    basis,
    value: isFlat
      ? `${50 + chance.whole(400)}.15`
      : isPercent
        ? `${1 + chance.whole(30)}.5`
        : '0.815',
    ...(chance.in(0.7) && !isPay ? { floor: `${100 * chance.whole(12)}` } : {}),
    ...(chance.in(0.2) && !isPay ? { netPercent: `${10 + chance.whole(60)}` } : {}),
    shortfall: chance.oneOf(['later', 'never']),
    ...(chance.in(0.3) ? { priority: 1 + chance.whole(3) } : {}),
    ...(hasTotal ? { balance: chance.oneOf(['loan', 'escrow']), total: '210.40' } : {}),
    frequency: chance.oneOf(['settlement', 'week', 'month']),
  })
}

const BASES = [
  'percent',
  'percent-after-fuel',
  'percent-of-net',
  'fixed',
  'fixed',
  'per-mile',
  'per-empty-mile',
  'per-load',
] as const
