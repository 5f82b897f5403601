/** The ways to find the IDs of a page. The first plan that serves a query is used. */
import { sql } from 'kysely'
import { isIndexed, isLong } from '#server/lists/indexed.ts'
import { orderBy, orderTerms } from '#server/lists/query/order.ts'
import { buildMatchCondition, fromRecords } from '#server/lists/query/select.ts'
import type { Filter, Listed, PagePlan, SearchedQuery, Sql } from '#server/lists/types.ts'
import { selectByLabel } from './by-label.ts'
import { findDayRange, isDayRange, selectLastDays } from './day-range.ts'
import { isValueList, selectNewestOfDays, selectNewestOfValues } from './newest-of-values.ts'
import { selectNewestMatches } from './newest-matches.ts'
import { selectNullsLast } from './nulls-last.ts'

/** A page that ends deeper is sorted: the other plans read more of the list for each record before the page. */
const DEEPEST_RECORD = 1_000

export const PLANS: PagePlan[] = [
  {
    name: 'newest matches of a search',
    serves: (listed, query) => isShallow(listed, query) && query.search !== '' && !query.sort,
    selectIds: selectNewestMatches,
  },
  {
    name: 'newest of each value of one filter',
    serves: (listed, query) =>
      isOneFilter(
        listed,
        query,
        (filter) => isValueList(filter) && isIndexed(listed.name, filter.column),
      ),
    selectIds: selectNewestOfValues,
  },
  {
    name: 'newest of each day of one filter',
    serves: (listed, query) =>
      isOneFilter(listed, query, (filter) => isDayRange(listed.name, filter)),
    selectIds: selectNewestOfDays,
  },
  {
    name: 'from the last day of a filter',
    serves: (listed, query) =>
      isShallow(listed, query) &&
      !query.search &&
      !query.sort &&
      !!findDayRange(listed.name, query),
    selectIds: selectLastDays,
  },
  {
    name: 'record by record of a linked table',
    serves: (listed, query) =>
      isShallow(listed, query) && !query.search && !query.filters.length && isLink(listed, query),
    selectIds: selectByLabel,
  },
  {
    name: 'blank values after the others',
    serves: (listed, query) =>
      isShallow(listed, query) && !query.search && isNullableDescending(listed, query),
    selectIds: selectNullsLast,
  },
  { name: 'sorted', serves: () => true, selectIds: selectSorted },
]

/** Selects the IDs of the query's page, in its order. */
export function selectPageIds(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const plan = PLANS.find(({ serves }) => serves(listed, query))
  return (plan?.selectIds ?? selectSorted)(listed, userId, query)
}

function selectSorted(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const { limit, offset } = query
  const limited = limit === undefined ? sql`` : sql` limit ${limit}`
  return sql`select record.id ${fromRecords(listed, userId, query)}${buildMatchCondition(listed, userId, query)}${orderBy(orderTerms(listed, query))}${limited} offset ${offset}`
}

function isShallow({ name }: Listed, { limit, offset }: SearchedQuery): boolean {
  return isLong(name) && limit !== undefined && limit + offset <= DEEPEST_RECORD
}

function isOneFilter(
  listed: Listed,
  query: SearchedQuery,
  test: (filter: Filter) => boolean,
): boolean {
  const { search, sort, filters } = query
  return isShallow(listed, query) && !search && !sort && filters.length === 1 && filters.every(test)
}

function isLink({ fields }: Listed, { sort }: SearchedQuery): boolean {
  return sort !== undefined && fields[sort.column]?.to !== undefined
}

/** An index has blank values last in ascending order: only the descending order needs a plan. */
function isNullableDescending(listed: Listed, query: SearchedQuery): boolean {
  const [first] = orderTerms(listed, query)
  return query.sort !== undefined && first?.nullable === true && first.descending
}
