import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents } from '#core/money.ts'
import { EXPENSE_CATEGORIES } from './settlement.ts'
import {
  changedLineSchema,
  computedAmount,
  formatFormula,
  findLineError,
  newLineSchema,
} from './lines.ts'
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

test('C1 each category is the sum of its lines, to the cent', () => {
  const lines = fc.array(fc.record({ category: fc.constantFrom(...EXPENSE_CATEGORIES), cents }))
  fc.assert(
    fc.property(lines, (some) => {
      const sums = sumByCategory(some.map((one) => ({ ...one, amount: toAmount(one.cents) })))
      for (const category of EXPENSE_CATEGORIES) {
        const mine = some.filter((one) => one.category === category)
        expect(toCents(sums[category])).toBe(mine.reduce((sum, one) => sum + one.cents, 0n))
      }
    }),
  )
})

test('C1 a typed box is what its lines add up to afterwards, whatever lines there are', () => {
  fc.assert(
    fc.property(cents, fc.array(cents), fc.option(cents), (typed, others, plain) => {
      const rest = others.reduce((sum, one) => sum + one, 0n)
      const box = rest + (plain ?? 0n)
      const next = manualAmount(
        toAmount(typed),
        toAmount(box),
        plain === null ? undefined : toAmount(plain),
      )
      expect(rest + next).toBe(typed)
    }),
  )
})

test('C1 quantity × rate is the amount, rounded once, half away from zero', () => {
  fc.assert(
    fc.property(quantities, quantities, (quantity, rate) => {
      const given = { quantity: toAmount(quantity), rate: toAmount(rate) }
      expect(computedAmount(given)).toBe((quantity * rate + 50n) / 100n)
    }),
  )
  expect(computedAmount({ quantity: '3.00', rate: null })).toBe(null)
})

test('C1 a line of "other" says what it is for; an amount agrees with its quantity and rate', () => {
  expect(findLineError(line)).toBe(null)
  expect(findLineError({ ...line, category: 'other' })?.[0]).toBe('description')
  expect(findLineError({ ...line, category: 'other', description: 'Wash' })).toBe(null)
  const counted = { ...line, quantity: '120.50', rate: '3.89', amount: '468.75' }
  expect(findLineError(counted)).toBe(null)
  expect(findLineError({ ...counted, amount: '468.74' })).toEqual([
    'amount',
    'Quantity × rate is $468.75',
  ])
})

test('C1 a line prints how it was computed', () => {
  expect(formatFormula({ formula: null, quantity: '2450.00', rate: '0.60' })).toBe('2,450 × $0.60')
  expect(formatFormula({ formula: '12% × $5.00', quantity: null, rate: null })).toBe('12% × $5.00')
  expect(formatFormula({ formula: null, quantity: null, rate: '0.60' })).toBe(null)
})

test('C1 what a line leaves out stays out, and what it may not set is dropped', () => {
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
])('C1 a line of %j is refused at %s', (sent, field) => {
  const { error } = newLineSchema.safeParse(sent)
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})
