import { expect, test } from 'vitest'
import { askPaidOn } from './questions.ts'

const TODAY = '2026-11-29'

test('C11 A pay date more than 90 days ago must be confirmed, even if it is after the approval', () => {
  const question = {
    field: 'paidOn',
    message: '12/22/2025 is more than 90 days ago. Use this day anyway?',
  }
  expect(askPaidOn('2025-12-22', '2025-12-20', TODAY)).toEqual(question)
  expect(askPaidOn('2025-12-22', null, TODAY)).toEqual(question)
  expect(askPaidOn('2026-08-31', '2026-08-28', TODAY)).toBeNull()
  expect(askPaidOn('2026-08-30', '2026-08-28', TODAY)?.field).toBe('paidOn')
})
