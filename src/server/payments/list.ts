/** The list of payments, latest pay date first (SPEC B20, C11). */
import { paymentListFields } from '#core/payments/payments.ts'
import { paymentTables } from '#core/payments/tables.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed } from '#server/lists/types.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'

export const paymentColumns = defineColumnKinds(paymentListFields, {
  payee: 'text',
  truckId: 'link',
  ruleId: 'number',
})

export const paymentListing: Listed = {
  name: 'payouts',
  fields: paymentListFields,
  columns: ['payeeName', 'method', 'reference'],
  newest: 'paidOn',
}

/** The list as a CSV file (SPEC B50). */
export const exportedPayments: ExportedListing = {
  ...paymentTables.payouts.csv,
  name: 'payments',
  title: 'Payments',
  access: 'settlements',
  listed: paymentListing,
  kinds: paymentColumns,
}
