/** The short pays of a broker over 12 months (SPEC C273). */
import { sql } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import type { ShortPays } from '#core/receipts/short-pays.ts'
import type { Database } from '#server/database/open.ts'
import { requireBroker } from '#server/entities/require-broker.ts'

const DAYS_OF_YEAR = 365

/** Counts short pays. A short pay that was undone or reversed does not count. Throws 404 for an unknown broker. */
export async function readShortPays(
  database: Database,
  userId: string,
  brokerId: number,
  today: Day,
): Promise<ShortPays> {
  await requireBroker(database, userId, brokerId)
  const { rows } = await sql<ShortPays>`
    select count(distinct receipt.id)::int as payments, coalesce(sum(short.amount), 0.00) as amount
    from receipts as receipt
      join receipt_differences as short on short.user_id = ${userId} and short.receipt_id = receipt.id
        and short.kind in ('short-pay-disputed', 'short-pay-accepted') and short.ended is null
    where receipt.user_id = ${userId} and receipt.broker_id = ${brokerId} and receipt.reversed_on is null
      and receipt.received_on > ${addDays(today, -DAYS_OF_YEAR)} and receipt.received_on <= ${today}`.execute(
    database,
  )
  return rows[0] ?? { payments: 0, amount: '0.00' }
}
