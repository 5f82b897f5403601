import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargeByTerm,
  describeTerm,
  INITIAL_TERMS,
  PURCHASE_KINDS,
  termsSchema,
  type LeaseTerm,
} from './lease-terms.ts'

/** 206.29 gallons of diesel: 707.38 at the pump, 113.71 of discount. */
const DIESEL = { retail: 707_38n, discount: 113_71n }

function read(term: object): LeaseTerm {
  const [found] = termsSchema.parse([{ kind: 'fuel', ...term }])
  if (!found) throw new Error('No term')
  return found
}

test.each([
  [{ charge: 'cost' }, 593_67n, 113_71n, 'Actual cost, all of the discount'],
  [
    { charge: 'cost', discount: 'part', discountPercent: '50' },
    650_52n,
    56_86n,
    'Actual cost, 50% of the discount',
  ],
  [{ charge: 'cost', discount: 'none' }, 707_38n, 0n, 'Actual cost, none of the discount'],
  [
    { charge: 'cost-plus', percent: '2.5' },
    608_51n,
    113_71n,
    'Actual cost plus 2.5%, all of the discount',
  ],
  [{ charge: 'retail', discount: 'all' }, 707_38n, 0n, 'Retail'],
  [{ charge: 'flat', amount: '10' }, 10_00n, 0n, '$10.00'],
  [{ charge: 'none' }, 0n, 0n, 'Not charged'],
])('C526 Diesel for 707.38 less 113.71 by %o', (term, charged, passedOn, words) => {
  expect(chargeByTerm(read(term), DIESEL)).toEqual({ charged, passedOn })
  expect(describeTerm(read(term))).toBe(words)
})

test.each([
  [[{ kind: 'fuel', charge: 'cost-plus' }], 'Diesel and Gasoline: enter the percent'],
  [[{ kind: 'toll', charge: 'flat' }], 'Tolls: enter the amount'],
  [[{ kind: 'def', charge: 'cost', discount: 'part' }], 'DEF: enter the percent of the discount'],
  [[{ kind: 'def', charge: 'sometimes' }], 'Choose what is charged'],
  [
    [
      { kind: 'def', charge: 'cost' },
      { kind: 'def', charge: 'none' },
    ],
    'Each kind of purchase has one charge-back',
  ],
])('C526 %j is rejected', (terms, message) => {
  const { error } = termsSchema.safeParse(terms)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('C526 What is charged at cost and what is passed on add up to the retail amount', () => {
  const cents = fc.bigInt({ min: -1_000_00n, max: 1_000_00n })
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 10_000).toFixed(4))
  fc.assert(
    fc.property(cents, cents, percent, (retail, discount, discountPercent) => {
      const term = read({ charge: 'cost', discount: 'part', discountPercent })
      const { charged, passedOn } = chargeByTerm(term, { retail, discount })
      expect(charged + passedOn).toBe(retail)
    }),
  )
})

test('C526 At first every kind is charged at its cost, with the whole discount', () => {
  expect(INITIAL_TERMS.map(({ kind }) => kind)).toEqual(PURCHASE_KINDS.map(({ value }) => value))
  expect(termsSchema.parse([...INITIAL_TERMS])).toEqual(INITIAL_TERMS)
  for (const term of INITIAL_TERMS) expect(chargeByTerm(term, DIESEL).charged).toBe(593_67n)
})
