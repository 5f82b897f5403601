/** Reads lists: a page, all ids, how many there are (SPEC B20, B21). */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { countMatching, selectIds, selectPart, type Listed, type Part } from './list-sql.ts'
import { backwards, orderOf } from './order-sql.ts'
import type { FoundQuery } from './search-sql.ts'

/** From here on it pays to count first. */
const DEEP = 10_000

/** The rows of the query’s page, with labels, secrets closed. */
export async function pageOf<Row>(
  database: Database,
  listed: Listed,
  userId: string,
  query: FoundQuery,
): Promise<Row[]> {
  const part = await partOf(database, listed, userId, query)
  const page = sql<Row>`${selectPart(listed, userId, query, part)}`
  return (await page.execute(database)).rows
}

/** How many match, page or no page. */
export async function countOf(
  database: Database,
  listed: Listed,
  userId: string,
  query: FoundQuery,
): Promise<number> {
  const counted = sql<{ count: number }>`${countMatching(listed, userId, query)}`
  return (await counted.execute(database)).rows[0]?.count ?? 0
}

/** The ids of all that match, in the list's order: what "all that match" means at this moment. */
export async function idsOf(
  database: Database,
  listed: Listed,
  userId: string,
  query: FoundQuery,
): Promise<number[]> {
  const { limit, offset } = query
  const part = { order: orderOf(listed, query), limit, offset }
  const matched = sql<{ id: number }>`${selectIds(listed, userId, query, part)}`
  return (await matched.execute(database)).rows.map(({ id }) => id)
}

/** A page of the second half is reached from the end: the last one of 100,000 is as near as the first. */
async function partOf(
  database: Database,
  listed: Listed,
  userId: string,
  query: FoundQuery,
): Promise<Part> {
  const { limit, offset } = query
  const forwards = { order: orderOf(listed, query), limit, offset }
  if (limit === undefined || offset < DEEP) return forwards
  const all = await countOf(database, listed, userId, query)
  if (offset < all / 2 || offset >= all) return forwards
  const rows = Math.min(limit, all - offset)
  return { order: backwards(forwards.order), limit: rows, offset: all - offset - rows }
}
