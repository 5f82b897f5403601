import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import { compareStatements, findCauses, type ComparedStatement } from './compare-statements.ts'

type Line = ComparedStatement['lines'][number]

function line(values: Partial<Line> & { amount: Amount }): Line {
  const blank = { description: null, ruleId: null, ruleKey: null, extraPay: null, formula: null }
  return { kind: 'plain', category: 'fuel', ...blank, ...values }
}

/** A statement whose net follows from its revenue and lines. */
function statement(revenue: Amount, lines: Line[], miles: Amount[] = []): ComparedStatement {
  const expenses = lines.reduce((sum, { amount }) => sum + toCents(amount), 0n)
  return {
    totalRevenue: revenue,
    netPayment: toAmount(toCents(revenue) - expenses),
    loads: miles.map((distance) => ({ miles: distance })),
    lines,
  }
}

const fuelRule = { kind: 'rule', ruleKey: 'default:fuel', description: 'Fuel' } as const
const insurance = { kind: 'rule', category: 'insurance', ruleKey: 'rule:4', ruleId: 4 } as const

test('C52 Each deduction is compared with the same deduction of the earlier statement', () => {
  const current = statement(
    '4000.00',
    [
      line({ ...fuelRule, amount: '600.00', formula: '15% × $4,000.00' }),
      line({ ...insurance, description: 'Cargo insurance', amount: '350.00' }),
      line({ kind: 'carry-in', category: 'other', description: 'From 7', amount: '120.50' }),
    ],
    ['800.00', '412.50'],
  )
  const previous = statement(
    '5000.00',
    [
      line({ ...fuelRule, amount: '750.00', formula: '15% × $5,000.00' }),
      line({ ...insurance, description: 'Insurance', amount: '300.00' }),
    ],
    ['1500.00'],
  )
  const { loads, miles, rows, gross, net } = compareStatements(current, previous)
  expect(loads).toEqual({ current: 2, previous: 1 })
  expect(miles).toEqual({ current: '1212.50', previous: '1500.00', difference: '-287.50' })
  expect(
    rows.map(({ label, current: now, previous: was, difference }) => [label, now, was, difference]),
  ).toEqual([
    ['Loads', '4000.00', '5000.00', '-1000.00'],
    ['Fuel', '-600.00', '-750.00', '150.00'],
    ['Cargo insurance', '-350.00', '-300.00', '-50.00'],
    ['Carry-forward from an earlier statement', '-120.50', '0.00', '-120.50'],
  ])
  expect(rows[1]).toMatchObject({
    formula: '15% × $4,000.00',
    previousFormula: '15% × $5,000.00',
  })
  expect(gross).toEqual({ current: '4000.00', previous: '5000.00', difference: '-1000.00' })
  expect(net).toEqual({ current: '2929.50', previous: '3950.00', difference: '-1020.50' })
})

test('C52 A deduction on only one of the statements has $0.00 on the other', () => {
  const current = statement('100.00', [line({ category: 'tolls', amount: '5.00' })])
  const previous = statement('100.00', [line({ category: 'permits', amount: '8.00' })])
  const { rows } = compareStatements(current, previous)
  expect(rows.slice(1).map(({ label, current: now, previous: was }) => [label, now, was])).toEqual([
    ['Tolls', '-5.00', '0.00'],
    ['Permits', '0.00', '-8.00'],
  ])
})

test('C52 Entries that differ only in their numbers are the same deduction', () => {
  const entered = { kind: 'entered', category: 'fuel' } as const
  const current = statement('900.00', [
    line({ ...entered, description: 'Fuel card 11/20', amount: '100.00', formula: 'one' }),
    line({ ...entered, description: 'Fuel card 11/21', amount: '50.00', formula: 'two' }),
  ])
  const previous = statement('900.00', [
    line({ ...entered, description: 'fuel card 11/13', amount: '90.00' }),
  ])
  const { rows } = compareStatements(current, previous)
  expect(rows.slice(1)).toEqual([
    {
      part: 'deductions',
      label: 'Fuel card 11/20',
      formula: null,
      previousFormula: null,
      current: '-150.00',
      previous: '-90.00',
      difference: '-60.00',
    },
  ])
})

