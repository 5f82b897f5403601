/** The list of payments, declared like the lists of entities. */
import type { Listing } from '#core/entities/entity.ts'
import { paymentListFields } from './payments.ts'

export const paymentsList: Listing = {
  name: 'payments',
  singular: 'Payment',
  title: 'Payments',
  description:
    'Money paid to owners and drivers. Only the check number and memo of a posted payment can change.',
  label: 'reference',
  fields: paymentListFields,
  columns: [
    'paidOn',
    // The name as it was when the money was paid, with a link to the owner or the driver.
    {
      title: 'Payee',
      fields: ['payeeName', 'ownerId', 'driverId'],
      format: ({ payeeName }) => String(payeeName ?? ''),
    },
    'method',
    'reference',
    'amount',
    'unapplied',
    { title: 'Status', fields: ['state'], show: 'badge' },
  ],
  card: ['payeeName', 'reference', 'amount', 'state'],
  views: [
    { name: 'Unapplied', address: 'state=unapplied' },
    { name: 'Reversed', address: 'state=reversed' },
  ],
}
