/** The list of payments, latest pay date first (SPEC B20, C11). */
import { paymentListFields } from '#core/payments/payments.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed } from '#server/lists/types.ts'

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
