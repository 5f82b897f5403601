/** The status of an invoice. It is derived from facts whenever it is read, and never stored (SPEC C167). */
import type { Day } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'
import type { INVOICE_FLAGS, INVOICE_STATUSES, StatusOption } from '#core/statuses.ts'

export const INVOICE_KINDS = [
  { value: 'invoice', label: 'Invoice' },
  { value: 'credit-note', label: 'Credit Note' },
] as const

export const INVOICE_STATES = [
  { value: 'draft', label: 'Draft', tone: 'waiting' },
  { value: 'approved', label: 'Approved', tone: 'good' },
  { value: 'void', label: 'Void', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

/** The tabs of the list. An invoice that needs attention is in no other tab. */
export const INVOICE_TABS = [
  { value: 'draft', label: 'Drafts' },
  { value: 'sent', label: 'Sent' },
  { value: 'attention', label: 'Attention' },
  { value: 'closed', label: 'Closed' },
] as const

export type InvoiceKind = (typeof INVOICE_KINDS)[number]['value']
export type InvoiceState = (typeof INVOICE_STATES)[number]['value']
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]['value']
export type InvoiceFlag = (typeof INVOICE_FLAGS)[number]['value']

/** `credited`: the sum of its credit notes that are not void, as a positive amount. */
export type StatusFacts = {
  kind: InvoiceKind
  state: InvoiceState
  sentOn: Day | null
  dueOn: Day | null
  total: Amount
  credited: Amount
  openAmount: Amount
}

/** The first that is true. An invoice is due until the end of its due day. */
export function deriveStatus(facts: StatusFacts, today: Day): InvoiceStatus {
  const { kind, state, sentOn, dueOn } = facts
  if (state !== 'approved') return state
  const sent = sentOn === null ? 'approved' : 'sent'
  if (kind === 'credit-note') return sent
  const [total, credited] = [toCents(facts.total), toCents(facts.credited)]
  const open = toCents(facts.openAmount)
  if (credited === total) return 'credited'
  if (open === 0n) return 'paid'
  if (dueOn !== null && dueOn < today) return 'overdue'
  return open < total - credited ? 'partly-paid' : sent
}
