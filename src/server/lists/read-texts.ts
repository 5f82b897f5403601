/** Reads a page of a long list as the JSON of its response. */
import { sql, type CompiledQuery } from 'kysely'
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
  const ids = await readIds(database, listed, userId, query)
  if (!ids.length) return Buffer.from('[]')
  const page = sql`unnest(${ids}::bigint[]) with ordinality`
  return readBytes(database, sql<Text>`${selectTexts(listed, userId, page)}`.compile(database))
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
