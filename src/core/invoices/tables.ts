/** The tables of invoices and their settings. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { invoiceFields, invoiceLineFields } from './invoices.ts'
import { billingSettingsFields } from './settings.ts'

export const invoiceTables = {
  invoices: {
    singular: 'Invoice',
    words: { one: 'invoice', many: 'invoices' },
    keepsLinked: true,
    seenBy: 'invoices',
    fields: invoiceFields,
    stored: {
      sentOn: 'Sent On',
      sequence: 'Sequence',
      factorId: 'Factor (ID)',
      creditsId: 'Credits Invoice (ID)',
      rebillsId: 'Rebills Invoice (ID)',
      supplementsId: 'Supplements Invoice (ID)',
      approvedAt: 'Approved',
      approvedBy: 'Approved By (ID)',
      creditedAmount: 'Credited',
    },
    csv: {
      file: 'invoices',
      columns: [
        textColumn('id', 'Invoice ID'),
        ...csvColumns(invoiceFields),
        { name: 'sentOn', title: 'Sent On', control: 'day' },
        textColumn('sequence', 'Sequence'),
        textColumn('factorId', 'Factor ID'),
        textColumn('creditsId', 'Credits Invoice ID'),
        textColumn('rebillsId', 'Rebills Invoice ID'),
        textColumn('supplementsId', 'Supplements Invoice ID'),
        textColumn('approvedAt', 'Approved At'),
        textColumn('approvedBy', 'Approved By'),
      ],
    },
  },
  invoice_lines: {
    seenBy: 'invoices',
    fields: invoiceLineFields,
    csv: {
      file: 'invoice-lines',
      columns: [
        textColumn('invoiceId', 'Invoice ID'),
        textColumn('id', 'Line ID'),
        textColumn('number', 'Number'),
        textColumn('loadId', 'Load ID'),
        textColumn('chargeId', 'Charge ID'),
        ...csvColumns(invoiceLineFields),
        textColumn('creditsLineId', 'Credits Line ID'),
        textColumn('standing', 'Billed'),
      ],
    },
  },
  billing_settings: {
    singular: 'Invoice settings',
    seenBy: 'invoices',
    fields: billingSettingsFields,
    csv: { file: 'invoice-settings' },
  },
} as const satisfies Tables
