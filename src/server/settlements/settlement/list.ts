/** The lists of settlements (SPEC B20), and of statements and drafts (SPEC C51), latest settlement date first. */
import { payeeFields } from '#core/settlements/approval.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { statements } from '#core/settlements/statements.ts'
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

export const statementColumns = defineColumnKinds(statements.fields, { number: 'number' })

/** A search finds numbers, payees and trucks: each by an index. */
export const statementListing: Listed = {
  name: 'statements',
  table: 'billing',
  fields: statements.fields,
  columns: ['number', 'ownerId', 'driverId', 'truckId'],
  newest: 'settlementDate',
}
