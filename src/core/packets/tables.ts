/** The tables of packets: what was sent, and in which order of documents. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { choice, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'
import { CHANNELS } from './packets.ts'

const sendingFields = {
  channel: choice('Sent By', CHANNELS, { formDefault: 'download' }),
  note: optionalText('Note'),
  askedOn: optionalDay('Requested On'),
  sentOn: optionalDay('Sent On'),
  undoneOn: optionalDay('Marked as Not Sent On'),
  undoneReason: optionalText('Reason Not Sent'),
}

const packetOrderFields = {
  brokerId: reference('Broker', 'brokers', 'Company'),
  kinds: { ...optionalText('Order'), control: 'none' as const },
}

export const packetTables = {
  invoice_sendings: {
    singular: 'Sending',
    seenBy: 'invoices',
    labelField: 'channel',
    fields: sendingFields,
    stored: {
      invoiceId: 'Invoice (ID)',
      sha256: 'SHA-256',
      pages: 'Pages',
      bytes: 'Bytes',
      papers: 'Documents',
      sentBy: 'Sent By (ID)',
      undoneBy: 'Undone By (ID)',
    },
    csv: {
      file: 'invoice-sendings',
      columns: [
        textColumn('invoiceId', 'Invoice ID'),
        ...csvColumns(sendingFields),
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
    singular: 'Order of documents',
    seenBy: 'office',
    fields: packetOrderFields,
    csv: { file: 'packet-orders' },
  },
} as const satisfies Tables
