/**
 * Counting and paging by the sums that the database keeps of a list (migration 0041): how many records
 * each block of ids has. Read in the same statement as the list, they are of the same moment.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Part } from './list-sql.ts'

type Sql = RawBuilder<unknown>

export function countBlocks(userId: string): Sql {
  return sql`select coalesce(sum(amount), 0)::bigint as count from sums
    where user_id = ${userId} and kind = 'loads'`
}

/** A select of ids in the order of ids: whole blocks are passed over by their counts. */
export function blockIds(table: string, userId: string, { order, limit, offset }: Part): Sql {
  const [by, notPassed] = order[0]?.descending
    ? [sql`desc`, sql`< ((select place from reached) + 1) << 14`]
    : [sql`asc`, sql`>= (select place from reached) << 14`]
  return sql`with block as (
      select place, sum(amount)::bigint as loads,
        (sum(sum(amount)) over (order by place ${by}) - sum(amount))::bigint as before
      from sums where user_id = ${userId} and kind = 'loads' group by place),
    reached as (
      select place, ${offset}::bigint - before as further from block
      where before <= ${offset}::bigint and before + loads > ${offset}::bigint)
    select record.id from ${sql.table(table)} as record
    where record.user_id = ${userId} and record.id ${notPassed}
    order by record.id ${by} limit ${limit}::bigint offset (select further from reached)`
}
