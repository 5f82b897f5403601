import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newCompanySchema, type Company } from '#core/settings/company.ts'
import { toAmount, toCents } from '#core/money.ts'
import {
  applyRule,
  defaultRules,
  formatProgress,
  isActive,
  newRuleSchema,
  findRuleError,
  type Rule,
} from './rules.ts'
import { describeRule, type Basis, type BasisFigures } from './bases.ts'

const figures: BasisFigures = { revenue: 10_000_00n, miles: 2450_00n, loads: 3 }
const cents = fc.bigInt({ min: 1n, max: 99_999_99n })

function ruleOf(basis: Basis, value: string, total: string | null = null): Rule {
  const always = { truckId: null, firstDay: null, lastDay: null }
  return { key: 'k', id: 1, category: 'other', description: 'Fee', basis, value, total, ...always }
}

test.each([
  ['percent', '12.00', '1200.00', '12% × $10,000.00', '12% of revenue'],
  ['fixed', '350.00', '350.00', 'fixed $350.00', '$350.00 each settlement'],
  ['per-mile', '0.60', '1470.00', '2,450 mi × $0.60', '$0.60 a mile'],
  ['per-load', '25.00', '75.00', '3 loads × $25.00', '$25.00 a load'],
] as const)('C2 %s of %s takes %s and says %s', (basis, value, amount, formula, words) => {
  const rule = ruleOf(basis, value)
  expect(applyRule(rule, figures, 0n)).toMatchObject({ amount, formula })
  expect(describeRule(rule)).toBe(words)
})

test('C2 a line of nothing is none, and one load is not "loads"', () => {
  expect(applyRule(ruleOf('percent', '0.00'), figures, 0n)).toBe(null)
  expect(applyRule(ruleOf('per-load', '5.00'), { ...figures, loads: 0 }, 0n)).toBe(null)
  const one = applyRule(ruleOf('per-load', '5.00'), { ...figures, loads: 1 }, 0n)
  expect(one?.formula).toBe('1 load × $5.00')
})

test('C2 C3 what is taken by mile waits for the miles of its loads, unless its total is reached', () => {
  const noMiles = { ...figures, miles: 0n }
  expect(applyRule(ruleOf('per-mile', '0.60'), noMiles, 0n)).toMatchObject({
    amount: '0.00',
    quantity: '0.00',
    formula: '0 mi × $0.60',
  })
  expect(applyRule(ruleOf('per-mile', '0.60'), { ...noMiles, loads: 0 }, 0n)).toBe(null)
  expect(applyRule(ruleOf('per-mile', '0.60', '50.00'), noMiles, 50_00n)).toBe(null)
})

test('C2 B13 a percentage is of the revenue, rounded once and half away from zero', () => {
  const revenues = fc.bigInt({ min: 0n, max: 999_999_999_99n })
  fc.assert(
    fc.property(revenues, cents, (revenue, percent) => {
      const line = applyRule(ruleOf('percent', toAmount(percent)), { ...figures, revenue }, 0n)
      expect(toCents(line?.amount ?? '0.00')).toBe((revenue * percent + 5_000n) / 10_000n)
    }),
  )
})

test('C2 instalments run up to the total to the cent, then stop, and each says where it stands', () => {
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 1n, max: 40n }), cents, (value, times, rest) => {
      const total = value * times + (rest % value)
      const rule = ruleOf('fixed', toAmount(value), toAmount(total))
      let taken = 0n
      for (let line = applyRule(rule, figures, 0n); line; line = applyRule(rule, figures, taken)) {
        taken += toCents(line.amount)
        expect(taken).toBeLessThanOrEqual(total)
      }
      expect(taken).toBe(total)
    }),
  )
  const last = applyRule(ruleOf('fixed', '300.00', '1000.00'), figures, 900_00n)
  expect(last).toMatchObject({ amount: '100.00', formula: 'fixed $300.00' })
})

test('C2 C5 a line of a rule with a total says how it was computed, and where that brings the total', () => {
  const said = (formula: string, basis: Basis, reached: bigint) =>
    formatProgress(formula, { basis, value: '300.00', total: '1000.00' }, reached)
  expect(said('fixed $300.00', 'fixed', 1000_00n)).toBe('instalment 4 of 4, $1,000.00 of $1,000.00')
  const byHand = 'fixed $300.00, changed by hand'
  expect(said(byHand, 'fixed', 40_00n)).toBe(`${byHand}, $40.00 of $1,000.00`)
  expect(said('12% × $500.00', 'percent', 60_00n)).toBe('12% × $500.00, $60.00 of $1,000.00')
})

test('C2 a rule runs from its first day to its last, both included', () => {
  const span = { firstDay: '2026-11-01', lastDay: '2026-11-20' }
  const days = ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-21']
  expect(days.map((day) => isActive(span, day))).toEqual([false, true, true, false])
  expect(isActive({ firstDay: null, lastDay: null }, '1900-01-01')).toBe(true)
})

test('C2 B30 A9.limits.5 saved settings are rules: fuel 15 percent, insurance 350, and the custom ones', () => {
  const custom = { name: 'Wash', type: 'fixed', value: '5.00' }
  const read = newCompanySchema.parse({ customDeductions: [custom, custom] })
  const rules = defaultRules(read as Company)
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
])('C2 a rule of %j does not fit at %s', (given, field) => {
  const least = { category: 'other', description: 'Fee', basis: 'fixed', value: '5' }
  expect(findRuleError(newRuleSchema.parse(least))).toBe(null)
  expect(findRuleError(newRuleSchema.parse({ ...least, ...given }))?.[0]).toBe(field)
})
