import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents } from '#core/money.ts'
import type { LoadFigures } from '#core/settlements/bases.ts'
import { formatRuleFormula } from '#core/settlements/formula.ts'
import { buildRuleLines, toBasisFigures, type OtherLine } from './rule-lines.ts'
import { UNLIMITED, type Rule } from '#core/settlements/rules.ts'

const figures: LoadFigures = { revenue: 3_000_00n, miles: 900_00n, emptyMiles: 120_00n, loads: 2 }
const NOTHING = { deducted: 0n, owed: 0n }
let serial = 0

function makeRule(values: Partial<Rule>): Rule {
  const id = ++serial
  const defaults = {
    category: 'other',
    description: `Rule ${id}`,
    basis: 'fixed',
    value: '100.00',
  } as const
  return { ...UNLIMITED, ...defaults, id, key: `rule:${id}`, ...values }
}

function fuel(amount: string): OtherLine {
  return { kind: 'plain', category: 'fuel', amount }
}

function build(rules: Rule[], others: OtherLine[] = [], state = NOTHING) {
  return buildRuleLines(rules, figures, others, () => state)
}

function toTexts(lines: ReturnType<typeof build>) {
  const nothing = { byHand: false, reached: null, reachedOf: null }
  return lines.map((line) => [line.amount, formatRuleFormula({ ...line, ...nothing })])
}

test('C16 A percentage after fuel counts every line of fuel, manual entries and credits', () => {
  const share = makeRule({ basis: 'percent-after-fuel', value: '10.00' })
  const card = makeRule({ category: 'fuel', value: '150.00' })
  // 3,000.00 − 400.00 − 150.00 + 50.00 = 2,500.00
  const lines = build([share, card], [fuel('400.00'), { ...fuel('-50.00'), kind: 'entered' }])
  expect(toTexts(lines)).toEqual([
    ['150.00', 'flat $150.00'],
    ['250.00', '10% × $2,500.00 after fuel'],
  ])
  expect(toTexts(build([share], [fuel('3200.00')]))).toEqual([['0.00', '10% × $0.00 after fuel']])
})

test('C16 A percentage of the net comes after the other deductions, before carry-forwards', () => {
  const support = makeRule({ basis: 'percent-of-net', value: '25.00' })
  const fee = makeRule({ basis: 'percent', value: '12.00' })
  const carried: OtherLine = { kind: 'carry-in', category: 'other', amount: '700.00' }
  // 3,000.00 − 360.00 − 1,440.00 = 1,200.00; 25% is 300.00
  expect(toTexts(build([support, fee], [fuel('1440.00'), carried]))).toEqual([
    ['360.00', '12% × $3,000.00'],
    ['300.00', '25% × $1,200.00 net'],
  ])
})

test('C16 Two percentages of the net use the same net and never exceed it', () => {
  const [one, two] = [
    makeRule({ basis: 'percent-of-net', value: '60.00', priority: 2 }),
    makeRule({ basis: 'percent-of-net', value: '50.00', priority: 1 }),
  ]
  expect(toTexts(build([one, two], [fuel('2000.00')]))).toEqual([
    ['500.00', '50% × $1,000.00 net'],
    ['500.00', '60% × $1,000.00 net, limited to keep a net of $0.00'],
  ])
})

test('C16 A deduction with a floor takes what the net allows, in the order of the rules', () => {
  const loan = makeRule({ value: '400.00', floor: '500.00', priority: 2 })
  const support = makeRule({ value: '300.00', floor: '500.00', priority: 1, shortfall: 'later' })
  const last = makeRule({ value: '50.00', floor: '500.00' })
  // The net is 1,000.00: 300.00, then 200.00 of 400.00, then nothing.
  const lines = build([loan, support, last], [fuel('2000.00')])
  expect(toTexts(lines)).toEqual([
    ['300.00', 'flat $300.00'],
    ['200.00', 'flat $400.00, limited to keep a net of $500.00'],
    ['0.00', 'flat $50.00, limited to keep a net of $500.00'],
  ])
  expect(lines.map(({ deferred }) => deferred)).toEqual(['0.00', '0.00', '0.00'])
})

