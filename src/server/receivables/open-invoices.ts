/**
 * The invoices that were open on a day (SPEC C200). An invoice's open amount on a day is the sum of its ledger entries up to that
 * day. Each invoice stores the day of its newest entry, so that a query reads only the invoices that were open on the day, however
 * old the account is.
 */
import { sql, type RawBuilder } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import { BUCKETS, findBucket, type AgingBasis, type OpenInvoice } from '#core/receivables/aging.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Most invoices are closed after this many days. An index has the others: 0285-last-entries.sql has the same number. */
const USUALLY_CLOSED_DAYS = 180

/** SQL: the open invoices of all brokers, or of one. Rows with `brokerId`, `open`, `disputed`, `withFactor` and the invoice's days. */
export function selectOpenOn(userId: string, asOf: Day, brokerId?: number): RawBuilder<unknown> {
  const ofBroker = brokerId === undefined ? sql`` : sql`and broker_id = ${brokerId}`
  const usuallySince = addDays(asOf, -USUALLY_CLOSED_DAYS)
  return sql`
    with changed as materialized (
      select id from invoices
      where user_id = ${userId} and invoice_date between ${usuallySince} and ${asOf} and last_entry_on > ${asOf} ${ofBroker}
      union all
      select id from invoices
      where user_id = ${userId} and invoice_date < ${usuallySince} and last_entry_on > ${asOf}
        and last_entry_on - invoice_date > ${sql.raw(String(USUALLY_CLOSED_DAYS))} ${ofBroker}),
    argued as materialized (
      select invoice_id, sum(amount) as amount from disputes
      where user_id = ${userId} and opened_on <= ${asOf} and (closed_on is null or closed_on > ${asOf})
      group by invoice_id),
    standing as (
      select id, number, broker_id, invoice_date, due_on, total, factor_id, open_amount as open
      from invoices
      where user_id = ${userId} and open_amount > 0 and last_entry_on <= ${asOf} ${ofBroker}
      union all
      select id, number, broker_id, invoice_date, due_on, total, factor_id, entries.open
      -- "offset 0" makes PostgreSQL look up each id. Otherwise it would read every invoice of the account.
      from changed cross join lateral (select number, broker_id, invoice_date, due_on, total, factor_id from invoices
          where user_id = ${userId} and id = changed.id offset 0) as invoices
        cross join lateral (select sum(amount) as open from receivable_entries
          where user_id = ${userId} and invoice_id = changed.id and day <= ${asOf}) as entries),
    returned as materialized (
      select invoice_id from find_returned(${userId}::uuid,
        array(select id from standing where factor_id is not null and open > 0), ${asOf}::date) as invoice_id)
    select standing.*, least(open, coalesce(argued.amount, 0.00)) as disputed,
      factor_id is not null and returned.invoice_id is null as with_factor
    from standing left join argued on argued.invoice_id = standing.id left join returned on returned.invoice_id = standing.id
    where open > 0`
}

/** SQL for a row of `selectOpenOn`: the number of days that the basis counts. */
export function daysOf(basis: AgingBasis, asOf: Day): RawBuilder<number> {
  const start = sql.ref(basis === 'age' ? 'invoice_date' : 'due_on')
  return sql<number>`(${asOf}::date - ${start})`
}

/** SQL condition: the number of days is in the bucket. */
export function inBucket(
  days: RawBuilder<number>,
  basis: AgingBasis,
  at: number,
): RawBuilder<unknown> {
  const before = BUCKETS[basis][at - 1]?.upTo
  const upTo = BUCKETS[basis][at]?.upTo ?? Infinity
  const isAfter = before === undefined ? sql`true` : sql`${days} > ${before}::integer`
  return Number.isFinite(upTo) ? sql`${isAfter} and ${days} <= ${upTo}::integer` : isAfter
}

type Row = Omit<OpenInvoice, 'bucket'>

/** Reads the open invoices of one broker, or of all, oldest first. */
export async function readOpenInvoices(
  database: Database | Work,
  userId: string,
  asOf: Day,
  basis: AgingBasis,
  brokerId?: number,
): Promise<OpenInvoice[]> {
  const { rows } = await sql<Row>`
    select id, number, broker_id, invoice_date, due_on, ${daysOf(basis, asOf)} as days, total, open, disputed,
      with_factor
    from (${selectOpenOn(userId, asOf, brokerId)}) as open_then
    order by invoice_date, number, id`.execute(database)
  return rows.map((row) => ({ ...row, bucket: findBucket(row.days, basis) }))
}