test('C52 Extra pay counts as gross, and the parts are listed in order', () => {
  const current = statement('100.00', [
    line({ kind: 'offset', category: 'other', amount: '-1.00' }),
    line({ kind: 'withholding', category: 'other', amount: '24.00' }),
    line({ kind: 'correction', category: 'other', amount: '2.00' }),
    line({ kind: 'carry-out', category: 'other', amount: '-3.00' }),
    line({ kind: 'entered', category: 'tolls', description: 'Lumper', amount: '-4.00' }),
    line({ kind: 'refund', category: 'other', ruleId: 3, ruleKey: null, amount: '-5.00' }),
    line({ kind: 'extra-pay', category: 'other', extraPay: 'detention', amount: '-6.00' }),
  ])
  const { rows, gross } = compareStatements(current, null)
  expect(rows.map(({ part, current: now, difference }) => [part, now, difference])).toEqual([
    ['gross', '100.00', null],
    ['gross', '6.00', null],
    ['reimbursements', '4.00', null],
    ['deductions', '5.00', null],
    ['adjustments', '-2.00', null],
    ['withholding', '-24.00', null],
    ['offsets', '1.00', null],
    ['carryForwards', '3.00', null],
  ])
  expect(gross).toEqual({ current: '106.00', previous: null, difference: null })
})

test('C52 A statement without loads keeps its row for loads', () => {
  const { rows, loads } = compareStatements(statement('0.00', []), null)
  expect(rows.map(({ label, current }) => [label, current])).toEqual([['Loads', '0.00']])
  expect(loads).toEqual({ current: 0, previous: null })
})

test('C52 The causes are the largest differences in the direction of the net', () => {
  const entry = (category: (typeof EXPENSE_CATEGORIES)[number], amount: Amount) =>
    line({ category, amount })
  const current = statement('1000.00', [
    entry('fuel', '100.00'),
    entry('tolls', '40.00'),
    entry('tires', '30.00'),
    entry('permits', '10.00'),
  ])
  const previous = statement('900.00', [entry('fuel', '60.00'), entry('tolls', '0.00')])
  const comparison = compareStatements(current, previous)
  expect(comparison.net.difference).toBe('-20.00')
  expect(findCauses(comparison).map(({ label }) => label)).toEqual(['Fuel', 'Tolls', 'Tires'])
  expect(findCauses(compareStatements(current, current))).toEqual([])
  expect(findCauses(compareStatements(current, null))).toEqual([])
})

const amounts = fc.bigInt({ min: -1_000_000_00n, max: 1_000_000_00n }).map(toAmount)
const lines = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out', 'offset'] as const),
    ),
    category: fc.constantFrom(...EXPENSE_CATEGORIES),
    description: fc.option(fc.constantFrom('Fuel card 1', 'Fuel card 2', 'Bunk heater')),
    ruleKey: fc.option(fc.constantFrom('rule:1', 'rule:2')),
    amount: amounts,
  }),
)

test('C52 The rows of each column add up to its net, and the differences to their difference', () => {
  fc.assert(
    fc.property(amounts, lines, amounts, lines, (revenue, some, earlier, others) => {
      const current = statement(revenue, some.map(line))
      const previous = statement(earlier, others.map(line))
      const { rows, net } = compareStatements(current, previous)
      const sum = (name: 'current' | 'previous' | 'difference') =>
        rows.reduce((total, row) => total + toCents(row[name] ?? '0.00'), 0n)
      expect(toAmount(sum('current'))).toBe(net.current)
      expect(toAmount(sum('previous'))).toBe(net.previous)
      expect(toAmount(sum('difference'))).toBe(net.difference)
    }),
  )
})
