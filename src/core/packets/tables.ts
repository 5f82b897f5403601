/** The tables of packets: what was sent, and in which order of papers. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { packetOrders, sendings } from './listing.ts'

export const packetTables = {
  invoice_sendings: {
    singular: sendings.singular,
    seenBy: 'invoices',
    labelField: 'channel',
    fields: sendings.fields,
    stored: {
      invoiceId: 'Invoice (ID)',
      sha256: 'SHA-256',
      pages: 'Pages',
      bytes: 'Bytes',
      papers: 'Papers',
      sentBy: 'Sent By (ID)',
      undoneBy: 'Undone By (ID)',
    },
    csv: {
      file: 'invoice-sendings',
      columns: [
        textColumn('invoiceId', 'Invoice ID'),
        ...csvColumns(sendings.fields),
        textColumn('pages', 'Pages'),
        textColumn('bytes', 'Bytes'),
        textColumn('sha256', 'SHA-256'),
        textColumn('papers', 'Papers'),
        textColumn('sentBy', 'Sent By Person'),
        textColumn('undoneBy', 'Marked as Not Sent By Person'),
      ],
    },
  },
  packet_orders: {
    singular: packetOrders.singular,
    seenBy: 'office',
    fields: packetOrders.fields,
    csv: { file: 'packet-orders' },
  },
} as const satisfies Tables
