/** The states of loads and trucks, with the label and the tone of their badges (SPEC A4, B16). */
import { SETTLEMENT_STATUSES } from './settlements/approval.ts'

export type Tone = 'good' | 'waiting' | 'moving' | 'bad' | 'primary' | 'neutral'

export type StatusOption<Value extends string = string> = {
  value: Value
  label: string
  tone: Tone
}

export const TRUCK_STATUSES = [
  { value: 'active', label: 'Active', tone: 'primary' },
  { value: 'maintenance', label: 'Maintenance', tone: 'neutral' },
  { value: 'inactive', label: 'Inactive', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

export const DELIVERY_STATUSES = [
  { value: 'scheduled', label: 'Scheduled', tone: 'neutral' },
  { value: 'pending', label: 'Pending', tone: 'waiting' },
  { value: 'in-transit', label: 'In Transit', tone: 'moving' },
  { value: 'delivered', label: 'Delivered', tone: 'good' },
] as const satisfies readonly StatusOption[]

export const PAYMENT_STATUSES = [
  { value: 'unpaid', label: 'Unpaid', tone: 'bad' },
  { value: 'pending', label: 'Pending', tone: 'waiting' },
  { value: 'paid', label: 'Paid', tone: 'good' },
  { value: 'overdue', label: 'Overdue', tone: 'bad' },
  { value: 'processed', label: 'Processed', tone: 'good' },
] as const satisfies readonly StatusOption[]

export const BOL_STATUSES = [
  { value: 'not-received', label: 'Not Received', tone: 'bad' },
  { value: 'pending', label: 'Pending', tone: 'waiting' },
  { value: 'received', label: 'Received', tone: 'good' },
] as const satisfies readonly StatusOption[]

/** Spellings that are taken and stored as the one beside them (SPEC B16). */
export const DELIVERY_SPELLINGS = { in_transit: 'in-transit' } as const

/** A load waits for its bill of lading, or for the broker's money (SPEC A2, Dashboard). */
export const PENDING_BOL = ['pending', 'not-received'] as const
export const UNPAID = ['unpaid', 'pending'] as const

const ALL_STATUSES: readonly StatusOption[] = [
  ...DELIVERY_STATUSES,
  ...PAYMENT_STATUSES,
  ...BOL_STATUSES,
  ...TRUCK_STATUSES,
  ...SETTLEMENT_STATUSES,
]

/** The badge of a status; an unknown one shows its raw text in a neutral tone (SPEC A4). */
export function findBadge(status: string): { label: string; tone: Tone } {
  const spelt = status === 'in_transit' ? DELIVERY_SPELLINGS.in_transit : status
  const known = ALL_STATUSES.find((option) => option.value === spelt)
  return known ?? { label: status, tone: 'neutral' }
}
