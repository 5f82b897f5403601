/** The list of settlements, latest settlement date first (SPEC B20). */
import { payeeFields } from '#core/settlements/approval.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed } from '#server/lists/types.ts'

const fields = { ...settlementFields, ...payeeFields }

export const settlementColumns = defineColumnKinds(fields, {
  startDate: 'day',
  endDate: 'day',
  totalRevenue: 'amount',
  totalExpenses: 'amount',
  netPayment: 'amount',
  extraPay: 'amount',
  grossPay: 'amount',
  status: 'text',
  number: 'number',
  approvedOn: 'day',
  paidAmount: 'amount',
  paidOn: 'day',
  weekNumber: 'number',
  weekYear: 'year',
})

export const settlementListing: Listed = {
  name: 'billing',
  fields,
  columns: ['truckId', 'settlementDate'],
  newest: 'settlementDate',
}
