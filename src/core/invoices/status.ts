/** The status of an invoice. It is derived from facts whenever it is read, and never stored (SPEC C167). */
import type { StatusOption } from '#core/statuses.ts'

export const INVOICE_KINDS = [
  { value: 'invoice', label: 'Invoice' },
  { value: 'credit-note', label: 'Credit Note' },
] as const

export const INVOICE_STATES = [
  { value: 'draft', label: 'Draft', tone: 'waiting' },
  { value: 'approved', label: 'Approved', tone: 'good' },
  { value: 'void', label: 'Void', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

/** The tabs of the list. Open has approved invoices that are not paid, sent or not (SPEC C350). An invoice that needs attention is only in that tab. */
export const INVOICE_TABS = [
  { value: 'draft', label: 'Drafts' },
  { value: 'sent', label: 'Open' },
  { value: 'attention', label: 'Overdue & Disputed' },
  { value: 'closed', label: 'Closed' },
] as const

/** Whether an approved invoice left the office (SPEC C246). An invoice that prints a factor is sent with a schedule. */
export const INVOICE_SENDINGS = [
  { value: 'not-sent', label: 'Not Sent' },
  { value: 'waiting', label: 'Waiting for the Mail Server' },
  { value: 'for-factor', label: 'For the Factor' },
  { value: 'sent', label: 'Sent' },
] as const

export type InvoiceKind = (typeof INVOICE_KINDS)[number]['value']
export type InvoiceState = (typeof INVOICE_STATES)[number]['value']
