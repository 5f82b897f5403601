/** Sendings and orders of papers as CSV files. Only the ZIP of the whole account contains them (SPEC B53). */
import { packetOrderFields, packetOrders, sendingFields, sendings } from '#core/packets/listing.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const packetListings: CsvListing[] = [
  {
    file: 'invoice-sendings',
    listed: sendings,
    columns: [
      { name: 'invoiceId', title: 'Invoice ID', control: 'text' },
      ...csvColumns(sendingFields),
      { name: 'pages', title: 'Pages', control: 'text' },
      { name: 'bytes', title: 'Bytes', control: 'text' },
      { name: 'sha256', title: 'SHA-256', control: 'text' },
      { name: 'papers', title: 'Papers', control: 'text' },
      { name: 'sentBy', title: 'Sent By Person', control: 'text' },
      { name: 'undoneBy', title: 'Marked as Not Sent By Person', control: 'text' },
    ],
  },
  { file: 'packet-orders', listed: packetOrders, columns: csvColumns(packetOrderFields) },
]
