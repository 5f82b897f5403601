/** The conditions that a list is filtered by, over `record`. */
import { sql, type RawBuilder } from 'kysely'
import type { Filter } from './list-query.ts'

type Sql = RawBuilder<unknown>

/** Over `record`. An instant is compared by its day in `zone`; both bounds are counted in. */
export function filterCondition(filter: Filter, zone: string): Sql {
  const field = sql.ref(`record.${filter.column}`)
  const column = filter.kind === 'time' ? sql`(${field} at time zone ${zone})::date` : field
  if ('among' in filter) return among(column, filter.among)
  const bounds = [
    ...(filter.from === undefined ? [] : [sql`${column} >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`${column} <= ${filter.to}`]),
  ]
  return sql.join(bounds, sql` and `)
}

function among(column: Sql, values: (string | null)[]): Sql {
  const known = values.filter((value) => value !== null)
  const none = known.length < values.length ? [sql`${column} is null`] : []
  const some = known.length ? [sql`${column} in (${sql.join(known)})`] : []
  return sql`(${sql.join([...some, ...none], sql` or `)})`
}
