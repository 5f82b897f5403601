/** Plans the invoices in the temporary table `planned`. Each invoice is one row, newest first. */
import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { UNPAID_BROKER } from './backlog.ts'

/** The newest invoices are drafts, and the next ones are not sent yet. */
const DRAFTS = 20
const UNSENT = 40
/** The newest invoices may be open. Older ones are closed. */
export const RECENT_INVOICES = 500
/** Invoices after this place are old enough to be bought, charged back and paid. */
const LONG_AGO = 900
const TERMS = 30

/** Each of these outcomes happens to one invoice in a hundred. The others are paid in full with the broker's weekly check. */
export const OUTCOMES = {
  rebilled: 1,
  credited: 2,
  shortPayAccepted: 3,
  quickPay: 4,
  writtenOff: 5,
  shortPayDisputed: 6,
  returned: 7,
  overpaid: 8,
  appliedLater: 9,
  inTwoParts: 10,
  unpaid: 11,
  extraMoney: 12,
  bankFee: 13,
  chargedBack: 14,
  argued: 15,
}

/** The SQL condition of an outcome that only invoices without a factor have. */
export function hasOutcome(name: keyof typeof OUTCOMES): RawBuilder<boolean> {
  return sql`(outcome = ${OUTCOMES[name]}::int and factor_id is null)`
}

/** `loads`: the number of invoiced loads. `open`: the number of newest ones that are not paid by the slow broker. */
export async function planInvoices(
  work: Work,
  userId: string,
  today: Day,
  { loads, open }: { loads: number; open: number },
) {
  const firstBroker = sql`(select min(id) from brokers where user_id = ${userId})`
  await sql`create temp table planned on commit drop as
    with newest as (
      select loads.*, trucks.truck_id::int as truck_number from loads
        join trucks on trucks.user_id = ${userId} and trucks.id = loads.truck_id
      where loads.user_id = ${userId} and payment_status <> 'unpaid'
      order by delivery_date desc, loads.load_id limit ${loads}),
    grouped as (
      select *, case when count(*) over week = 3 and (truck_number + settlement_date - date '2000-01-07') % 10 = 0
        then min(load_id) over week else load_id end as first_load
      from newest window week as (partition by truck_id, settlement_date)),
    billed as (
      select broker_id, (broker_id - ${firstBroker})::int as broker, array_agg(id order by delivery_date, id) as load_ids,
        sum(revenue)::numeric(14, 2) as total, max(delivery_date) + 1 as ready_on, first_load
      from grouped group by broker_id, first_load),
    placed as (
      select *, row_number() over (order by ready_on desc, first_load)::int as place from billed),
    with_outcome as (
      select *, place % 100 as outcome, case when broker % 10 = 0 then ${factorId(userId, 0)}
          when broker % 10 = 5 then ${factorId(userId, 1)} end as factor_id,
        ready_on + case when place % 100 = ${OUTCOMES.rebilled} then 4 else 0 end as day
      from placed),
    dated as (
      select *, day + ${TERMS}::int as due_on, date_trunc('week', day)::date + 11 as scheduled_on,
        ${nextFriday(sql`day + 20 + place * 7 % 45`)} as would_pay_on
      from with_outcome)
    select *, nextval(pg_get_serial_sequence('invoices', 'id')) as id,
      place <= ${DRAFTS}::int as is_draft, place > ${UNSENT}::int as is_sent,
      case when would_pay_on <= ${today}::date and place > ${UNSENT}::int and not ${hasOutcome('writtenOff')}
        and not (${hasOutcome('unpaid')} and place <= ${RECENT_INVOICES}::int)
        and not (broker = ${UNPAID_BROKER}::int and place <= ${open}::int) then would_pay_on end as paid_on,
      outcome = ${OUTCOMES.chargedBack}::int and factor_id is not null and place > ${LONG_AGO}::int as is_charged_back,
      case when ${hasOutcome('credited')} then 50.00 when ${hasOutcome('shortPayAccepted')} then 25.00 else 0 end as credit,
      case when ${hasOutcome('quickPay')} then round(total * 0.03, 2) when ${hasOutcome('bankFee')} then 15.00 else 0 end as less
    from dated order by place desc`.execute(work)
  await sql`create index on planned (id)`.execute(work)
  await sql`analyze planned`.execute(work)
}

function factorId(userId: string, place: number) {
  return sql`(select id from factors where user_id = ${userId} order by id offset ${place}::int limit 1)`
}

/** The day itself if it is a Friday, otherwise the next Friday. */
function nextFriday(day: RawBuilder<unknown>) {
  return sql`(${day} + (7 - (${day} - date '2000-01-07') % 7) % 7)`
}
