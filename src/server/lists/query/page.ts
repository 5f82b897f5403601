/**
 * Selects the ids of one page. Two orders that people use every day have no index of the table, so that PostgreSQL would sort every
 * match: descending order with blank values last (an index has them first), and the order of a linked record's label
 * (another table's column). Both are selected in parts that indexes serve.
 */
import { sql } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import type { Listed, SearchedQuery, Sql } from '#server/lists/types.ts'
import { orderBy, orderTerms, type Term } from './order.ts'
import { storesText } from './search-text.ts'
import { buildMatchCondition, fromRecords } from './select.ts'

type Sorted = SearchedQuery & { sort: NonNullable<SearchedQuery['sort']>; limit: number }

export function selectPageIds(listed: Listed, userId: string, query: SearchedQuery): Sql {
  if (isSorted(query) && !query.search) {
    const { to } = listed.fields[query.sort.column] ?? {}
    // A list that stores its text is a large one, and has an index for each link.
    if (to && !query.filters.length && storesText(listed)) return byLabel(listed, userId, query)
    const [first] = orderTerms(listed, query)
    if (first?.nullable && first.descending && !to) return blanksLast(listed, userId, query)
  }
  const { limit, offset } = query
  const limited = limit === undefined ? sql`` : sql` limit ${limit}`
  const order = orderBy(orderTerms(listed, query))
  return sql`select record.id ${fromMatches(listed, userId, query)}${order}${limited} offset ${offset}`
}

export function fromMatches(listed: Listed, userId: string, query: SearchedQuery): Sql {
  return sql`${fromRecords(listed, userId, query)}${buildMatchCondition(listed, userId, query)}`
}

function isSorted(query: SearchedQuery): query is Sorted {
  return query.sort !== undefined && query.limit !== undefined
}

function blanksLast(listed: Listed, userId: string, query: Sorted): Sql {
  const [first, ...ties] = orderTerms(listed, query) as [Term, ...Term[]]
  const matching = fromMatches(listed, userId, query)
  const filled = sql`select record.id, ${first.by} as value ${matching} and ${first.by} is not null
    ${orderBy([{ ...first, nullable: false }, ...ties])}`
  return joinBlanks(filled, matching, query)
}

/** One linked record after the other, in the order of their labels, each with at most a page of its records. */
function byLabel(listed: Listed, userId: string, query: Sorted): Sql {
  const { sort, limit, offset } = query
  const to = listed.fields[sort.column]?.to ?? 'loads'
  const label = sql.ref(`linked.${getEntity(to).label}`)
  const direction = directionOf(query)
  const matching = fromRecords(listed, userId)
  const filled = sql`select holder.id, ${label} as value from ${sql.table(to)} as linked
    cross join lateral (select record.id ${matching} and ${sql.ref(`record.${sort.column}`)} = linked.id
      order by record.id ${direction} limit ${limit + offset}) as holder
    where linked.user_id = ${userId} order by ${label} ${direction}, holder.id ${direction}`
  return joinBlanks(filled, matching, query)
}

/** `filled`: `id` and `value` in the query's order. Blank values are read only if it does not fill the page. */
function joinBlanks(filled: Sql, matching: Sql, query: Sorted): Sql {
  const { sort, limit, offset } = query
  const last = limit + offset
  const direction = directionOf(query)
  return sql`with filled as materialized (${filled} limit ${last}),
    blank as (select record.id ${matching} and ${sql.ref(`record.${sort.column}`)} is null
      and (select count(*) from filled) < ${last} order by record.id ${direction} limit ${last})
    select id from (select 0 as part, id, value from filled union all select 1, id, null from blank) as page
    order by part, value ${direction}, id ${direction} limit ${limit} offset ${offset}`
}

function directionOf({ sort }: Sorted): Sql {
  return sql.raw(sort.descending ? 'desc' : 'asc')
}
