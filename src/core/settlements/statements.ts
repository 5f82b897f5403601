/** The list of statements and drafts, declared like the lists of entities (SPEC C51). */
import { z } from 'zod'
import { formatDay } from '#core/calendar.ts'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import { money, optionalCount } from '#core/fields/amounts.ts'
import { choice, day, optionalDay, reference, requiredReference } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'

/** The maximum number of statements in one request. */
export const MAX_STATEMENTS = 500

const wrongIds = 'ids must be settlement ids, such as "1,2"'

/** The query with the `ids` of chosen settlements, without duplicates. */
export const statementIdsQuery = z.object({
  ids: z
    .string(wrongIds)
    .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, wrongIds)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_STATEMENTS, `At most ${MAX_STATEMENTS} statements at once`)
    .describe(`Ids of settlements, separated by commas; at most ${MAX_STATEMENTS}`),
})

export const statements: Listing = {
  name: 'statements',
  singular: 'Statement',
  title: 'Statements',
  description: 'Every settlement with its payment. A statement gets its number at approval.',
  label: 'number',
  fields: {
    // Not declared as blank by default, so that drafts come first in descending order, as in the index of numbers.
    number: { ...optionalCount('Statement #', 1, 999_999), defaultValue: undefined },
    ownerId: reference('Owner', 'owners', ''),
    driverId: reference('Driver', 'drivers', ''),
    truckId: requiredReference('Truck', 'trucks'),
    settlementDate: day('Settlement Date'),
    grossPay: money('Gross'),
    netPayment: money('Net'),
    paidAmount: money('Paid Amount'),
    status: choice('Status', SETTLEMENT_STATUSES, { formDefault: 'pending' }),
    approvedOn: optionalDay('Approved On'),
    paidOn: optionalDay('Paid On'),
    paymentMethod: choice('Method', STATEMENT_PAYMENT_METHODS, { formDefault: 'check' }),
    paymentReference: optionalText('Check # or Reference'),
    holdReason: {
      ...optionalText('Hold Reason'),
      presence: { some: 'On hold', none: 'Not on hold' },
    },
    voidReason: optionalText('Void Reason'),
  },
  columns: [
    { title: '#', fields: ['number'] },
    // The owner is paid, or the driver if the truck has no owner.
    { title: 'Payee', fields: ['ownerId', 'driverId'] },
    'truckId',
    'settlementDate',
    'grossPay',
    'netPayment',
    { title: 'Status', fields: ['status'], show: 'badge' },
    'paidOn',
    'paymentMethod',
    { title: 'Check #', fields: ['paymentReference'] },
  ],
  card: ['ownerId', 'truckId', 'settlementDate', 'netPayment', 'status'],
  views: [
    { name: 'Ready to Approve', address: 'status=pending&holdReason=none' },
    { name: 'On Hold', address: 'status=pending&holdReason=some' },
    { name: 'Ready to Pay', address: 'status=approved' },
    { name: 'Paid', address: 'status=paid' },
    { name: 'Void', address: 'status=void' },
  ],
}

/** "statement 37", "the draft of 11/20/2026". */
export function describeStatement({ number, settlementDate }: AnyRecord): string {
  if (typeof number === 'number') return `statement ${number}`
  return `the draft of ${formatDay(String(settlementDate))}`
}

/** The paths of one PDF with all chosen statements, and of a ZIP with one PDF per statement. */
export function chosenPaths(ids: readonly number[]): { pdf: string; zip: string } {
  const query = `ids=${ids.join(',')}`
  return { pdf: `/api/statements/print.pdf?${query}`, zip: `/api/statements/files.zip?${query}` }
}
