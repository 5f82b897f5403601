/** Reads lists: a page, all IDs, the count, totals (SPEC B20, B21, C56). */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { orderBy, orderTerms } from './query/order.ts'
import { fromMatches, selectPageIds } from './query/page.ts'
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

/** The number of matching records, regardless of the page. */
export async function countMatches(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<number> {
  const { count } = await readTotals(database, listed, userId, query, [])
  return count
}

/** The number of matching records, and the sums of the columns `names` as amounts (SPEC C56). */
export async function readTotals(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
  names: string[],
): Promise<{ count: number }> {
  const sums = names.map(
    (name) =>
      sql`, coalesce(sum(${sql.ref(`record.${name}`)}), 0)::numeric(20, 2) as ${sql.ref(name)}`,
  )
  const totals = sql<{ count: number }>`select count(*) as count${sql.join(sums, sql``)}
    ${fromMatches(listed, userId, { ...query, sort: undefined })}`
  return (await totals.execute(database)).rows[0] ?? { count: 0 }
}
