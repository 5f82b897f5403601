import { expect, test } from 'vitest'
import { auditAddress } from './address.ts'
import { listChanges, formatChanges, describeRecord } from './audit.ts'

test('S31 B38 changes stand under the screens’ labels, in their order and formats', () => {
  const entry = {
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
  expect(listChanges(entry)).toEqual([
    { label: 'Truck', from: '–', to: 'ID 9' },
    { label: 'Driver', from: 'Ana', to: '–' },
    { label: 'Broker', from: '–', to: 'Landstar' },
    { label: 'Revenue', from: '$2,400.00', to: '$2,500.50' },
    { label: 'Settlement Date', from: '–', to: '11/20/2026' },
    { label: 'Notes', from: '–', to: 'call first' },
  ])
})

test('S31 S13 a secret says nothing of what it was, a blank one that it is blank', () => {
  const entry = {
    subject: 'owners',
    before: { taxId: 'hidden' },
    after: { taxId: null },
    names: null,
  }
  expect(formatChanges(entry)).toBe('Tax ID not shown → –')
})

test('S31 what no declaration names keeps its name', () => {
  const entry = {
    subject: 'tyres',
    before: null,
    after: { treadDepth: '4', sizes: ['a'] },
    names: null,
  }
  expect(formatChanges(entry)).toBe('Tread Depth 4; Sizes ["a"]')
})

test.each([
  ['loads', '/audit?subject=loads&subjectId.from=7&subjectId.to=7'],
  ['deduction-rules', '/audit?subject=deduction_rules&subjectId.from=7&subjectId.to=7'],
  ['billing/3/expenses', '/audit?subject=expenses&subjectId.from=7&subjectId.to=7'],
  ['billing/3/pay', null],
  ['views', null],
  ['constructor', null],
])('S31 the history of a record of %s is at %s', (path, address) =>
  expect(auditAddress(path, 7)).toBe(address),
)

test.each([
  ['billing', '2026-11-20', '11/20/2026'],
  ['expenses', 'trailerRental', 'Trailer Rental'],
  ['loads', 'L-1', 'L-1'],
  ['tyres', 'T-1', 'T-1'],
  [null, null, ''],
])('S31 B38 the record of %s that the database names %s is called %s', (subject, label, words) =>
  expect(describeRecord({ subject, label })).toBe(words),
)

test('S31 B38 how a settlement was paid stands in the words of its form', () => {
  const entry = {
    subject: 'billing',
    before: { paidOn: null, paymentMethod: null },
    after: { paidOn: '2026-11-25', paymentMethod: 'check' },
    names: null,
  }
  expect(formatChanges(entry)).toBe('Paid On – → 11/25/2026; Payment Method – → Check')
})
