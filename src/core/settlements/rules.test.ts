import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newCompanySchema, type Company } from '#core/settings/company.ts'
import { toAmount, toCents } from '#core/money.ts'
import { applyRule as apply } from './deductions/apply-rule.ts'
import { describeRule, NOT_FACTORED, type Basis, type BasisFigures } from './bases.ts'
import { findRuleError } from './deductions/rule-errors.ts'
import { defaultRules, isActive, newRuleSchema, UNLIMITED, type Rule } from './rules.ts'

const figures: BasisFigures = {
  revenue: 10_000_00n,
  miles: 2450_00n,
  emptyMiles: 120_00n,
  loads: 3,
  afterFuel: 7_500_00n,
  net: 5_000_00n,
  ...NOT_FACTORED,
}

function applyRule(rule: Rule, current: BasisFigures, deducted: bigint) {
  return apply(rule, current, { deducted })
}

const cents = fc.bigInt({ min: 1n, max: 99_999_99n })

function makeRule(basis: Basis, value: string, total: string | null = null): Rule {
  return {
    ...UNLIMITED,
    key: 'k',
    id: 1,
    category: 'other',
    description: 'Fee',
    basis,
    value,
    total,
  }
}

test.each([
  ['percent', '12.00', '1200.00', '10000.00', '12% of revenue'],
  ['fixed', '350.00', '350.00', null, '$350.00 per settlement'],
  ['percent-after-fuel', '10.00', '750.00', '7500.00', '10% of revenue after fuel'],
  ['percent-of-net', '25.00', '1250.00', '5000.00', '25% of net'],
  ['per-mile', '0.60', '1470.00', '2450.00', '$0.60 per loaded mile'],
  ['per-empty-mile', '0.055', '6.60', '120.00', '$0.055 per empty mile'],
  ['per-load', '25.00', '75.00', '3.00', '$25.00 per load'],
] as const)('C2 %s of %s deducts %s, calculated from %s', (basis, value, amount, figure, text) => {
  const rule = makeRule(basis, value)
  const computation = { basis, basisValue: value, basisFigure: figure }
  expect(applyRule(rule, figures, 0n)).toMatchObject({ amount, ...computation })
  expect(describeRule(rule)).toBe(text)
})

test('C2 A rule that would deduct $0.00 adds no line', () => {
  expect(applyRule(makeRule('percent', '0.00'), figures, 0n)).toBe(null)
  expect(applyRule(makeRule('per-load', '5.00'), { ...figures, loads: 0 }, 0n)).toBe(null)
})

test('C2 C3 A per-mile rule adds a line of $0.00 to loads without miles, up to its total', () => {
  const noMiles = { ...figures, miles: 0n }
  expect(applyRule(makeRule('per-mile', '0.60'), noMiles, 0n)).toMatchObject({
    amount: '0.00',
    quantity: '0.00',
    basisFigure: '0.00',
  })
  expect(applyRule(makeRule('per-mile', '0.60'), { ...noMiles, loads: 0 }, 0n)).toBe(null)
  expect(applyRule(makeRule('per-mile', '0.60', '50.00'), noMiles, 50_00n)).toBe(null)
})

test('C2 B13 A percentage of the revenue is rounded once, half away from zero', () => {
  const revenues = fc.bigInt({ min: 0n, max: 999_999_999_99n })
  fc.assert(
    fc.property(revenues, cents, (revenue, percent) => {
      const line = applyRule(makeRule('percent', toAmount(percent)), { ...figures, revenue }, 0n)
      expect(toCents(line?.amount ?? '0.00')).toBe((revenue * percent + 5_000n) / 10_000n)
    }),
  )
})

test('C2 Installments add up to the total, to the cent, and then stop', () => {
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 1n, max: 40n }), cents, (value, times, rest) => {
      const total = value * times + (rest % value)
      const rule = makeRule('fixed', toAmount(value), toAmount(total))
      let deducted = 0n
      for (
        let line = applyRule(rule, figures, 0n);
        line;
        line = applyRule(rule, figures, deducted)
      ) {
        deducted += toCents(line.amount)
        expect(deducted).toBeLessThanOrEqual(total)
      }
      expect(deducted).toBe(total)
    }),
  )
  const last = applyRule(makeRule('fixed', '300.00', '1000.00'), figures, 900_00n)
  expect(last).toMatchObject({ amount: '100.00', basisValue: '300.00' })
})

