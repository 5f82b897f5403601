/** The list of money received, latest day first (SPEC B20, C192). */
import { receiptListFields } from '#core/receipts/receipts.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed } from '#server/lists/types.ts'

export const receiptColumns = defineColumnKinds(receiptListFields)

export const receiptListing: Listed = {
  name: 'receipts',
  fields: receiptListFields,
  columns: ['brokerId', 'method', 'reference'],
  newest: 'receivedOn',
}
