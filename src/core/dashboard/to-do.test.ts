import { expect, test } from 'vitest'
import { lastExpiringDay, lastOverdueDay, listToDo, type ToDo } from './to-do.ts'

const NOTHING: ToDo = {
  withoutTruck: 0,
  withoutBol: 0,
  notSettled: 0,
  toPrepare: 0,
  drafts: 0,
  held: 0,
  statementsToPay: 0,
  overdue: 0,
  expiringLicenses: 0,
}

test('C63 Only kinds with something to do are shown, each with its list', () => {
  expect(listToDo(NOTHING, '2026-11-22')).toEqual([])
  expect(listToDo({ ...NOTHING, drafts: 1, overdue: 2 }, '2026-11-22')).toEqual([
    {
      name: 'drafts',
      count: 1,
      label: 'settlement to approve',
      address: '/settlements/statements?status=pending&holdReason=none',
    },
    {
      name: 'overdue',
      count: 2,
      label: 'loads unpaid for more than 30 days',
      address: '/loads?paymentStatus=unpaid,pending,overdue&deliveryDate.to=2026-10-22',
    },
  ])
})

test('C63 On the 30th day a payment is not late yet, and an expiring license is listed', () => {
  expect(lastOverdueDay('2026-11-22')).toBe('2026-10-22')
  expect(lastExpiringDay('2026-11-22')).toBe('2026-12-22')
})
