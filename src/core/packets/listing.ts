/** Sendings and orders of papers, declared for the audit log and the account's CSV files. */
import type { Listing } from '#core/entities/entity.ts'
import { choice, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'
import { CHANNELS } from './packets.ts'

export const sendingFields = {
  channel: choice('Sent By', CHANNELS, { formDefault: 'download' }),
  note: optionalText('Note'),
  askedOn: optionalDay('Requested On'),
  sentOn: optionalDay('Sent On'),
  undoneOn: optionalDay('Marked as Not Sent On'),
  undoneReason: optionalText('Reason Not Sent'),
}

export const sendings = {
  name: 'invoiceSendings',
  singular: 'Sending',
  title: 'Sendings',
  description: 'Invoices that were sent.',
  label: 'channel',
  fields: sendingFields,
  columns: ['channel'],
} as const satisfies Listing

export const packetOrderFields = {
  brokerId: reference('Broker', 'brokers', 'Company'),
  kinds: { ...optionalText('Order'), control: 'none' as const },
}

export const packetOrders = {
  name: 'packetOrders',
  singular: 'Order of papers',
  title: 'Order of Papers',
  description: 'The order of the papers in a packet.',
  label: 'brokerId',
  fields: packetOrderFields,
  columns: ['brokerId'],
} as const satisfies Listing
