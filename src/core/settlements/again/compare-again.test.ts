import { expect, test } from 'vitest'
import { compareStatements } from '#core/settlements/comparison/compare-statements.ts'
import { toDraft, describeLoadChanges, selectMissing } from './compare-again.ts'
import { isSame, takenMessage } from './settle-again.ts'

const blank = { description: null, ruleId: null, ruleKey: null, extraPay: null, formula: null }
const line = { ...blank, kind: 'plain', category: 'fuel', amount: '400.00' } as const

function statement(...lines: Parameters<typeof toDraft>[0]['lines']) {
  return { totalRevenue: '1000.00', netPayment: '0.00', loads: [{ miles: '500.00' }], lines }
}

test('C94 Offsets and the carry-forward of a statement are left out of the comparison', () => {
  const offset = { ...line, kind: 'offset', category: 'other', amount: '700.00' } as const
  const carried = { ...line, kind: 'carry-out', category: 'other', amount: '-100.00' } as const
  // 1,000.00 - 400.00 - 700.00 + 100.00 = 0.00; before the two: 600.00
  const before = toDraft(statement(line, offset, carried))
  expect(before).toMatchObject({ netPayment: '600.00', lines: [line] })
  const draft = { ...statement(line), netPayment: '600.00' }
  expect(isSame(compareStatements(draft, before))).toBe(true)
  expect(isSame(compareStatements({ ...draft, loads: [] }, before))).toBe(false)
  const other = { ...draft, netPayment: '500.00', lines: [{ ...line, amount: '500.00' }] }
  expect(isSame(compareStatements(other, before))).toBe(false)
  expect(isSame(compareStatements(draft, null))).toBe(false)
})

const load = (id: number, revenue = '900.00', miles = '450.00') => ({
  id,
  loadId: `L${id}`,
  revenue,
  miles,
})

test('C94 Loads that are gone, new or changed are named', () => {
  const before = [load(1), load(2), load(3), load(4)]
  const after = [load(3, '950.00', '460.00'), load(4), load(5)]
  expect(describeLoadChanges(before, before, new Set())).toEqual([])
  expect(describeLoadChanges(before, after, new Set([1]))).toEqual([
    'Load L1 ($900.00) is missing: it was deleted',
    'Load L2 ($900.00) is missing: it has another truck or settlement date now',
    'Load L3: $950.00 now (was $900.00)',
    'Load L3: 460 miles now (were 450)',
    'Load L5 ($900.00) is new',
  ])
})

test('C94 Only lines of rules, balances and earlier statements can be missing', () => {
  const none = { ruleId: null, ruleKey: null, carriedFrom: null, corrects: null }
  const rule = { ...none, kind: 'rule', ruleId: 1, ruleKey: 'rule:1', amount: '5.00' } as const
  const carry = { ...none, kind: 'carry-in', carriedFrom: 7, amount: '5.00' } as const
  const refund = { ...none, kind: 'refund', ruleId: 1, amount: '-5.00' } as const
  const adjustment = { ...none, kind: 'correction', corrects: 7, amount: '5.00' } as const
  const own = [
    ...[rule, carry, refund, adjustment],
    { ...none, kind: 'plain', amount: '5.00' } as const,
    { ...rule, ruleKey: 'rule:2', amount: '0.00' },
  ]
  expect(selectMissing(own, [])).toEqual([rule, carry, refund, adjustment])
  expect(selectMissing(own, [rule, refund])).toEqual([carry, adjustment])
  expect(selectMissing(own, own)).toEqual([])
})

test.each([
  [
    { number: null, status: 'pending', holdReason: null },
    'A draft has this truck and date now. Approve it, or delete it first.',
  ],
  [
    { number: null, status: 'pending', holdReason: 'No BOL' },
    'A draft has this truck and date now. It is on hold: No BOL. Approve it, or delete it first.',
  ],
  [
    { number: 8, status: 'paid', holdReason: null },
    'Statement 8 has this truck and date now (paid)',
  ],
] as const)(
  'C94 The settlement that has the truck and date is named: %j',
  (settlement, message) => {
    expect(takenMessage(settlement)).toBe(message)
  },
)
