import { expect, test } from 'vitest'
import { describeStatus } from './describe-status.ts'

const draft = {
  status: 'pending',
  netPayment: '895.00',
  paidAmount: '0.00',
  paidOn: null,
  paymentMethod: null,
  paymentReference: null,
} as const

test('The description of a draft says what approval does', () => {
  expect(describeStatus(draft)).toBe('Approving assigns a statement number and locks the amounts.')
})

test('The description of an approved statement says what is due', () => {
  expect(describeStatus({ ...draft, status: 'approved' })).toBe('$895.00 due. Locked.')
})

test('C11 The description of a statement that is paid in part says what is left', () => {
  const part = { ...draft, status: 'approved', paidAmount: '400.00' } as const
  expect(describeStatus(part)).toBe('$495.00 of $895.00 due. Locked.')
})

test('C11 The description of net 0.00 says that there is nothing to pay', () => {
  const nothing = { ...draft, status: 'paid', netPayment: '0.00', paidOn: '2026-11-25' } as const
  expect(describeStatus(nothing)).toBe('Nothing to pay. Locked.')
})

test('The description of a void statement says that totals leave it out', () => {
  expect(describeStatus({ ...draft, status: 'void' })).toBe('Void. Not included in any totals.')
})

test.each([
  ['1001', 'Paid $895.00 on 11/25/2026 (Check 1001). Locked.'],
  [null, 'Paid $895.00 on 11/25/2026 (Check). Locked.'],
])('the description of a paid statement names the payment with reference %j', (reference, text) => {
  const payment = { paidOn: '2026-11-25', paymentMethod: 'check', paymentReference: reference }
  expect(describeStatus({ ...draft, status: 'paid', ...payment })).toBe(text)
})
