import { sql } from 'kysely'
import type { Filter, Sql } from '#server/lists/types.ts'

/** A condition on `record`. An instant is compared by its date in `zone`; bounds are inclusive. */
export function filterCondition(filter: Filter, zone: string): Sql {
  const field = sql.ref(`record.${filter.column}`)
  const column = filter.kind === 'time' ? sql`(${field} at time zone ${zone})::date` : field
  return 'among' in filter ? isAmong(column, filter.among) : isWithin(column, filter)
}

/** `column >= from and column <= to`; a missing bound has no condition. */
export function isWithin(column: Sql, { from, to }: { from?: string; to?: string }): Sql {
  const bounds = [
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${to}`]),
  ]
  return sql.join(bounds, sql` and `)
}

function isAmong(column: Sql, values: (string | null)[]): Sql {
  const known = values.filter((value) => value !== null)
  const isBlank = known.length < values.length ? [sql`${column} is null`] : []
  const isKnown = known.length ? [sql`${column} in (${sql.join(known)})`] : []
  return sql`(${sql.join([...isKnown, ...isBlank], sql` or `)})`
}