test('C2 A counted line that stops at the total has no quantity', () => {
  const last = applyRule(makeRule('per-mile', '0.60', '1000.00'), figures, 900_00n)
  expect(last).toMatchObject({ amount: '100.00', quantity: null, rate: null })
})

test('C15 A description says how often a deduction is taken', () => {
  const rule = makeRule('fixed', '350.00')
  const texts = [
    describeRule({ ...rule, frequency: 'week' }),
    describeRule({ ...rule, frequency: 'month' }),
    describeRule({ ...rule, frequency: 'weeks', everyWeeks: 2 }),
    describeRule({ ...makeRule('percent', '12.00'), frequency: 'week' }),
  ]
  expect(texts).toEqual([
    '$350.00 per week',
    '$350.00 per month',
    '$350.00 every 2 weeks',
    '12% of revenue, once per week',
  ])
})

test('C2 A rule is active from its first to its last day, both included', () => {
  const span = { firstDay: '2026-11-01', lastDay: '2026-11-20' }
  const days = ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-21']
  expect(days.map((day) => isActive(span, day))).toEqual([false, true, true, false])
  expect(isActive({ firstDay: null, lastDay: null }, '1900-01-01')).toBe(true)
})

test('C2 B30 C340 A9.limits.5 Answered settings are rules: fuel 15%, insurance $350, custom deductions', () => {
  const custom = { name: 'Wash', type: 'fixed', value: '5.00' }
  const read = newCompanySchema.parse({ customDeductions: [custom, custom] })
  const rules = defaultRules({ ...read, deductionsAnswered: true } as Company)
  expect(new Set(rules.map(({ key }) => key)).size).toBe(4)
  const lines = rules.map((rule) => applyRule(rule, figures, 0n))
  expect(lines.map((line) => [line?.category, line?.amount])).toEqual([
    ['fuel', '1500.00'],
    ['insurance', '350.00'],
    ['other', '5.00'],
    ['other', '5.00'],
  ])
})

test.each([
  [{ value: '0' }, 'value'],
  [{ firstDay: '2026-11-20', lastDay: '2026-11-19' }, 'lastDay'],
  [{ total: '5' }, 'balance'],
  [{ balance: 'loan' }, 'total'],
  [{ balance: 'loan', total: '0' }, 'total'],
  [{ value: '5.005' }, 'value'],
  [{ frequency: 'weeks' }, 'everyWeeks'],
  [{ frequency: 'weeks', everyWeeks: 2 }, 'firstDay'],
  [{ everyWeeks: 2 }, 'everyWeeks'],
  [{ basis: 'percent-of-net', category: 'fuel' }, 'category'],
  [{ basis: 'percent-after-fuel', category: 'fuel' }, 'category'],
  [{ floor: '500', category: 'fuel' }, 'floor'],
  [{ netPercent: '50', category: 'fuel' }, 'netPercent'],
  [{ netPercent: '0' }, 'netPercent'],
  [{ netPercent: '50', basis: 'percent-of-net' }, 'netPercent'],
  [{ netPercent: '50', basis: 'factoring-fee', category: 'factoring' }, 'netPercent'],
  [{ kind: 'extra-pay', extraPay: 'bonus', netPercent: '50' }, 'netPercent'],
  [{ truckId: 1, ownerId: 2 }, 'ownerId'],
  [{ truckId: 1, driverId: 2 }, 'driverId'],
  [{ ownerId: 1, driverId: 2 }, 'driverId'],
  [{ kind: 'extra-pay', extraPay: 'bonus', basis: 'percent-of-net' }, 'basis'],
  [{ kind: 'extra-pay', extraPay: 'bonus', floor: '1' }, 'floor'],
])('C2 C316 A rule with %j is invalid at %s', (given, field) => {
  const required = { category: 'other', description: 'Fee', basis: 'fixed', value: '5' }
  expect(findRuleError(newRuleSchema.parse(required))).toBe(null)
  expect(findRuleError(newRuleSchema.parse({ ...required, ...given }))?.[0]).toBe(field)
})
