/** Invoices and their lines as CSV files of the account's ZIP (SPEC B53). */
import { invoiceFields, invoiceLineFields } from '#core/invoices/invoices.ts'
import { billingSettingsFields } from '#core/invoices/settings.ts'
import { csvColumns, type CsvColumn } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

const id = (name: string, title: string): CsvColumn => ({ name, title, control: 'text' })

export const invoiceListings: CsvListing[] = [
  {
    file: 'invoices',
    listed: { name: 'invoices', fields: invoiceFields, columns: [] },
    columns: [
      id('id', 'Invoice ID'),
      ...csvColumns(invoiceFields),
      { name: 'sentOn', title: 'Sent On', control: 'day' },
      id('sequence', 'Sequence'),
      id('factorId', 'Factor ID'),
      id('creditsId', 'Credits Invoice ID'),
      id('rebillsId', 'Rebills Invoice ID'),
      id('supplementsId', 'Supplements Invoice ID'),
      id('approvedAt', 'Approved At'),
      id('approvedBy', 'Approved By'),
    ],
  },
  {
    file: 'invoice-lines',
    listed: { name: 'invoiceLines', fields: invoiceLineFields, columns: [] },
    columns: [
      id('invoiceId', 'Invoice ID'),
      id('id', 'Line ID'),
      id('number', 'Number'),
      id('loadId', 'Load ID'),
      id('chargeId', 'Charge ID'),
      ...csvColumns(invoiceLineFields),
      id('creditsLineId', 'Credits Line ID'),
      id('standing', 'Billed'),
    ],
  },
  {
    file: 'invoice-settings',
    listed: { name: 'billingSettings', fields: billingSettingsFields, columns: [] },
    columns: csvColumns(billingSettingsFields),
  },
]
