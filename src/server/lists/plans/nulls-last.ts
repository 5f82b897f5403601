/** Records in the order of a column, blank values last. */
import { sql } from 'kysely'
import { orderBy, orderTerms, type Term } from '#server/lists/query/order.ts'
import { buildMatchCondition, fromRecords } from '#server/lists/query/select.ts'
import type { Listed, SearchedQuery, Sql } from '#server/lists/types.ts'

/** An index has blank values first in descending order, so they are selected separately. */
export function selectNullsLast(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const [first, ...ties] = orderTerms(listed, query)
  if (!first || !query.sort) throw new Error('This plan needs a sort')
  const matching = sql`${fromRecords(listed, userId, query)}${buildMatchCondition(listed, userId, query)}`
  const filled = sql`select record.id, ${first.by} as value ${matching} and ${first.by} is not null
    ${orderBy([{ ...first, nullable: false }, ...ties])}`
  return appendBlank({ filled, matching, column: query.sort.column, first }, query)
}

type Parts = { filled: Sql; matching: Sql; column: string; first: Term }

/** `filled` selects `id` and `value` in the query's order. Blank values are read only if it does not fill the page. */
export function appendBlank(parts: Parts, { limit = 0, offset }: SearchedQuery): Sql {
  const { filled, matching, column, first } = parts
  const last = limit + offset
  const direction = sql.raw(first.descending ? 'desc' : 'asc')
  return sql`with filled as materialized (${filled} limit ${last}),
    blank as (select record.id ${matching} and ${sql.ref(`record.${column}`)} is null
      and (select count(*) from filled) < ${last} order by record.id ${direction} limit ${last})
    select id from (select 0 as part, id, value from filled union all select 1, id, null from blank) as page
    order by part, value ${direction}, id ${direction} limit ${limit} offset ${offset}`
}
