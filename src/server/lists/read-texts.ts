/** Reads a page of a long list as the JSON of its response. */
import { sql } from 'kysely'
import { defineNamed } from '#server/database/named/named-statements.ts'
import type { Database, Work } from '#server/database/open.ts'
import { isLong } from './indexed.ts'
import { selectPageIds } from './plans/plans.ts'
import { selectNewestTexts, selectTexts } from './query/select-text.ts'
import type { Listed, SearchedQuery } from './types.ts'

/** Whose values pass through the server unchanged, and whose columns are declared. */
type TextListed = Listed & { only: readonly string[] }

export function isReadAsText(listed: Listed): listed is TextListed {
  return isLong(listed.name) && listed.only !== undefined && !listed.redact
}

/** The query's page, with labels: a JSON array. */
export async function readPageText(
  database: Database,
  listed: TextListed,
  userId: string,
  query: SearchedQuery,
): Promise<string> {
  const rows = isFirstPage(listed, query)
    ? await firstPage(listed, query)(database, { userId })
    : (await selectPage(listed, userId, query).execute(database)).rows
  return rows[0]?.json ?? '[]'
}

type Text = { json: string }

function selectPage(listed: TextListed, userId: string, query: SearchedQuery) {
  return sql<Text>`${selectTexts(listed, userId, query, selectPageIds(listed, userId, query))}`
}

/** The sizes of the screen's pages. */
const SIZES = new Set<number | undefined>([25, 50, 100])

/** PostgreSQL keeps its plan, which is the same for every account: the newest records by the key (SPEC C268). */
function isFirstPage({ where }: Listed, query: SearchedQuery): boolean {
  const { limit, offset, search, sort, filters } = query
  return SIZES.has(limit) && !offset && !search && !sort && !filters.length && !where
}

type FirstPage = (work: Database | Work, values: { userId: string }) => Promise<Text[]>

/** By list, size and visible columns, which only roles change. */
const firstPages = new Map<string, FirstPage>()

function firstPage(listed: TextListed, { limit = 0 }: SearchedQuery): FirstPage {
  const key = [listed.name, limit, ...listed.only].join(' ')
  const known = firstPages.get(key)
  if (known) return known
  const made = defineNamed<{ userId: string }, Text>(['userId'], ({ userId }) => {
    const ids = sql`select record.id from ${sql.table(listed.name)} as record
      where record.user_id = ${userId} order by record.id desc limit ${sql.lit(limit)}`
    return sql`${selectNewestTexts(listed, userId, ids)}`
  })
  firstPages.set(key, made)
  return made
}
