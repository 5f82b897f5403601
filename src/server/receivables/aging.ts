/** What brokers owe on a day, by age, and how it changed (SPEC C200, C201). Each figure is read in one SQL statement. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import {
  addUpAging,
  BUCKETS,
  type Aging,
  type AgingBasis,
  type BrokerAging,
} from '#core/receivables/aging.ts'
import { buildBridge, type Bridge } from '#core/receivables/bridge.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { daysOf, inBucket, selectOpenOn } from './open-invoices.ts'

/** Every broker that owes something or has unapplied money on the day, by name. `brokerId`: only this broker. */
export async function readAging(
  database: Database | Work,
  userId: string,
  asOf: Day,
  basis: AgingBasis,
  brokerId?: number,
): Promise<Aging> {
  const days = daysOf(basis, asOf)
  const buckets = sql.join(
    BUCKETS[basis].map(
      (_, at) => sql`coalesce(sum(open) filter (where ${inBucket(days, basis, at)}), 0.00)::text`,
    ),
  )
  const ofBroker = brokerId === undefined ? sql`` : sql`and broker_id = ${brokerId}`
  const { rows } = await sql<BrokerAging>`
    with owed as (
      select broker_id, count(*)::int as invoices, array[${buckets}] as buckets, sum(open) as open,
        coalesce(sum(open) filter (where with_factor), 0.00) as with_factor, sum(disputed) as disputed
      from (${selectOpenOn(userId, asOf, brokerId)}) as open_then
      group by broker_id),
    held as (
      select broker_id, sum(amount) as unapplied from receivable_entries
      where user_id = ${userId} and invoice_id is null and day <= ${asOf} ${ofBroker}
      group by broker_id having sum(amount) <> 0)
    select brokers.id as broker_id, company_name as broker_name, coalesce(invoices, 0) as invoices,
      coalesce(to_json(buckets), ${JSON.stringify(BUCKETS[basis].map(() => '0.00'))}::json) as buckets,
      coalesce(open, 0.00) as open, coalesce(unapplied, 0.00) as unapplied,
      coalesce(open, 0.00) + coalesce(unapplied, 0.00) as balance,
      coalesce(with_factor, 0.00) as with_factor, coalesce(disputed, 0.00) as disputed
    from owed full join held using (broker_id)
      join brokers on brokers.user_id = ${userId} and brokers.id = broker_id
    order by lower(company_name), brokers.id`.execute(database)
  const labels = BUCKETS[basis].map(({ label }) => label)
  return { asOf, basis, labels, brokers: rows, total: addUpAging(rows, basis) }
}

/** Reads what was owed at the end of a day, less unapplied money. */
export async function readBalance(
  database: Database | Work,
  userId: string,
  asOf: Day,
  brokerId?: number,
): Promise<Amount> {
  const ofBroker = brokerId === undefined ? sql`` : sql`and broker_id = ${brokerId}`
  const { rows } = await sql<{ balance: Amount }>`
    select (select coalesce(sum(open), 0.00) from (${selectOpenOn(userId, asOf, brokerId)}) as open_then)
      + (select coalesce(sum(amount), 0.00) from receivable_entries
        where user_id = ${userId} and invoice_id is null and day <= ${asOf} ${ofBroker}) as balance`.execute(
    database,
  )
  return rows[0]?.balance ?? '0.00'
}

/** Throws 400 if the days are in the wrong order. */
export async function readBridge(
  database: Database,
  userId: string,
  { from, to }: { from: Day; to: Day },
): Promise<Bridge> {
  if (from > to) throw badField('to', 'To must not be before From')
  const opening = await readBalance(database, userId, from)
  const { rows } = await sql<{ kind: ReceivableKind; amount: Amount }>`
    select kind, sum(amount) as amount from receivable_entries
    where user_id = ${userId} and day > ${from} and day <= ${to} group by kind`.execute(database)
  return buildBridge({ from, to }, opening, rows)
}
