/** An account with a backlog: many loads to bill, and one broker that pays nothing. */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'

/**
 * `ready`: how many of the newest delivered loads are not invoiced. `open`: how many of the loads before them are on unpaid
 * invoices of one broker.
 */
export type Backlog = { ready: number; open: number }

/** The place of the broker that pays nothing: the benchmark's broker. It has no factor. */
export const UNPAID_BROKER = 2

/** Makes the backlog. Call this before `planInvoices`. */
export async function leaveBacklog(
  work: Work,
  userId: string,
  { ready, open }: Backlog,
): Promise<void> {
  const newest = sql`select id, row_number() over (order by delivery_date desc, load_id) as place from loads
    where user_id = ${userId} and payment_status <> 'unpaid'`
  await sql`update loads set broker_id = (select id from brokers where user_id = ${userId}
      order by id offset ${UNPAID_BROKER}::int limit 1)
    from (${newest}) as newest where loads.user_id = ${userId} and loads.id = newest.id
      and place between ${ready + 1}::int and ${ready + open}::int`.execute(work)
  await sql`update loads set payment_status = 'unpaid' from (${newest}) as newest
    where loads.user_id = ${userId} and loads.id = newest.id and place <= ${ready}::int`.execute(
    work,
  )
}
