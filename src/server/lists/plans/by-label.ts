/**
 * Loads sorted by the label of a linked record: one linked record after the other, in the order of their labels,
 * until their loads fill the page. An index of loads cannot have another table's labels.
 */
import { sql } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import { orderTerms } from '#server/lists/query/order.ts'
import { fromRecords } from '#server/lists/query/select.ts'
import type { Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import { appendBlank } from './nulls-last.ts'

/** The query is sorted by a link and has no filters. */
export function selectByLabel(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const { sort, limit = 0, offset } = query
  const [first] = orderTerms(listed, query)
  const { to } = listed.fields[sort?.column ?? ''] ?? {}
  if (!sort || !first || !to) throw new Error('This plan needs a sort by a link')
  const label = sql.ref(`linked.${getEntity(to).label}`)
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const matching = fromRecords(listed, userId)
  const filled = sql`select holder.id, ${label} as value from ${sql.table(to)} as linked
    cross join lateral (select record.id ${matching} and ${sql.ref(`record.${sort.column}`)} = linked.id
      order by record.id ${direction} limit ${limit + offset}) as holder
    where linked.user_id = ${userId} order by ${label} ${direction}, holder.id ${direction}`
  return appendBlank({ filled, matching, column: sort.column, first }, query)
}
