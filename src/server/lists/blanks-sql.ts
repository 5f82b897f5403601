/**
 * Ids in an order that no index has, because blanks come last both ways: those with a value and those without
 * are each selected in an order that one has, and put one behind the other.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Part } from './list-sql.ts'
import { orderBy, type Term } from './order-sql.ts'

type Sql = RawBuilder<unknown>

/** An index has its blanks at the end of the rising order. */
export function hasBlanksAside([first]: Term[]): boolean {
  return first?.blanks === (first?.descending ? 'last' : 'first')
}

/**
 * A select of ids. `matching`: from where and under which conditions; `column`: blank where the first term is. What
 * comes last is looked for only where what comes first does not fill the page: often there is none to be found.
 */
export function idsWithBlanksAside(matching: Sql, column: Sql, part: Part): Sql {
  const { order, limit = 0, offset } = part
  const [first, ...equals] = order
  if (!first) return sql`select record.id ${matching}`
  const { by, descending, blanks } = first
  const most = limit + offset
  const select = sql`select record.id, ${by} as value ${matching}`
  const held = {
    select: sql`${select} and ${by} is not null`,
    order: [{ by, descending }, ...equals],
  }
  const blank = { select: sql`${select} and ${column} is null`, order: equals }
  const [before, after] = blanks === 'last' ? [held, blank] : [blank, held]
  const [way, newest] = [first, equals[0]].map((term) => sql.raw(term?.descending ? 'desc' : 'asc'))
  return sql`with ahead as materialized (${before.select}${orderBy(before.order)} limit ${most}),
    behind as (${after.select} and (select count(*) from ahead) < ${most}${orderBy(after.order)} limit ${most})
    select id from (select 0 as place, * from ahead union all select 1, * from behind) as apart
    order by place, value ${way}, id ${newest} limit ${limit} offset ${offset}`
}
