/** Money received from brokers: receipts with parts that pay invoices (SPEC C192). */
import { RECEIPT_METHODS, RECEIPT_STATES } from './kinds.ts'
import type { Listing } from '#core/entities/entity.ts'
import { money, positiveMoney } from '#core/fields/amounts.ts'
import { choice, day, optionalDay, requiredReference, TODAY } from '#core/fields/fields.ts'
import { notes, optionalText } from '#core/fields/text.ts'

/** What a person types when money arrives. */
export const receivedFields = {
  brokerId: requiredReference('Broker', 'brokers'),
  receivedOn: day('Received On', TODAY),
  method: choice('Method', RECEIPT_METHODS, { formDefault: 'check' }),
  reference: optionalText('Check # or Reference'),
  amount: positiveMoney('Amount'),
  depositedOn: optionalDay('Deposited On'),
  note: notes('Note'),
}

/** The fields that can change after the receipt is posted. */
export const editableFields = {
  depositedOn: receivedFields.depositedOn,
  note: receivedFields.note,
}

/** The fields of the list, its filters and its CSV file. */
export const receiptListFields = {
  receivedOn: receivedFields.receivedOn,
  brokerId: receivedFields.brokerId,
  method: receivedFields.method,
  reference: receivedFields.reference,
  amount: money('Amount'),
  unapplied: money('Unapplied'),
  state: choice('Status', RECEIPT_STATES, { formDefault: 'posted' }),
  depositedOn: receivedFields.depositedOn,
  refunded: money('Refunded'),
  reversedOn: optionalDay('Reversed On'),
  reversalReason: optionalText('Reversal Reason'),
  note: receivedFields.note,
}

/** The totals of the list. */
export const RECEIPT_TOTALS = ['amount', 'unapplied']

export const receiptsList: Listing = {
  name: 'receipts',
  singular: 'Receipt',
  title: 'Money Received',
  description: 'What brokers paid. A posted receipt is reversed, never edited or deleted.',
  label: 'reference',
  fields: receiptListFields,
  columns: [
    'receivedOn',
    'brokerId',
    'method',
    'reference',
    'amount',
    'unapplied',
    { title: 'Status', fields: ['state'], show: 'badge' },
  ],
  card: ['brokerId', 'reference', 'amount', 'state'],
  views: [
    { name: 'Unapplied', address: 'state=unapplied' },
    { name: 'Not Deposited', address: 'depositedOn=none&state=posted,unapplied' },
    { name: 'Reversed', address: 'state=reversed' },
  ],
}
