import { expect, test } from 'vitest'
import { findLeaseProblem, leaseMessages } from './leases.ts'

const LEASE = { startsOn: '2026-01-01', endsOn: null, pay: 'percent', rate: '88.00' } as const

test.each([
  [{ rate: '0.00' }, null],
  [{ rate: '100.00' }, null],
  [{ rate: '100.01' }, leaseMessages.rateTooHigh],
  [{ pay: 'flat', rate: '100.01' }, null],
  [{ rate: '-0.01' }, leaseMessages.negative],
  [{ pay: 'flat', rate: null }, leaseMessages.rateMissing],
  [{ pay: 'per-load', rate: null }, leaseMessages.rateMissing],
  [{ pay: 'other', rate: null }, null],
  [{ endsOn: '2026-01-01' }, null],
  [{ endsOn: '2025-12-31' }, leaseMessages.endsEarly],
] as const)('C523 The limits of a lease: %o', (values, message) => {
  expect(findLeaseProblem({ ...LEASE, ...values })?.message ?? null).toBe(message)
})
