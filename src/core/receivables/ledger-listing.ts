/** The receivables ledger as a list, for the account's CSV files (SPEC C166). */
import { signedMoney } from '#core/fields/amounts.ts'
import { choice, day, requiredReference } from '#core/fields/fields.ts'
import type { Fields } from '#core/fields/field.ts'
import { text } from '#core/fields/text.ts'
import { CREDIT_KINDS, DEBIT_KINDS, type ReceivableKind } from './entries.ts'

const KIND_LABELS: Record<ReceivableKind, string> = {
  invoice: 'Invoice',
  void: 'Invoice voided',
  credit: 'Credit note',
  'credit-void': 'Credit note voided',
  payment: 'Payment',
  applied: 'Unapplied money used',
  'quick-pay': 'Quick-pay discount',
  'write-off': 'Written off',
  'bank-fee': 'Bank fee',
  refund: 'Refund',
  'refund-reversal': 'Refund not cashed',
  reversal: 'Payment reversed',
  'factor-paid': 'Paid to the factor',
  'factor-reversal': 'Payment to the factor reversed',
}

/** "Credit note", for an entry's kind. */
export function nameEntry(kind: ReceivableKind): string {
  return KIND_LABELS[kind]
}

const KINDS = [...DEBIT_KINDS, ...CREDIT_KINDS].map((value) => ({
  value,
  label: KIND_LABELS[value],
}))

export const ledgerFields: Fields = {
  brokerId: requiredReference('Broker', 'brokers'),
  invoiceId: { ...text('Invoice ID'), control: 'quantity' },
  day: day('Day'),
  kind: choice<ReceivableKind>('Entry', KINDS, { formDefault: 'invoice' }),
  amount: signedMoney('Amount'),
}
