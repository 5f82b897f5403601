/** Reads a page of a long list as the JSON of its response. */
import { sql, type CompiledQuery } from 'kysely'
import { compileNamed } from '#server/database/named/named-statements.ts'
import type { Database } from '#server/database/open.ts'
import { isLong } from './indexed.ts'
import { selectTexts } from './query/select-text.ts'
import { readIds } from './read.ts'
import type { Listed, SearchedQuery } from './types.ts'

/** A list whose values pass through the server unchanged, and whose columns are declared. */
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
  const { firstPages, byIds } = statementsOf(listed)
  const firstPage = isFirstPage(listed, query) ? firstPages.get(query.limit) : undefined
  if (firstPage) return readBytes(database, firstPage(database, { userId }))
  const ids = await readIds(database, listed, userId, query)
  return ids.length ? readBytes(database, byIds(database, { userId, ids })) : Buffer.from('[]')
}

async function readBytes(database: Database, select: CompiledQuery<Text>): Promise<Buffer> {
  // A plugin would copy the row.
  const { rows } = await database.withoutPlugins().executeQuery(select)
  const [row] = rows
  if (!row) return Buffer.from('[]')
  const bytes = Buffer.from(row.json)
  // V8 keeps the row of a finished query until it collects the whole heap: two hundred megabytes of pages (decision 0012).
  row.json = ''
  return bytes
}

type Text = { json: string }

/** Whether the page has the newest records, which are found by their key (SPEC C268). */
function isFirstPage({ where }: Listed, query: SearchedQuery): boolean {
  const { offset, search, sort, filters } = query
  return !offset && !search && !sort && !filters.length && !where
}

type Compile<Values> = (database: Database, values: Values) => CompiledQuery<Text>

/** Named statements. PostgreSQL keeps their plans, which are the same for every account. */
type Statements = {
  /** Keyed by size. */
  firstPages: Map<number | undefined, Compile<{ userId: string }>>
  byIds: Compile<{ userId: string; ids: number[] }>
}

/** The sizes of the screen's pages. */
const SIZES = [25, 50, 100]

/** Keyed by the columns that a member sees. */
const statements = new WeakMap<readonly string[], Statements>()

function statementsOf(listed: TextListed): Statements {
  const known = statements.get(listed.only) ?? compileStatements(listed)
  statements.set(listed.only, known)
  return known
}

function compileStatements(listed: TextListed): Statements {
  const firstPageOf = (size: number) =>
    compileNamed<{ userId: string }, Text>(['userId'], ({ userId }) => {
      const page = sql`(select record.id, -record.id as place from ${sql.table(listed.name)} as record
        where record.user_id = ${userId} order by record.id desc limit ${sql.lit(size)})`
      return sql`${selectTexts(listed, userId, page)}`
    })
  return {
    firstPages: new Map(SIZES.map((size) => [size, firstPageOf(size)])),
    byIds: compileNamed(['userId', 'ids'], ({ userId, ids }) => {
      const page = sql`unnest(${ids}::bigint[]) with ordinality`
      return sql`${selectTexts(listed, userId, page)}`
    }),
  }
}
