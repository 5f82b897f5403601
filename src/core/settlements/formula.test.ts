import { expect, test } from 'vitest'
import type { Basis } from './bases.ts'
import { toCents } from '#core/money.ts'
import { countInstallments, formatRuleFormula } from './formula.ts'

const plain = { byHand: false, amount: '300.00', reached: null, reachedOf: null }

test.each<[Basis, string, string | null, string]>([
  ['percent', '12.00', '10000.00', '12% × $10,000.00'],
  ['fixed', '350.00', null, 'flat $350.00'],
  ['per-mile', '0.60', '2450.00', '2,450 mi × $0.60'],
  ['per-load', '25.00', '3.00', '3 loads × $25.00'],
  ['per-load', '5.00', '1.00', '1 load × $5.00'],
])('C2 A line of %s %s and %s prints %j', (basis, basisValue, basisFigure, text) => {
  expect(formatRuleFormula({ ...plain, basis, basisValue, basisFigure })).toBe(text)
})

test('C2 C5 A line toward a total prints its progress; a flat amount is an installment', () => {
  const fixed = { basis: 'fixed' as const, basisValue: '300.00', basisFigure: null }
  const share = { basis: 'percent' as const, basisValue: '12.00', basisFigure: '500.00' }
  const format = (
    line: typeof fixed | typeof share,
    reached: string,
    byHand = false,
    amount = '300.00',
  ) => {
    const installment = countInstallments({ ...line, amount }, toCents(reached), 1000_00n)
    const progress = { reached, reachedOf: '1000.00', installment }
    return formatRuleFormula({ ...line, ...progress, amount, byHand })
  }
  expect(format(fixed, '600.00')).toBe('installment 2 of 4, $600.00 of $1,000.00')
  expect(format(fixed, '1000.00', false, '100.00')).toBe(
    'installment 4 of 4, $1,000.00 of $1,000.00',
  )
  expect(format(fixed, '40.00', true)).toBe('flat $300.00, edited, $40.00 of $1,000.00')
  expect(format(share, '60.00')).toBe('12% × $500.00, $60.00 of $1,000.00')
})

test('C2 An edited line without a computation prints only that it was edited', () => {
  const nothing = { basis: null, basisValue: null, basisFigure: null }
  expect(formatRuleFormula({ ...plain, ...nothing, byHand: true })).toBe('edited')
  expect(formatRuleFormula({ ...plain, ...nothing })).toBe(null)
})

test.each([
  // After two installments of 300.00, 200.00 were repaid in cash.
  ['300.00', '1100.00', null],
  ['300.00', '1200.00', 4],
  // The rest of a total that an edited line of 500.00 left.
  ['100.00', '1200.00', null],
  ['100.00', '1000.00', null],
  ['300.00', '300.00', 1],
])('C317 %s that reaches %s of $1,200.00 is installment %s', (amount, reached, number) => {
  const line = { basis: 'fixed', basisValue: '300.00', amount } as const
  expect(countInstallments(line, toCents(reached), 1200_00n)).toBe(number)
})
