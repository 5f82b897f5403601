/** The choices of money received: methods, reasons of a difference, and who absorbs it (SPEC C192, C194). */
import type { StatusOption } from '#core/statuses.ts'

export const RECEIPT_METHODS = [
  { value: 'check', label: 'Check', aliases: ['paper check'] },
  { value: 'ach', label: 'ACH', aliases: ['eft', 'direct deposit'] },
  { value: 'wire', label: 'Wire', aliases: ['wire transfer', 'bank wire'] },
  { value: 'quick-pay', label: 'Quick Pay', aliases: ['qp', 'quickpay'] },
  { value: 'comchek', label: 'Comchek', aliases: ['comcheck', 'fuel check'] },
  { value: 'card', label: 'Card', aliases: ['credit card'] },
  { value: 'cash', label: 'Cash' },
] as const

/** Why a broker did not pay the whole invoice. A disputed short pay stays open. */
export const DIFFERENCE_KINDS = [
  { value: 'quick-pay', label: 'Quick-Pay Discount' },
  { value: 'short-pay-disputed', label: 'Short Pay, Disputed' },
  { value: 'short-pay-accepted', label: 'Short Pay, Accepted' },
  { value: 'write-off', label: 'Write-Off' },
  { value: 'bank-fee', label: 'Bank Fee' },
] as const

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]['value']

/** The kinds with their own entry in the ledger. An accepted short pay has a credit note instead. */
const POSTED_KINDS = ['quick-pay', 'write-off', 'bank-fee'] as const

export type PostedKind = (typeof POSTED_KINDS)[number]

export function isPosted(kind: DifferenceKind): kind is PostedKind {
  return (POSTED_KINDS as readonly string[]).includes(kind)
}

/** Who absorbs a short pay. The owner's share is a negative charge of the load that the broker is not billed. */
export const BEARERS = [
  { value: 'carrier', label: 'Carrier' },
  { value: 'owner', label: 'Owner' },
  { value: 'both', label: 'Both' },
] as const

export type Bearer = (typeof BEARERS)[number]['value']

/**
 * What the choice does. The owner's share lowers revenue: with a 12% company share, $100.00 takes $88.00 from the owner (SPEC C325).
 * `bears`: '' if nothing is chosen yet.
 */
export function describeBearer(bears: Bearer | ''): string {
  if (bears === '') return 'Creates a credit note.'
  if (bears === 'carrier') return 'Creates a credit note. The owner’s pay does not change.'
  return 'Creates a credit note, and a negative charge that lowers the load’s revenue for the owner. Deductions in percent of revenue, such as your company’s share, are lower too, so the owner’s pay falls by less. If the load is settled, the next settlement has the adjustment.'
}

export const RECEIPT_STATES = [
  { value: 'posted', label: 'Posted', tone: 'good' },
  { value: 'unapplied', label: 'Unapplied', tone: 'waiting' },
  { value: 'reversed', label: 'Reversed', tone: 'neutral' },
] as const satisfies readonly StatusOption[]

export type ReceiptState = (typeof RECEIPT_STATES)[number]['value']

export function nameMethod(method: string): string {
  return RECEIPT_METHODS.find(({ value }) => value === method)?.label ?? method
}

export function nameDifference(kind: string): string {
  return DIFFERENCE_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
