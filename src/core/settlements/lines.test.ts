import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents } from '#core/money.ts'
import { EXPENSE_CATEGORIES } from './settlement.ts'
import { changedLineSchema, newLineSchema } from './line-requests.ts'
import { computedAmount, formatFormula, findLineError } from './lines.ts'
import { manualAmount, sumByCategory } from './category-amounts.ts'

const cents = fc.bigInt({ min: -99_999_999_99n, max: 99_999_999_99n })
const quantities = fc.bigInt({ min: 0n, max: 99_999_99n })

const line = {
  category: 'fuel' as const,
  description: null,
  reference: null,
  quantity: null,
  rate: null,
  loadId: null,
  amount: '1.00',
}

test('C1 Each category is the sum of its lines, to the cent', () => {
  const lines = fc.array(fc.record({ category: fc.constantFrom(...EXPENSE_CATEGORIES), cents }))
  fc.assert(
    fc.property(lines, (some) => {
      const sums = sumByCategory(some.map((line) => ({ ...line, amount: toAmount(line.cents) })))
      for (const category of EXPENSE_CATEGORIES) {
        const matching = some.filter((line) => line.category === category)
        expect(toCents(sums[category])).toBe(matching.reduce((sum, line) => sum + line.cents, 0n))
      }
    }),
  )
})

test('C1 The manual entry brings a category to the typed amount, whatever its lines', () => {
  fc.assert(
    fc.property(cents, fc.array(cents), fc.option(cents), (typed, others, entry) => {
      const rest = others.reduce((sum, cents) => sum + cents, 0n)
      const before = rest + (entry ?? 0n)
      const next = manualAmount(
        toAmount(typed),
        toAmount(before),
        entry === null ? undefined : toAmount(entry),
      )
      expect(rest + next).toBe(typed)
    }),
  )
})

test('C1 Quantity × rate is rounded once, half away from zero', () => {
  fc.assert(
    fc.property(quantities, quantities, (quantity, rate) => {
      const given = { quantity: toAmount(quantity), rate: toAmount(rate) }
      expect(computedAmount(given)).toBe((quantity * rate + 50n) / 100n)
    }),
  )
  expect(computedAmount({ quantity: '3.00', rate: null })).toBe(null)
})

test('C1 A line of "other" needs a description; an amount must equal quantity × rate', () => {
  expect(findLineError(line)).toBe(null)
  expect(findLineError({ ...line, category: 'other' })?.[0]).toBe('description')
  expect(findLineError({ ...line, category: 'other', description: 'Wash' })).toBe(null)
  const counted = { ...line, quantity: '120.50', rate: '3.89', amount: '468.75' }
  expect(findLineError(counted)).toBe(null)
  expect(findLineError({ ...counted, amount: '468.74' })).toEqual([
    'amount',
    'Amount must equal quantity × rate ($468.75)',
  ])
})

test('C1 A line prints how its amount was computed', () => {
  const progress = { reached: null, reachedOf: null }
  const rule = { basis: 'fixed' as const, basisValue: '5.00', basisFigure: null }
  const state = { kind: 'rule' as const, skipped: false, byHand: false, formula: null }
  const ofRule = { ...rule, ...state, ...progress, amount: '5.00', quantity: null, rate: null }
  const entered = { ...ofRule, kind: 'entered' as const }
  expect(formatFormula({ ...entered, quantity: '2450.00', rate: '0.60' })).toBe('2,450 × $0.60')
  expect(formatFormula({ ...entered, rate: '0.60' })).toBe(null)
  expect(formatFormula(ofRule)).toBe('flat $5.00')
  expect(formatFormula({ ...ofRule, byHand: true, skipped: true })).toBe('skipped')
  expect(formatFormula({ ...ofRule, kind: 'carry-in' })).toBe('negative net')
  expect(formatFormula({ ...ofRule, formula: 'stored' })).toBe('stored')
})

test('C1 An omitted field stays unset, and a field that the server sets is dropped', () => {
  expect(newLineSchema.parse({ category: 'fuel', amount: '-5', kind: 'rule', id: 3 })).toEqual({
    category: 'fuel',
    amount: '-5.00',
  })
  expect(changedLineSchema.parse({ quantity: '' })).toEqual({ quantity: null })
})

test.each([
  [{}, 'category'],
  [{ category: 'misc' }, 'category'],
  [{ category: 'fuel', amount: '1e3' }, 'amount'],
  [{ category: 'fuel', quantity: '1,5' }, 'quantity'],
  [{ category: 'fuel', date: '2026-02-30' }, 'date'],
])('C1 A line with %j is rejected at %s', (sent, field) => {
  const { error } = newLineSchema.safeParse(sent)
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})
