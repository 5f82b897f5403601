/**
 * Ids in the order of a column, found in steps: from one value to the next in an index, until the values
 * passed hold the page. Sorting would read every record; and an index alone does not help where many
 * share a value ("delivered") of which the newest come first, or where blanks come last both ways.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Part } from './list-sql.ts'

type Sql = RawBuilder<unknown>
type Walked = Pick<Entity, 'fields'> & { name: string }

/** `value` within `values`, which has them all, and within `holders`, the records that have one. */
type Steps = { value: Sql; values: Sql; holders: Sql; blank: Sql }

/** A select of ids. The first term of the part's order is the column. */
export function walkedIds(listed: Walked, userId: string, column: string, part: Part): Sql {
  const { order, limit = 0, offset } = part
  const [by, newest] = order.map(({ descending }) => (descending ? sql`desc` : sql`asc`))
  const blanksFirst = order[0]?.blanks === 'first'
  const most = limit + offset
  const { value, holders, blank } = stepsOf(listed, userId, column)
  return sql`with recursive ${reached(stepsOf(listed, userId, column), part, most)}
    select id from (
      select ${sql.lit(blanksFirst ? 1 : 0)} as place, reached.value, holder.id from reached
        cross join lateral (select record.id ${holders} and ${value} = reached.value
          order by record.id ${newest} limit ${most}) as holder
      union all
      (select ${sql.lit(blanksFirst ? 0 : 1)}, null, record.id ${blank}
        order by record.id ${newest} limit ${most})) as walked
    order by place, value ${by}, id ${newest} limit ${limit} offset ${offset}`
}

/** The first values in the column's order that have `most` records together; of each, `most` are counted. */
function reached({ value, values, holders }: Steps, { order: [first] }: Part, most: number): Sql {
  const [by, beyond] = first?.descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const next = (further: Sql) =>
    sql`(select ${value} as value ${values}${further} order by 1 ${by} limit 1)`
  const held = (step: Sql) =>
    sql`(select count(*) from (select ${holders} and ${value} = ${step} limit ${most}) as holder)`
  return sql`reached (value, held) as (
      select first.value, ${held(sql`first.value`)} from ${next(sql``)} as first
      union all
      select next.value, reached.held + ${held(sql`next.value`)} from reached
        cross join lateral ${next(sql` and ${value} ${beyond} reached.value`)} as next
      where reached.held < ${most})`
}

function stepsOf({ fields, name }: Walked, userId: string, column: string): Steps {
  const field = sql.ref(`record.${column}`)
  const mine = sql`from ${sql.table(name)} as record where record.user_id = ${userId}`
  const blank = sql`${mine} and ${field} is null`
  const { to } = fields[column] ?? {}
  if (!to) {
    const some = sql`${mine} and ${field} is not null`
    return { value: field, values: some, holders: some, blank }
  }
  const linked = sql`from ${sql.table(to)} as linked`
  return {
    value: sql.ref(`linked.${getEntity(to).label}`),
    values: sql`${linked} where linked.user_id = ${userId}`,
    holders: sql`${linked} join ${sql.table(name)} as record
      on record.user_id = ${userId} and ${field} = linked.id where linked.user_id = ${userId}`,
    blank,
  }
}
