import { expect, test } from 'vitest'
import { judgeConfirmation, type ReadTotals } from './confirmation-state.ts'

const LOAD = { revenue: '1000.00', billedTotal: '0.00', chargeCount: 0 }
const READ: ReadTotals = { isRead: true, isScan: false, total: '1000.00', typedTotal: null }
const NOT_KNOWN = { ...READ, total: null }

test.each<[string, ReadTotals | undefined]>([
  ['unread', undefined],
  ['unread', { ...NOT_KNOWN, isRead: false }],
  ['unclear', NOT_KNOWN],
  ['scan', { ...NOT_KNOWN, isScan: true }],
  ['same', READ],
  ['differs', { ...READ, total: '1000.01' }],
])('C155 A confirmation is %s', (state, totals) => {
  expect(judgeConfirmation(totals, LOAD)).toBe(state)
})

test('C155 A total that a person typed takes precedence over the one that was read', () => {
  const typed = { ...READ, total: '900.00', typedTotal: '1000.00' }
  expect(judgeConfirmation(typed, LOAD)).toBe('same')
  expect(judgeConfirmation({ ...NOT_KNOWN, isScan: true, typedTotal: '1200.00' }, LOAD)).toBe(
    'differs',
  )
})
