/** Reads a page of a long list as the JSON of its response. */
import { sql, type CompiledQuery } from 'kysely'
import { compileNamed } from '#server/database/named/named-statements.ts'
import type { Database } from '#server/database/open.ts'
import { isLong } from './indexed.ts'
import { selectPageIds } from './plans/plans.ts'
import { selectNewestTexts, selectTexts } from './query/select-text.ts'
import type { Listed, SearchedQuery } from './types.ts'

/** Whose values pass through the server unchanged, and whose columns are declared. */
type TextListed = Listed & { only: readonly string[] }

export function isReadAsText(listed: Listed): listed is TextListed {
  return isLong(listed.name) && listed.only !== undefined && !listed.redact
}

/** The query's page, with labels: a JSON array in UTF-8. */
export async function readPageText(
  database: Database,
  listed: TextListed,
  userId: string,
  query: SearchedQuery,
): Promise<Buffer> {
  const select = isFirstPage(listed, query)
    ? firstPage(listed, query)(database, { userId })
    : selectPage(listed, userId, query).compile(database)
  // A plugin would copy the row.
  const { rows } = await database.withoutPlugins().executeQuery(select)
  const [row] = rows
  if (!row) return Buffer.from('[]')
  const bytes = Buffer.from(row.json)
  // V8 keeps the row of a finished query until it collects the whole heap: two hundred megabytes of pages (decision 0191).
  row.json = ''
  return bytes
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

type FirstPage = (database: Database, values: { userId: string }) => CompiledQuery<Text>

/** By the columns that a member sees, and by size. */
const firstPages = new WeakMap<readonly string[], Map<number, FirstPage>>()

function firstPage(listed: TextListed, { limit = 0 }: SearchedQuery): FirstPage {
  const bySize = firstPages.get(listed.only) ?? new Map<number, FirstPage>()
  firstPages.set(listed.only, bySize)
  const known = bySize.get(limit)
  if (known) return known
  const made = compileNamed<{ userId: string }, Text>(['userId'], ({ userId }) => {
    const ids = sql`select record.id from ${sql.table(listed.name)} as record
      where record.user_id = ${userId} order by record.id desc limit ${sql.lit(limit)}`
    return sql`${selectNewestTexts(listed, userId, ids)}`
  })
  bySize.set(limit, made)
  return made
}
