import type { RawBuilder } from 'kysely'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { ColumnKind } from '#core/lists/columns.ts'

export type Sql = RawBuilder<unknown>

/** A table that is listed. `newest`: the column that sorts the newest first; by default the ID. */
export type Listed = Pick<Entity, 'fields' | 'columns' | 'internal'> & {
  name: string
  newest?: string
  /** The table, if it is not named like the list. */
  table?: string
  /** A table expression that replaces the table, for one account: `(select … from …)`. */
  rows?: (userId: string) => Sql
  /** Columns with a person's id. The record's labels have the name. */
  people?: readonly string[]
  /** The columns that a member's role may see. Undefined: all. */
  only?: readonly string[]
  /** A condition on `record`: the member sees no other records. */
  where?: Sql
  /** By column: a condition on `record` that replaces the filter, if indexes serve it better than the column. */
  filters?: Record<string, (userId: string, among: readonly (string | null)[]) => Sql>
  /** A condition on `record` that replaces the search in its columns. */
  search?: (userId: string, query: SearchedQuery) => Sql
  /** Removes what the member can't see from a record that was read. */
  redact?: (record: AnyRecord) => AnyRecord
}

/** A list as one member sees it. `kinds`: the columns that can be filtered and sorted. */
export type VisibleList = {
  listed: Listed
  kinds: Map<string, ColumnKind>
  /** The amounts that are added up over all matches. */
  totals?: string[]
}

export type Filter =
  | { column: string; kind: ColumnKind; among: (string | null)[] }
  | { column: string; kind: ColumnKind; from?: string; to?: string }

export type ListQuery = {
  /** The maximum number of records; undefined for all. */
  limit: number | undefined
  offset: number
  search: string
  sort: { column: string; descending: boolean } | undefined
  filters: Filter[]
  /** Whether the response has X-Total-Count: a count can take longer than the page. */
  counted: boolean
  /** The time zone of date filters on instants. */
  zone: string
}

/** A query whose search has been looked up in the linked records. */
export type SearchedQuery = ListQuery & {
  /** IDs of the linked records that the search finds, by the name of the reference. */
  linked: Record<string, number[]>
}
