/** Selects one account's records, aliased `record`, with the labels of their links. */
import { sql } from 'kysely'
import { listReferences } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Filter, Listed, ListQuery, SearchedQuery, Sql } from '#server/lists/types.ts'
import { filterCondition } from './filter.ts'
import { orderBy, orderTerms } from './order.ts'
import { searchCondition } from './search.ts'
import { storesText } from './search-text.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'

type Sorted = Pick<ListQuery, 'sort'>

const UNSORTED: Sorted = { sort: undefined }

/** Every record that the query matches, in its order. */
export function selectMatching(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const order = orderBy(orderTerms(listed, query))
  return sql`${selectRecords(listed, userId, query)}${buildMatchCondition(listed, userId, query)}${order}`
}

/** Ends in `where record.user_id = …`, so that a condition can follow. */
export function selectRecords(listed: Listed, userId: string, query: Sorted = UNSORTED): Sql {
  return sql`select ${selectColumns(listed)}, ${selectLabels(listed, userId)} as labels ${fromRecords(listed, userId, query)}`
}

/** The rows of an `insert … returning *`, as `selectRecords` returns them. */
export function selectMade(listed: Listed, userId: string, insert: Sql): Sql {
  return sql`with record as (${insert}) select ${selectColumns(listed)}, ${selectLabels(listed, userId)} as labels from record`
}

/**
 * `from … where record.user_id = …`. For a sort by a link, the linked records have the `place` of their label: to compare
 * these numbers takes a tenth of the time of natural names.
 */
export function fromRecords(listed: Listed, userId: string, { sort }: Sorted = UNSORTED): Sql {
  const { to } = listed.fields[sort?.column ?? ''] ?? {}
  const join =
    sort && to
      ? sql` left join (select id, dense_rank() over (order by ${sql.ref(getEntity(to).label)}) as place
        from ${sql.table(to)} where user_id = ${userId}) as ${sql.ref(sort.column)}
      on ${sql.ref(`${sort.column}.id`)} = ${sql.ref(`record.${sort.column}`)}`
      : sql``
  const table = listed.rows?.(userId) ?? sql.table(listed.table ?? listed.name)
  return sql`from ${table} as record${join} where record.user_id = ${userId}${buildVisibleCondition(listed)}`
}

/** ` and …`, empty if the member sees every record. */
export function buildVisibleCondition({ where }: Listed): Sql {
  return where ? sql` and ${where}` : sql``
}

/** ` and …`, empty if the query matches every record. */
export function buildMatchCondition(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const conditions = query.filters.flatMap((filter) => [
    filterOf(listed, userId, filter) ?? filterCondition(filter, query.zone),
    ...filledCondition(listed, filter),
  ])
  if (query.search)
    conditions.push(listed.search?.(userId, query) ?? buildSearchCondition(listed, userId, query))
  return conditions.length ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
}

/**
 * With filters or a sort, the index of searches is read first, alone. PostgreSQL would read the records for the filters, which
 * takes four times as long. Without them it stops at the end of the page.
 */
function buildSearchCondition(listed: Listed, userId: string, query: SearchedQuery): Sql {
  const condition = searchCondition(listed, query)
  if (!storesText(listed) || (!query.sort && !query.filters.length)) return condition
  return sql`record.id = any(array(select record.id ${fromRecords(listed, userId)} and ${condition}))`
}

/** The list's own condition for a filter, if it has one. */
function filterOf({ filters }: Listed, userId: string, filter: Filter): Sql | undefined {
  const own = filters?.[filter.column]
  return own && 'among' in filter ? own(userId, filter.among) : undefined
}

/** A weaker condition, which the index of another field's filled rows serves. */
function filledCondition({ fields }: Listed, filter: Filter): Sql[] {
  const wider = fields[filter.column]?.filledWith
  if (!wider || !('among' in filter) || filter.among.includes(null)) return []
  return [sql`${sql.ref(`record.${wider}`)} is not null`]
}

function selectColumns({ only }: Listed): Sql {
  return only ? sql.join(only.map((name) => sql.ref(`record.${name}`))) : sql`record.*`
}

/**
 * The labels of a `record`. One subquery per label: PostgreSQL would take longer to plan the joins than to run them. Each
 * subquery names the account, because `record.user_id` does not show a distributed database where the rows are (SPEC C257).
 */
export function selectLabels(listed: Listed, userId: string): Sql {
  const pairs = listReferences(listed.fields).map(({ name, to }) => {
    const linked = sql`select ${sql.ref(getEntity(to).label)} from ${sql.table(to)} as linked
      where linked.user_id = ${userId} and linked.id = ${sql.ref(`record.${name}`)}`
    return sql`${sql.lit(name)}, (${linked})`
  })
  return sql`json_build_object(${sql.join([...pairs, ...selectPersonNames(listed)])})`
}

function selectPersonNames({ people = [] }: Listed): Sql[] {
  return people.map((column) => {
    const person = sql`select ${PERSON_NAME} from persons where persons.id = ${sql.ref(`record.${column}`)}`
    return sql`${sql.lit(column)}, (${person})`
  })
}
