import { sql } from 'kysely'
import type { Filter, Sql } from '#server/lists/types.ts'

type Bounds = { from?: string; to?: string }

/** A condition on `record`. An instant is compared by its date in `zone`; bounds are inclusive. */
export function filterCondition(filter: Filter, zone: string): Sql {
  const field = sql.ref(`record.${filter.column}`)
  const column = filter.kind === 'time' ? sql`(${field} at time zone ${zone})::date` : field
  // Without the type, a number of 15 digits would be too large for an integer column.
  const toValue = filter.kind === 'number' ? (text: string) => sql`${text}::bigint` : undefined
  if (filter.kind === 'presence' && 'among' in filter) return isPresent(column, filter.among)
  return 'among' in filter
    ? isAmong(column, filter.among, toValue)
    : isWithin(column, filter, toValue)
}

/** `column >= from and column <= to`; a missing bound has no condition. */
function isWithin(column: Sql, { from, to }: Bounds, toValue = toParameter): Sql {
  const bounds = [
    ...(from === undefined ? [] : [sql`${column} >= ${toValue(from)}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${toValue(to)}`]),
  ]
  return sql.join(bounds, sql` and `)
}

/** A filter by the dates of an instant, both included. */
export type DateRange = Extract<Filter, { from?: string; to?: string }>

/** Weaker than the filter, by a day at each end, and found by an index of the instant. */
export function mayBeWithin(instant: Sql, range: DateRange, zone: string): Sql {
  return isWithinDays(instant, range, zone, 1)
}

/** Stronger than the filter, by a day at each end. */
export function isSurelyWithin(instant: Sql, range: DateRange, zone: string): Sql {
  return isWithinDays(instant, range, zone, -1)
}

/** `more`: days that are added at each end; negative days narrow the range. */
function isWithinDays(instant: Sql, { from, to }: DateRange, zone: string, more: number): Sql {
  const startOf = (day: string, added: number) =>
    sql`((${day}::date + ${sql.lit(added)}::int)::timestamp at time zone ${zone})`
  const bounds = [
    ...(from === undefined ? [] : [sql`${instant} >= ${startOf(from, -more)}`]),
    ...(to === undefined ? [] : [sql`${instant} < ${startOf(to, 1 + more)}`]),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}

/** `values`: null for blank, anything else for filled. */
function isPresent(column: Sql, values: (string | null)[]): Sql {
  const [some, none] = [values.some((value) => value !== null), values.includes(null)]
  if (some && none) return sql`true`
  return none ? sql`${column} is null` : sql`${column} is not null`
}

function isAmong(column: Sql, values: (string | null)[], toValue = toParameter): Sql {
  const known = values.filter((value) => value !== null).map(toValue)
  const isBlank = known.length < values.length ? [sql`${column} is null`] : []
  const isKnown = known.length ? [sql`${column} in (${sql.join(known)})`] : []
  return sql`(${sql.join([...isKnown, ...isBlank], sql` or `)})`
}

function toParameter(text: string): Sql {
  return sql`${text}`
}
