/** The tables of payments as CSV files (SPEC B50, B53). */
import { csvColumns, type CsvColumn } from '#core/transfer/csv.ts'
import { closingFields, partFields, paymentListFields } from '#core/payments/payments.ts'
import type { CsvListing, ExportedListing } from '#server/streaming/csv-text.ts'
import { paymentColumns, paymentListing } from './list.ts'

const paymentCsvColumns: CsvColumn[] = [
  ...csvColumns(paymentListFields),
  { name: 'applied', title: 'Applied', control: 'money' },
  { name: 'closed', title: 'Repaid or Written Off', control: 'money' },
  { name: 'needsDecision', title: 'Needs a Decision', control: 'text' },
  { name: 'payee', title: 'Payee Key', control: 'text' },
  { name: 'truckId', title: 'Truck ID', control: 'text' },
  { name: 'ruleId', title: 'Rule ID', control: 'text' },
  { name: 'replaces', title: 'Replaces Payment ID', control: 'text' },
  { name: 'id', title: 'Payment ID', control: 'text' },
]

export const exportedPayments: ExportedListing = {
  name: 'payments',
  file: 'payments',
  title: 'Payments',
  access: 'settlements',
  listed: paymentListing,
  columns: paymentCsvColumns,
  kinds: paymentColumns,
}

/** Tables that only the ZIP of the whole account contains. */
export const furtherPaymentListings: CsvListing[] = [
  {
    file: 'payment-parts',
    listed: { name: 'payoutParts', fields: partFields, columns: [] },
    columns: [
      { name: 'payoutId', title: 'Payment ID', control: 'text' },
      { name: 'billingId', title: 'Settlement ID', control: 'text' },
      { name: 'amount', title: 'Amount', control: 'money' },
      { name: 'wasUnapplied', title: 'Was Unapplied', control: 'text' },
      { name: 'appliedOn', title: 'Applied On', control: 'day' },
      { name: 'ended', title: 'Ended', control: 'text' },
      { name: 'endedAt', title: 'Ended At', control: 'text' },
    ],
  },
  {
    file: 'payment-closings',
    listed: { name: 'payoutClosings', fields: closingFields, columns: [] },
    columns: [
      { name: 'payoutId', title: 'Payment ID', control: 'text' },
      ...csvColumns(closingFields),
    ],
  },
]
