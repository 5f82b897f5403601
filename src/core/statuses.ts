/** The statuses of loads, trucks and settlements, with the label and tone of their badges (SPEC A4, B16). */

export type Tone = 'good' | 'waiting' | 'moving' | 'bad' | 'primary' | 'neutral'

export type StatusOption<Value extends string = string> = {
  value: Value
  label: string
  tone: Tone
  /** What the label means, where it does not say it. */
  meaning?: string
  /** Other words for the status in imported files (SPEC C58). A word that two options have is ambiguous. */
  aliases?: readonly string[]
}

export const TRUCK_STATUSES = [
  {
    value: 'active',
    label: 'Active',
    tone: 'primary',
    aliases: ['in service', 'available', 'yes'],
  },
  {
    value: 'maintenance',
    label: 'Maintenance',
    tone: 'neutral',
    aliases: ['shop', 'in shop', 'repair', 'in repair', 'out of service'],
  },
  {
    value: 'inactive',
    label: 'Inactive',
    tone: 'neutral',
    aliases: ['sold', 'retired', 'no', 'out of service'],
  },
] as const satisfies readonly StatusOption[]

/** The statuses of owners and drivers. Inactive owners and drivers are not offered for new links (SPEC C10). */
export const PERSON_STATUSES = [
  { value: 'active', label: 'Active', tone: 'primary', aliases: ['yes', 'hired', 'current'] },
  {
    value: 'inactive',
    label: 'Inactive',
    tone: 'neutral',
    aliases: ['no', 'terminated', 'former', 'left'],
  },
] as const satisfies readonly StatusOption[]

/** The statuses of brokers. Inactive brokers are not offered for new loads (SPEC C357). */
export const BROKER_STATUSES = [
  { value: 'active', label: 'Active', tone: 'primary', aliases: ['yes', 'current', 'approved'] },
  {
    value: 'inactive',
    label: 'Inactive',
    tone: 'neutral',
    aliases: ['no', 'do not use', 'blocked', 'former'],
  },
] as const satisfies readonly StatusOption[]

export const DELIVERY_STATUSES = [
  {
    value: 'scheduled',
    label: 'Scheduled',
    tone: 'neutral',
    aliases: ['open', 'booked', 'planned', 'assigned', 'dispatched', 'covered'],
  },
  { value: 'pending', label: 'Pending', tone: 'waiting', aliases: ['open', 'available'] },
  {
    value: 'in-transit',
    label: 'In Transit',
    tone: 'moving',
    aliases: ['en route', 'on the way', 'picked up', 'loaded', 'dispatched'],
  },
  {
    value: 'delivered',
    label: 'Delivered',
    tone: 'good',
    aliases: ['completed', 'complete', 'done', 'dropped'],
  },
] as const satisfies readonly StatusOption[]

export const PAYMENT_STATUSES = [
  {
    value: 'unpaid',
    label: 'Unpaid',
    tone: 'bad',
    aliases: ['open', 'not paid', 'no', 'n', 'false', 'outstanding', 'due', 'not billed'],
  },
  {
    value: 'pending',
    label: 'Pending',
    tone: 'waiting',
    meaning: 'Invoiced, not paid yet',
    aliases: ['invoiced', 'billed', 'submitted'],
  },
  {
    value: 'paid',
    label: 'Paid',
    tone: 'good',
    aliases: ['yes', 'y', 'true', 'closed', 'paid in full', 'received', 'completed'],
  },
  { value: 'overdue', label: 'Overdue', tone: 'bad', aliases: ['past due', 'late'] },
  {
    value: 'processed',
    label: 'Processed',
    tone: 'good',
    meaning: 'With the factor',
    aliases: ['factored', 'funded', 'completed'],
  },
] as const satisfies readonly StatusOption[]

export const BOL_STATUSES = [
  {
    value: 'not-received',
    label: 'Not Received',
    tone: 'bad',
    aliases: ['no', 'n', 'missing', 'none', 'not rec', 'false'],
  },
  { value: 'pending', label: 'Pending', tone: 'waiting', aliases: ['requested', 'waiting'] },
  {
    value: 'received',
    label: 'Received',
    tone: 'good',
    aliases: ['yes', 'y', 'x', 'true', 'on file', 'uploaded', 'rec'],
  },
] as const satisfies readonly StatusOption[]

export const SETTLEMENT_STATUSES = [
  { value: 'pending', label: 'Draft', tone: 'waiting' },
  { value: 'approved', label: 'Approved', tone: 'moving' },
  { value: 'paid', label: 'Paid', tone: 'good' },
  { value: 'void', label: 'Void', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number]['value']

/** Other accepted spellings and the status they are stored as (SPEC B16). */
export const DELIVERY_STATUS_ALIASES = { in_transit: 'in-transit' } as const

/** The statuses that count as Pending BOL and as Unpaid on the dashboard (SPEC A2). */
export const PENDING_BOL = ['pending', 'not-received'] as const
export const UNPAID = ['unpaid', 'pending'] as const
/** Loads that a broker still owes money for, in the views and the to-do list. An overdue invoice makes its loads overdue. */
export const OWED = [...UNPAID, 'overdue'] as const
/** The statuses of a load that is not delivered yet. */
export const UNDELIVERED = ['scheduled', 'pending', 'in-transit'] as const

/** The states of a payment to a payee (SPEC C11). */
export const PAYOUT_STATES = [
  { value: 'posted', label: 'Posted', tone: 'good' },
  { value: 'unapplied', label: 'Unapplied', tone: 'waiting' },
  { value: 'reversed', label: 'Reversed', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

/** The statuses and the flags of an invoice, which are derived from facts (SPEC C167). */
export const INVOICE_STATUSES = [
  { value: 'draft', label: 'Draft', tone: 'waiting' },
  { value: 'approved', label: 'Approved', tone: 'moving' },
  { value: 'sent', label: 'Sent', tone: 'moving' },
  { value: 'partly-paid', label: 'Partly Paid', tone: 'waiting' },
  { value: 'paid', label: 'Paid', tone: 'good' },
  { value: 'overdue', label: 'Overdue', tone: 'bad' },
  { value: 'credited', label: 'Credited', tone: 'neutral' },
  { value: 'void', label: 'Void', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

export const INVOICE_FLAGS = [
  { value: 'disputed', label: 'Disputed', tone: 'bad' },
  { value: 'with-factor', label: 'With Factor', tone: 'moving' },
  { value: 'drift', label: 'Load Changed', tone: 'waiting' },
] as const satisfies readonly StatusOption[]

const ALL_STATUSES: readonly StatusOption[] = [
  ...DELIVERY_STATUSES,
  ...PAYMENT_STATUSES,
  ...BOL_STATUSES,
  ...TRUCK_STATUSES,
  ...SETTLEMENT_STATUSES,
  ...PAYOUT_STATES,
  ...INVOICE_STATUSES,
  ...INVOICE_FLAGS,
]

/** The statuses of one kind of record: "pending" is a draft of a settlement. */
export type Badges = readonly (Pick<StatusOption, 'value' | 'label'> & Partial<StatusOption>)[]

/** The badge of a status; an unknown status has its raw text and a neutral tone (SPEC A4). */
export function findBadge(
  status: string,
  options: Badges = ALL_STATUSES,
): Pick<StatusOption, 'label' | 'tone' | 'meaning'> {
  const spelled = status === 'in_transit' ? DELIVERY_STATUS_ALIASES.in_transit : status
  const known = options.find((option) => option.value === spelled)
  return { label: status, tone: 'neutral', ...known }
}
