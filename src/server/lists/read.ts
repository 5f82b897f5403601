/** Reads lists: a page, all IDs, the count (SPEC B20, B21). */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { selectPageIds } from './plans/plans.ts'
import { selectCount, selectTotals } from './query/count.ts'
import { orderBy, orderTerms } from './query/order.ts'
import { selectRecords } from './query/select.ts'
import type { Listed, SearchedQuery } from './types.ts'

/** The query's page, with labels; secrets stay encrypted. IDs first: only the page's rows and labels are read. */
export async function readPage<Row>(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<Row[]> {
  const ids = selectPageIds(listed, userId, query)
  const page = sql<Row>`${selectRecords(listed, userId, query)}
    and record.id = any(array(${ids}))${orderBy(orderTerms(listed, query))}`
  return (await page.execute(database)).rows
}

/** The number of matching records, regardless of the page. */
export async function countMatches(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<number> {
  const counted = sql<{ count: number }>`${selectCount(listed, userId, query)}`
  return (await counted.execute(database)).rows[0]?.count ?? 0
}

/** The number of matching records, and the sums of the columns `names` as amounts (SPEC C56). */
export async function readTotals(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  names: string[],
): Promise<{ count: number }> {
  const totals = sql<{ count: number }>`${selectTotals(listed, userId, query, names)}`
  return (await totals.execute(database)).rows[0] ?? { count: 0 }
}

/** The ids in the query's order. */
export async function readIds(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<number[]> {
  const ids = sql<{ id: number }>`${selectPageIds(listed, userId, query)}`
  return (await ids.execute(database)).rows.map(({ id }) => id)
}
