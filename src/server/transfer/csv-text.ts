/** One account's records of a listing as the text of a CSV file (SPEC B50). */
import { sql } from 'kysely'
import { BYTE_ORDER_MARK, headingLine, recordLine, type CsvColumn } from '#core/csv.ts'
import type { AnyRecord } from '#core/entity.ts'
import type { Work } from '#server/database/open.ts'
import type { ColumnKind, ListQuery } from '#server/lists/list-query.ts'
import { selectMatching, type Listed } from '#server/lists/list-sql.ts'
import { withLinked } from '#server/lists/search-sql.ts'
import { batchesOf } from './snapshot.ts'

/** What can be exported: a listing, with the columns of its file and those it can be asked by. */
export type Exported = {
  /** In the path of the API. */
  name: string
  /** Without its extension. */
  file: string
  title: string
  listed: Listed
  columns: readonly CsvColumn[]
  kinds: Map<string, ColumnKind>
}

/** Everything that the query matches, in its order, page or no page; piece by piece. */
export async function* csvText(
  work: Work,
  userId: string,
  { listed, columns }: Exported,
  query: ListQuery,
): AsyncGenerator<string> {
  const found = await withLinked(work, listed, userId, query)
  const select = sql<AnyRecord>`${selectMatching(listed, userId, found)}`
  yield BYTE_ORDER_MARK + headingLine(columns)
  for await (const records of batchesOf(work, select)) {
    yield records.map((record) => recordLine(columns, record)).join('')
  }
}
