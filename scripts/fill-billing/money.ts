/** Inserts the money received for the planned invoices: receipts, parts, differences, refunds and disputes. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { hasOutcome, RECENT_INVOICES } from './plan.ts'

const DISPUTED = 100
const OVERPAID = 40
const EXTRA = 75.5

export async function insertMoney(work: Work, userId: string, today: Day): Promise<void> {
  await planParts(work, today)
  await insertReceipts(work, userId, today)
  await insertParts(work, userId)
  await insertDifferences(work, userId, today)
  await insertDisputes(work, userId, today)
}

/** Makes the table `paying`: the parts with the key of their receipt. A check has the key `check {broker} {day}`. */
async function planParts(work: Work, today: Day): Promise<void> {
  const check = sql`'check ' || broker_id || ' ' || paid_on`
  const single = (name: string) => sql`${name}::text || ' ' || id`
  const none = sql`null::text, null::date`
  const whole = sql`total - credit - less`
  const part = sql`select ${check} as key, broker_id, id as invoice_id, paid_on as received_on, paid_on as applied_on,
    ${whole} as amount, false as was_unapplied, ${none}`
  await sql`create temp table paying on commit drop as
    with paid as (select * from planned where paid_on is not null and factor_id is null)
    ${part} from paid where outcome not in (6, 7, 8, 9, 10) and outcome <> 13
    union all select ${single('wire')}, broker_id, id, paid_on, paid_on, ${whole}, false, ${none}
      from paid where ${hasOutcome('bankFee')}
    union all select ${check}, broker_id, id, paid_on, paid_on, total - ${DISPUTED}::int, false, ${none}
      from paid where ${hasOutcome('shortPayDisputed')}
    union all select ${single('rest')}, broker_id, id, paid_on + 14, paid_on + 14, ${DISPUTED}::int, false, ${none}
      from paid where ${hasOutcome('shortPayDisputed')} and paid_on + 14 <= ${today}::date
    union all select ${single('returned')}, broker_id, id, paid_on, paid_on, total, false,
        case when paid_on + 5 <= ${today}::date then 'reversed' end,
        case when paid_on + 5 <= ${today}::date then paid_on + 5 end
      from paid where ${hasOutcome('returned')}
    union all select ${single('again')}, broker_id, id, paid_on + 12, paid_on + 12, total, false, ${none}
      from paid where ${hasOutcome('returned')} and paid_on + 12 <= ${today}::date
    union all select ${single('over')}, broker_id, id, paid_on, paid_on, total, false, ${none}
      from paid where ${hasOutcome('overpaid')}
    union all select ${single('later')}, broker_id, id, paid_on - 3, paid_on, total, true, ${none}
      from paid where ${hasOutcome('appliedLater')}
    union all select ${single('half')}, broker_id, id, paid_on - 14, paid_on - 14, round(total / 2, 2), false, ${none}
      from paid where ${hasOutcome('inTwoParts')}
    union all select ${check}, broker_id, id, paid_on, paid_on, total - round(total / 2, 2), false, ${none}
      from paid where ${hasOutcome('inTwoParts')}
    union all select ${single('direct')}, broker_id, id, day + 120, day + 120, total, false, ${none}
      from planned where is_charged_back`.execute(work)
  await sql`alter table paying rename column text to ended`.execute(work)
  await sql`alter table paying rename column date to ended_on`.execute(work)
}

