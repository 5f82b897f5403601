import { expect, test } from 'vitest'
import { auditAddress } from './address.ts'
import { listChanges, formatChanges, describeRecord } from './audit.ts'

test('S31 B38 Changes have the labels, order and formats of the screens', () => {
  const event = {
    subject: 'loads',
    before: { notes: null, revenue: '2400.00', settlementDate: null, driverId: '7' },
    after: {
      notes: 'call first',
      revenue: '2500.50',
      settlementDate: '2026-11-20',
      driverId: null,
      brokerId: '8',
      truckId: '9',
    },
    names: { 'drivers/7': 'Ana', 'brokers/8': 'Landstar' },
  }
  expect(listChanges(event)).toEqual([
    { name: 'truckId', label: 'Truck', from: '–', to: 'ID 9' },
    { name: 'driverId', label: 'Driver', from: 'Ana', to: '–' },
    { name: 'brokerId', label: 'Broker', from: '–', to: 'Landstar' },
    { name: 'revenue', label: 'Revenue', from: '$2,400.00', to: '$2,500.50' },
    { name: 'settlementDate', label: 'Settlement Date', from: '–', to: '11/20/2026' },
    { name: 'notes', label: 'Notes', from: '–', to: 'call first' },
  ])
})

test('S31 S13 A secret shows only whether it is blank', () => {
  const event = {
    subject: 'owners',
    before: { taxId: 'hidden' },
    after: { taxId: null },
    names: null,
  }
  expect(formatChanges(event)).toBe('Tax ID hidden → –')
})

test('S31 C84 A comment names its settlement, or shows its ID if the log has no name', () => {
  const event = { subject: 'comments', before: null, after: { billingId: '312' }, names: null }
  const named = { ...event, names: { 'billing/312': 'Statement #7' } }
  expect([named, event].map(formatChanges)).toEqual([
    'Settlement Statement #7',
    'Settlement ID 312',
  ])
})

test('S31 A field without a label gets one from its name', () => {
  const event = {
    subject: 'tires',
    before: null,
    after: { treadDepth: '4', sizes: ['a'] },
    names: null,
  }
  expect(formatChanges(event)).toBe('Tread Depth 4; Sizes ["a"]')
})

test('S31 A stored day or time that no form declares is written as on the screens', () => {
  const after = {
    approvedAt: '2026-11-30T17:26:22.610263+00:00',
    approvedOn: '2026-11-30',
    reference: '2026-13-01',
  }
  expect(formatChanges({ subject: 'tires', before: null, after, names: null })).toBe(
    'Approved At 11/30/2026, 17:26 UTC; Approved On 11/30/2026; Reference 2026-13-01',
  )
})

test.each([
  ['loads', '/audit?subject=loads&subjectId.from=7&subjectId.to=7'],
  ['deduction-rules', '/audit?subject=deduction_rules&subjectId.from=7&subjectId.to=7'],
  ['billing/3/expenses', '/audit?subject=expenses&subjectId.from=7&subjectId.to=7'],
])('S31 The history of a record of %s is at %s', (path, address) =>
  expect(auditAddress(path, 7)).toBe(address),
)

test.each([
  ['billing', '2026-11-20', '11/20/2026'],
  ['expenses', 'trailerRental', 'Trailer Rental'],
  ['loads', 'L-1', 'L-1'],
  ['tires', 'T-1', 'T-1'],
  [null, null, ''],
])('S31 B38 In %s, the stored label %s is shown as %s', (subject, label, text) =>
  expect(describeRecord({ subject, label })).toBe(text),
)

test('S31 B38 A settlement’s payment has the labels of its form', () => {
  const event = {
    subject: 'billing',
    before: { paidOn: null, paymentMethod: null },
    after: { paidOn: '2026-11-25', paymentMethod: 'check' },
    names: null,
  }
  expect(formatChanges(event)).toBe('Paid On – → 11/25/2026; Payment Method – → Check')
})
