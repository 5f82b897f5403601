/**
 * Inserts the schedules and reports of the factors. Each week's invoices are bought together, and their reserve is released
 * once they are paid.
 */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'

export async function insertFactoring(work: Work, userId: string, today: Day): Promise<void> {
  await insertSchedules(work, userId, today)
  await planEntries(work, today)
  await insertReports(work, userId)
}

async function insertSchedules(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into factor_schedules (user_id, factor_id, number, day, state, face, submitted_at)
    select ${userId}, factor_id, row_number() over (partition by factor_id order by scheduled_on), scheduled_on,
      'submitted', sum(total), scheduled_on + time '17:00'
    from planned where factor_id is not null and is_sent and scheduled_on <= ${today}::date
    group by factor_id, scheduled_on order by scheduled_on, factor_id`.execute(work)
  await sql`insert into factor_schedule_lines (user_id, schedule_id, invoice_id, face)
    select ${userId}, schedule.id, planned.id, planned.total
    from factor_schedules as schedule join planned on planned.factor_id = schedule.factor_id
      and planned.scheduled_on = schedule.day and planned.is_sent
    where schedule.user_id = ${userId} order by schedule.id, planned.id`.execute(work)
}

/** Makes the table `reporting`: the entries with the day of their report. */
async function planEntries(work: Work, today: Day): Promise<void> {
  await sql`create temp table reporting on commit drop as
    select nextval(pg_get_serial_sequence('factor_entries', 'id')) as id, factor_id, entry.day, entry.kind,
      planned.id as invoice_id, entry.amount
    from (select *, round(total * 0.03, 2) as fee, round(total * 0.07, 2) as reserve from planned
        where factor_id is not null and is_sent and scheduled_on <= ${today}::date) as planned
      cross join lateral (values
        (scheduled_on + 1, 1, 'advance', total - fee - reserve), (scheduled_on + 1, 2, 'fee', fee),
        (scheduled_on + 1, 3, 'reserve', reserve),
        (case when not is_charged_back then paid_on end, 4, 'reserve-released', reserve),
        (case when not is_charged_back then paid_on end, 5, 'debtor-paid', total),
        (case when is_charged_back then day + 95 end, 6, 'reserve-chargeback', reserve),
        (case when is_charged_back then day + 95 end, 7, 'chargeback', total - reserve)) as entry (day, place, kind, amount)
    where entry.day <= ${today}::date
    order by entry.day, factor_id, planned.id, entry.place`.execute(work)
}

async function insertReports(work: Work, userId: string): Promise<void> {
  await sql`insert into factor_deposits (user_id, factor_id, day, amount, reference)
    select ${userId}, factor_id, day, sum(case when kind in ('advance', 'reserve-released') then amount
      when kind = 'chargeback' then -amount else 0 end), 'Wire ' || factor_id || ' ' || day
    from reporting group by factor_id, day order by day, factor_id`.execute(work)
  await sql`insert into factor_entries (user_id, id, deposit_id, factor_id, day, kind, invoice_id, amount)
    overriding system value
    select ${userId}, reporting.id, deposit.id, factor_id, day, kind, invoice_id, reporting.amount
    from reporting join factor_deposits as deposit using (factor_id, day)
    where deposit.user_id = ${userId} order by reporting.id`.execute(work)
  await sql`update factor_schedule_lines set closed = true
    where user_id = ${userId} and is_closed_with_factor(user_id, invoice_id, face)`.execute(work)
  await sql`analyze factor_schedules, factor_schedule_lines, factor_deposits, factor_entries`.execute(
    work,
  )
}