/** Makes the table `taken`: each receipt with its id and its unapplied amount. */
async function insertReceipts(work: Work, userId: string, today: Day): Promise<void> {
  await sql`create temp table taken on commit drop as
    select keyed.*, nextval(pg_get_serial_sequence('receipts', 'id')) as id from (
      select key, broker_id, min(received_on) as received_on, sum(amount) as parts,
        case when key like 'over %' then ${OVERPAID}::numeric else 0 end as rest, max(ended_on) as reversed_on
      from paying group by key, broker_id
      union all select 'extra ' || id, broker_id, paid_on, 0, ${EXTRA}::numeric, null from planned
        where ${hasOutcome('extraMoney')} and paid_on is not null and place <= ${RECENT_INVOICES}::int
      order by received_on, key) as keyed`.execute(work)
  await sql`create unique index on taken (key)`.execute(work)
  await sql`insert into receipts (user_id, id, broker_id, received_on, method, reference, amount, deposited_on, reversed_on,
      reversal_reason, applied, refunded, created_at)
    overriding system value
    select ${userId}, id, broker_id, received_on,
      case when key like 'wire %' then 'wire' else (array['check', 'ach'])[1 + id % 2] end, 'R' || 100000 + id,
      parts + rest, least(received_on + 1, ${today}::date), reversed_on,
      case when reversed_on is not null then 'Returned unpaid' end,
      case when reversed_on is null then parts else 0 end,
      case when rest > 0 and received_on + 10 <= ${today}::date and key like 'over %' then rest else 0 end,
      received_on + time '16:00'
    from taken order by id`.execute(work)
  await sql`insert into receipt_refunds (user_id, receipt_id, day, amount, method, reason)
    select user_id, id, received_on + 10, refunded, 'check', 'Paid twice'
    from receipts where user_id = ${userId} and refunded > 0 order by id`.execute(work)
  await sql`analyze receipts, taken, paying`.execute(work)
}

async function insertParts(work: Work, userId: string): Promise<void> {
  await sql`insert into receipt_parts (user_id, receipt_id, invoice_id, amount, applied_on, was_unapplied, ended, ended_on)
    select ${userId}, taken.id, invoice_id, amount, applied_on, was_unapplied, ended, ended_on
    from paying join taken using (key) order by applied_on, taken.id`.execute(work)
}

async function insertDifferences(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into receipt_differences (user_id, receipt_id, invoice_id, kind, amount, reason, day, bears, credit_note_id)
    select ${userId}, taken.id, planned.id, difference.kind, difference.amount, 'Agreed', paid_on,
      case when difference.kind = 'short-pay-accepted' then 'carrier' end,
      case when difference.kind = 'short-pay-accepted' then bills.note_id end
    from planned join bills on bills.id = planned.id
      join paying on paying.invoice_id = planned.id and paying.applied_on = paid_on and paying.ended is null
      join taken using (key)
      cross join lateral (select case when ${hasOutcome('quickPay')} then 'quick-pay' when ${hasOutcome('bankFee')} then 'bank-fee'
          when ${hasOutcome('shortPayAccepted')} then 'short-pay-accepted'
          when ${hasOutcome('shortPayDisputed')} then 'short-pay-disputed' end as kind,
        case when ${hasOutcome('shortPayAccepted')} then planned.credit
          when ${hasOutcome('shortPayDisputed')} then ${DISPUTED}::numeric else less end as amount) as difference
    where difference.kind is not null order by paid_on, planned.id`.execute(work)
  await sql`insert into receipt_differences (user_id, invoice_id, kind, amount, reason, day)
    select ${userId}, id, 'write-off', total, 'The broker is out of business', day + 60 from planned
    where ${hasOutcome('writtenOff')} and is_sent and day + 60 <= ${today}::date order by day, id`.execute(
    work,
  )
}

async function insertDisputes(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into disputes (user_id, invoice_id, reason, amount, opened_on, next_step, next_on, closed_on, outcome,
      difference_id)
    select ${userId}::uuid, planned.id, 'rate', ${DISPUTED}::numeric, paid_on, 'Call the broker', paid_on + 7,
      case when paid_on + 14 <= ${today}::date then paid_on + 14 end,
      case when paid_on + 14 <= ${today}::date then 'paid' end, difference.id
    from planned join receipt_differences as difference on difference.user_id = ${userId}
      and difference.invoice_id = planned.id and difference.kind = 'short-pay-disputed'
    union all select ${userId}::uuid, id, 'lumper', 75.00, paid_on - 2, null, null::date, paid_on, 'withdrawn', null::bigint from planned
      where ${hasOutcome('argued')} and paid_on is not null
    union all select ${userId}::uuid, id, 'missing-paper', total, day + 40, 'Send the BOL', day + 50, null, null, null from planned
      where ${hasOutcome('unpaid')} and paid_on is null and is_sent and day + 40 <= ${today}::date
    order by 5, 2`.execute(work)
}
