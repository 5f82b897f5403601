import { expect, it } from 'vitest'
import type { OffsetPartner } from '#core/settlements/offsets.ts'
import { listAdded, planApproval, type ListedStatement } from './approval-steps.ts'

const DATE = '2026-11-20'

const makeDraft = (id: number, more: object = {}): ListedStatement => ({
  id,
  version: id,
  userId: '',
  createdAt: '',
  updatedAt: '',
  settlementDate: DATE,
  status: 'pending',
  holdReason: null,
  labels: { truckId: `10${id}` },
  ...more,
})

const offsetWith = (...ids: number[]) => ({
  partners: ids.map((id): OffsetPartner => ({
    id,
    version: id,
    number: null,
    truckId: id,
    truck: `10${id}`,
    settlementDate: DATE,
    paidAmount: '0.00',
    amount: '700.00',
  })),
  net: '0.00',
  paid: '2300.00',
})

it('C51 Approves drafts only, and none on hold', () => {
  const selected = [
    makeDraft(1),
    makeDraft(2, { status: 'paid' }),
    makeDraft(3, { holdReason: 'x' }),
  ]
  expect(planApproval(selected, {})).toEqual([
    { id: 1, version: 1, name: 'truck 101, 11/20/2026', partners: [] },
  ])
})

it('C51 C24 Each step names its offset drafts, and drafts that were not selected are listed', () => {
  const offsets = { 1: offsetWith(2, 3), 2: offsetWith(1, 3) }
  const steps = planApproval([makeDraft(1), makeDraft(2)], offsets)
  expect(steps.map(({ partners }) => partners)).toEqual([
    [
      { id: 2, version: 2 },
      { id: 3, version: 3 },
    ],
    [
      { id: 1, version: 1 },
      { id: 3, version: 3 },
    ],
  ])
  expect(listAdded(steps, offsets)).toEqual(['truck 103, 11/20/2026'])
})
