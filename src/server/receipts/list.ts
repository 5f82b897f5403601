/** The list of money received, latest day first (SPEC B20, C192). */
import { receiptListFields } from '#core/receipts/receipts.ts'
import { receiptTables } from '#core/receipts/tables.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed } from '#server/lists/types.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'

export const receiptColumns = defineColumnKinds(receiptListFields)

export const receiptListing: Listed = {
  name: 'receipts',
  fields: receiptListFields,
  columns: ['brokerId', 'method', 'reference'],
  newest: 'receivedOn',
}

/** The list as a CSV file (SPEC B50). */
export const exportedReceipts: ExportedListing = {
  ...receiptTables.receipts.csv,
  name: 'receipts',
  title: 'Money Received',
  access: 'invoices',
  listed: receiptListing,
  kinds: receiptColumns,
}
