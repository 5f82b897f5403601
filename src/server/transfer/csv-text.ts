/** One account's records of a listing as the text of a CSV file (SPEC B50). */
import { sql } from 'kysely'
import { BYTE_ORDER_MARK, headingLine, recordLine, type CsvColumn } from '#core/csv.ts'
import type { AnyRecord } from '#core/entity.ts'
import type { Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import type { ColumnKind, ListQuery } from '#server/lists/list-query.ts'
import { matching, ordered, selectRecords, type Listed } from '#server/lists/list-sql.ts'
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
  const select = sql<AnyRecord>`${selectRecords(listed, userId)}${matching(listed, query)}${ordered(listed, query)}`
  yield BYTE_ORDER_MARK + headingLine(columns)
  for await (const records of batchesOf(work, select)) {
    const lines = records.map((record) => openRecord(work, listed, record))
    yield lines.map((record) => recordLine(columns, record)).join('')
  }
}
