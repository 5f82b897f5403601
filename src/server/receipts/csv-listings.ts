/** The tables of money received as CSV files (SPEC B50, B53). */
import { csvColumns, type CsvColumn } from '#core/transfer/csv.ts'
import { receiptListFields } from '#core/receipts/receipts.ts'
import { differenceListFields, partListFields, refundListFields } from '#core/receipts/stored.ts'
import type { CsvListing, ExportedListing } from '#server/streaming/csv-text.ts'
import { receiptColumns, receiptListing } from './list.ts'

const id = (name: string, title: string): CsvColumn => ({ name, title, control: 'text' })
const RECEIPT_ID = id('receiptId', 'Receipt ID')
const INVOICE_ID = id('invoiceId', 'Invoice ID')

export const exportedReceipts: ExportedListing = {
  name: 'receipts',
  file: 'receipts',
  title: 'Money Received',
  access: 'invoices',
  listed: receiptListing,
  columns: [
    ...csvColumns(receiptListFields),
    { name: 'applied', title: 'Applied', control: 'money' },
    id('id', 'Receipt ID'),
  ],
  kinds: receiptColumns,
}

/** Tables that only the ZIP of the whole account contains. */
export const furtherReceiptListings: CsvListing[] = [
  {
    file: 'receipt-parts',
    listed: { name: 'receiptParts', fields: partListFields, columns: [] },
    columns: [id('id', 'Part ID'), RECEIPT_ID, INVOICE_ID, ...csvColumns(partListFields)],
  },
  {
    file: 'receipt-differences',
    listed: { name: 'receiptDifferences', fields: differenceListFields, columns: [] },
    columns: [
      ...[id('id', 'Difference ID'), RECEIPT_ID, INVOICE_ID],
      ...csvColumns(differenceListFields),
      ...[id('partId', 'Part ID'), id('chargeId', 'Charge ID')],
      id('creditNoteId', 'Credit Note ID'),
    ],
  },
  {
    file: 'receipt-refunds',
    listed: { name: 'receiptRefunds', fields: refundListFields, columns: [] },
    columns: [RECEIPT_ID, ...csvColumns(refundListFields)],
  },
]
