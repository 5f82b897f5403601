/** The list of invoices, newest first (SPEC B20, C167). */
import { optionalText } from '#core/fields/text.ts'
import { invoiceFields, invoicesList } from '#core/invoices/invoices.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed } from '#server/lists/types.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'
import { invoiceRows } from './rows.ts'

/** The numbers of its loads, ours and the broker's. A search finds them. */
const loadNumbers = optionalText('Loads')

export const invoiceColumns = defineColumnKinds(invoicesList.fields, {
  hasDrift: 'choice',
  sentOn: 'day',
  creditsId: 'number',
})

export const invoiceListing: Listed = {
  name: 'invoices',
  fields: { ...invoicesList.fields, loadNumbers },
  columns: ['number', 'brokerId', 'loadNumbers'],
  rows: invoiceRows,
}

export const exportedInvoices: ExportedListing = {
  name: 'invoices',
  file: 'invoices',
  title: 'Invoices',
  access: 'invoices',
  listed: invoiceListing,
  columns: csvColumns({ ...invoiceFields, status: invoicesList.fields.status, loadNumbers }),
  kinds: invoiceColumns,
}
