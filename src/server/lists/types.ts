import type { RawBuilder } from 'kysely'
import type { Entity } from '#core/entities/entity.ts'
import type { ColumnKind } from '#core/lists/columns.ts'

export type Sql = RawBuilder<unknown>

/** A table that is listed. `newest`: the column that sorts the newest first, else the ID. */
export type Listed = Pick<Entity, 'fields' | 'columns'> & {
  name: string
  newest?: string
  /** The table, if it is not named like the list. */
  table?: string
  /** Columns with a person's id. The record's labels have the name. */
  people?: readonly string[]
}

export type Filter =
  | { column: string; kind: ColumnKind; among: (string | null)[] }
  | { column: string; kind: ColumnKind; from?: string; to?: string }

export type ListQuery = {
  /** Undefined: all records. */
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
  /** The search is the beginning of a few numbers. */
  startsFewNumbers: boolean
}

/** One way to find the IDs of a page. */
export type PagePlan = {
  name: string
  serves: (listed: Listed, query: SearchedQuery) => boolean
  selectIds: (listed: Listed, userId: string, query: SearchedQuery) => Sql
}