test('C16 What did not fit is taken later, if the rule says so', () => {
  const support = makeRule({ value: '300.00', floor: '500.00', shortfall: 'later' })
  const [short] = build([support], [fuel('2380.00')])
  // 3,000.00 − 2,380.00 − 500.00 = 120.00; 180.00 is left for later.
  expect(short).toMatchObject({ amount: '120.00', limited: true, deferred: '180.00' })
  const later = build([support], [fuel('2000.00')], { deducted: 0n, owed: 180_00n })
  expect(later[0]).toMatchObject({ amount: '480.00', limited: false, deferred: '-180.00' })
  expect(toTexts(later)).toEqual([['480.00', 'flat $300.00, plus $180.00 from before']])
  const taken = build([support], [], { deducted: 0n, owed: -300_00n })
  expect(toTexts(taken)).toEqual([['0.00', 'flat $300.00, $300.00 already taken']])
})

test('C16 C18 Extra pay that percentages count raises their base', () => {
  const bonus: OtherLine = { kind: 'extra-pay', category: 'other', amount: '-200.00' }
  const counted = toBasisFigures(figures, [{ ...bonus, subjectToPercent: true }, fuel('500.00')])
  expect(counted).toMatchObject({ revenue: 3_200_00n, afterFuel: 2_700_00n, net: 2_700_00n })
  expect(toBasisFigures(figures, [bonus])).toMatchObject({ revenue: 3_000_00n, net: 3_200_00n })
})

const amounts = fc.bigInt({ min: 1n, max: 2_000_00n })
const someRule = fc.record({
  basis: fc.constantFrom('fixed', 'percent', 'percent-of-net', 'percent-after-fuel', 'per-load'),
  value: amounts.map((cents) => toAmount(cents % 100_00n)),
  floor: fc.option(amounts.map(toAmount)),
  total: fc.option(amounts.map(toAmount)),
  priority: fc.option(fc.integer({ min: 1, max: 5 })),
  shortfall: fc.constantFrom('later', 'never'),
  owed: fc.bigInt({ min: -500_00n, max: 500_00n }),
  deducted: fc.bigInt({ min: 0n, max: 100_00n }),
})

test('C16 No line takes the net below its floor, or its rule past its total', () => {
  fc.assert(
    fc.property(
      fc.array(someRule, { maxLength: 6 }),
      fc.bigInt({ min: 0n, max: 4_000_00n }),
      (given, spent) => {
        const states = new Map(given.map((values) => [makeRule(values as Partial<Rule>), values]))
        const others = [fuel(toAmount(spent))]
        const stateOf = (rule: Rule) => states.get(rule) ?? NOTHING
        let net = figures.revenue - spent
        for (const line of buildRuleLines([...states.keys()], figures, others, stateOf)) {
          const [rule, values] = [...states].find(([{ key }]) => key === line.ruleKey) ?? []
          const amount = toCents(line.amount)
          net -= amount
          if (line.netFloor !== null && amount > 0n)
            expect(net).toBeGreaterThanOrEqual(toCents(line.netFloor))
          if (rule?.total && values)
            expect(values.deducted + amount).toBeLessThanOrEqual(toCents(rule.total))
          expect(amount).toBeGreaterThanOrEqual(0n)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('C16 What a rule deducts later adds up to what it would deduct at once', () => {
  const nets = fc.array(fc.bigInt({ min: 0n, max: 1_500_00n }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(nets, (weeks) => {
      const support = makeRule({ value: '300.00', floor: '500.00', shortfall: 'later' })
      const plenty = [...weeks, ...weeks.map(() => 3_000_00n)]
      let [owed, taken] = [0n, 0n]
      for (const [index, net] of plenty.entries()) {
        const others = [fuel(toAmount(figures.revenue - net))]
        const [line] = buildRuleLines([support], figures, others, () => ({ deducted: 0n, owed }))
        owed += toCents(line?.deferred ?? '0.00')
        taken += toCents(line?.amount ?? '0.00')
        expect(taken + owed).toBe(300_00n * BigInt(index + 1))
        expect(owed).toBeGreaterThanOrEqual(0n)
      }
      expect([owed, taken]).toEqual([0n, 300_00n * BigInt(plenty.length)])
    }),
  )
})
