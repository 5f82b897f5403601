/** The list of settlements, latest settlement date first (SPEC B20). */
import { sql } from 'kysely'
import { settlementFields, type Settlement } from '#core/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { columnKinds, type ListQuery } from '#server/lists/list-query.ts'
import {
  countRecords,
  matching,
  ordered,
  paged,
  selectRecords,
  type Listed,
} from '#server/lists/list-sql.ts'

export const settlementColumns = columnKinds(settlementFields, {
  startDate: 'day',
  endDate: 'day',
  totalRevenue: 'amount',
  totalExpenses: 'amount',
  netPayment: 'amount',
  status: 'text',
  number: 'number',
  paidOn: 'day',
  weekNumber: 'number',
  weekYear: 'number',
})

export const settlementListing: Listed = {
  name: 'billing',
  fields: settlementFields,
  columns: ['truckId', 'settlementDate'],
  order: 'record.settlement_date desc, record.id desc',
}

export async function listSettlements(
  database: Database,
  userId: string,
  query: ListQuery,
): Promise<{ rows: Settlement[]; total: number }> {
  const conditions = matching(settlementListing, query)
  const [page, counted] = await Promise.all([
    sql<Settlement>`${selectRecords(settlementListing, userId)}${conditions}${ordered(settlementListing, query)}${paged(query)}`.execute(
      database,
    ),
    sql<{ count: number }>`${countRecords(settlementListing, userId)}${conditions}`.execute(
      database,
    ),
  ])
  return { rows: page.rows, total: counted.rows[0]?.count ?? 0 }
}
