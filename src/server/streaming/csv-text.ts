/** One account's records of a list as the text of a CSV file (SPEC B50). */
import { sql } from 'kysely'
import type { AuditSubject } from '#core/audit/subjects.ts'
import { BYTE_ORDER_MARK, headingLine, recordLine, type CsvColumn } from '#core/transfer/csv.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { openListed } from '#server/lists/open-listed.ts'
import type { ColumnKind } from '#core/lists/columns.ts'
import type { ListQuery, Listed, VisibleList } from '#server/lists/types.ts'
import type { Member } from '#core/team/member.ts'
import type { Permission } from '#core/team/roles.ts'
import { selectMatching } from '#server/lists/query/select.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { readBatches } from './snapshot.ts'

/** A listing as a file: its name without the extension, and its columns. */
export type CsvListing = {
  file: string
  listed: Listed
  columns: readonly CsvColumn[]
  /** Fills in the columns that are not stored. */
  complete?: (record: AnyRecord) => AnyRecord
}

/** A listing with its own export route. `name`: its part of the API's path. */
export type ExportedListing = CsvListing & {
  name: AuditSubject
  /** Its part of the path, if that is not the name. */
  path?: string
  title: string
  /** The permission to see the list. */
  access: Permission
  kinds: Map<string, ColumnKind>
  /** The list and the columns that a member sees. Without it, each member with the permission sees all. */
  see?: (member: Member) => Pick<CsvListing, 'columns'> & VisibleList
}

/** Every record, oldest first. */
export const EVERY_RECORD: ListQuery = {
  limit: undefined,
  offset: 0,
  search: '',
  sort: { column: 'id', descending: false },
  filters: [],
  counted: false,
  zone: 'UTC',
}

/** Everything that matches the query, in its order and without its page limits, in pieces. */
export async function* csvText(
  work: Work,
  userId: string,
  listing: CsvListing,
  query: ListQuery,
): AsyncGenerator<string> {
  const { columns } = listing
  // With the first records: an error of the query must come before the first byte, while it can still be a status.
  let heading = BYTE_ORDER_MARK + headingLine(columns)
  for await (const records of readListing(work, userId, listing, query)) {
    yield heading + records.map((record) => recordLine(columns, record)).join('')
    heading = ''
  }
  if (heading) yield heading
}

/** The complete records of a listing, in batches. */
export async function* readListing(
  work: Work,
  userId: string,
  { listed, complete = (record) => record }: CsvListing,
  query: ListQuery,
): AsyncGenerator<AnyRecord[]> {
  const found = await lookUpSearch(work, listed, userId, query)
  const select = sql<AnyRecord>`${selectMatching(listed, userId, found)}`
  for await (const records of readBatches(work, select))
    yield records.map((record) => complete(openListed(work, listed, record)))
}
