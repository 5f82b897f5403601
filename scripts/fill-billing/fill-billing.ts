/**
 * Fills an account with the invoices of an old account: the newest 500 are in every state, and any number of older ones are
 * closed. The account also gets the statements of `fillStatements`.
 */
import { sql } from 'kysely'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { Day } from '#core/calendar.ts'
import { DEFAULT_FILE } from '#core/factoring/schedule-file.ts'
import { fillStatements, RECENT } from '#scripts/fill-statements/fill-statements.ts'
import type { Work } from '#server/database/open.ts'
import { type Backlog, leaveBacklog } from './backlog.ts'
import { insertInvoices } from './invoices.ts'
import { insertMoney } from './money.ts'
import { insertBrokerChecks, insertPapers, insertSendings } from './papers.ts'
import { planInvoices } from './plan.ts'

/** Loads that the account has without older statements. Older statements are made in full weeks. */
const RECENT_LOADS = 2000
const LOADS_PER_STATEMENT = 2

/**
 * Fills an empty account with `invoices` loads. All of them are invoiced, except for the ready ones of the backlog. Needs a
 * superuser to turn off triggers, which would run for each row.
 */
export async function fillBilling(
  work: Work,
  userId: string,
  today: Day,
  invoices: number,
  backlog: Backlog = { ready: 0, open: 0 },
): Promise<void> {
  const older = Math.max(0, invoices - RECENT_LOADS) / LOADS_PER_STATEMENT
  await fillStatements(work, userId, today, RECENT + older)
  await insertBillingSettings(work, userId)
  await leaveBacklog(work, userId, backlog)
  await planInvoices(work, userId, today, { loads: invoices - backlog.ready, ...backlog })
  await insertStartOfBilling(work, userId, today)
  await insertInvoices(work, userId)
  await insertMoney(work, userId, today)
  await insertFactoring(work, userId, today)
  await insertLedger(work, userId, today)
  await insertPapers(work, userId)
  await insertSendings(work, userId, today)
  await insertBrokerChecks(work, userId, today)
}

// Fills in brokers' addresses, factors, billing settings and the account map of an account with invoices.

const FACTORS = ['Apex Funding', 'Riverbend Capital']

async function insertBillingSettings(work: Work, userId: string): Promise<void> {
  await sql`update brokers set address = id % 900 || ' Main St' || chr(10) || 'Dallas, TX 75201',
      invoice_email = 'pay' || id || '@broker.example', terms_days = 30 where user_id = ${userId}`.execute(
    work,
  )
  await sql`update settings set company_address = '7 Oak Rd', company_city = 'Roanoke', company_state = 'VA',
      company_zip = '24011', company_email = 'office@carrier.example' where user_id = ${userId}`.execute(
    work,
  )
  for (const name of FACTORS)
    await sql`insert into factors (user_id, name, remit_to, notice, email, client_number, advance_percent, fee_percent,
        recourse_days, first_day, file)
      values (${userId}, ${name}, 'P.O. Box 9' || chr(10) || 'Fort Worth, TX 76101', 'Assigned to ' || ${name}::text,
        'schedules@factor.example', 'C-9', 90, 3, 90, '2000-01-01', ${JSON.stringify(DEFAULT_FILE)})`.execute(
      work,
    )
  const accounts = ACCOUNT_KINDS.map(({ kind, suggestion, label }) => ({
    kind,
    account: suggestion,
    item: label,
  }))
  await sql`insert into account_map (user_id, accounts, factoring)
    values (${userId}, ${JSON.stringify(accounts)}, 'loan')`.execute(work)
}

/** Inserts the brokers whose invoices the factors buy, and the first day of billing. Call this after `planInvoices`. */
async function insertStartOfBilling(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into factor_brokers (user_id, broker_id, factor_id, approved_limit)
    select distinct ${userId}::uuid, broker_id, factor_id, 9000000 from planned where factor_id is not null`.execute(
    work,
  )
  await sql`insert into billing_settings (user_id, terms_days, numbering, starts_on)
    select ${userId}, 30, 'sequence', least(min(ready_on) - 1, ${today}::date) from planned`.execute(
    work,
  )
}

// Inserts the schedules and reports of the factors. Each week's invoices are bought together, and their reserve is released
// once they are paid.

async function insertFactoring(work: Work, userId: string, today: Day): Promise<void> {
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

// Inserts the ledger entries of the filled records in the order of their days, and the sums that triggers would store.

const LOADS_AT_ONCE = 5_000

async function insertLedger(work: Work, userId: string, today: Day): Promise<void> {
  await insertEntries(work, userId)
  await sql`analyze receivable_entries, receipt_parts, receipt_differences, disputes`.execute(work)
  await sql`update invoices set open_amount = sums.open, last_entry_on = sums.last from (
      select invoice_id, sum(amount) as open, max(day) as last from receivable_entries
      where user_id = ${userId} and invoice_id is not null group by invoice_id) as sums
    where invoices.user_id = ${userId} and invoices.id = sums.invoice_id`.execute(work)
  await updatePaymentStatusOfLoads(work, userId, today)
}

/**
 * Does the work of `follow_loads`, which needs triggers. Updates loads in parts, because the driver gives up after 30
 * seconds.
 */
async function updatePaymentStatusOfLoads(work: Work, userId: string, today: Day): Promise<void> {
  const { rows } = await sql<{ ids: number[] }>`select array_agg(load_id) as ids from (
      select load_id, (row_number() over (order by load_id) - 1) / ${LOADS_AT_ONCE}::int as part from invoice_loads
      where user_id = ${userId} and standing) as numbered
    group by part order by part`.execute(work)
  for (const { ids } of rows)
    await sql`update loads set payment_status = coalesce(derive_payment_status(user_id, id, ${today}::date), 'unpaid')
      where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(work)
}

async function insertEntries(work: Work, userId: string): Promise<void> {
  const own = (table: string) =>
    sql`${sql.table(table)} where ${sql.ref(`${table}.user_id`)} = ${userId}`
  const none = sql`null::bigint`
  await sql`insert into receivable_entries (user_id, broker_id, invoice_id, day, kind, amount, receipt_id, difference_id,
      credit_note_id, factor_entry_id)
    select ${userId}, broker_id, invoice_id, day, kind, amount, receipt_id, difference_id, credit_note_id, factor_entry_id
    from (
      select 1 as place, broker_id, id as invoice_id, invoice_date as day, 'invoice' as kind, total as amount,
          ${none} as receipt_id, ${none} as difference_id, ${none} as credit_note_id, ${none} as factor_entry_id
        from ${own('invoices')} and kind = 'invoice' and state <> 'draft'
      union all select 2, broker_id, id, voided_on, 'void', -total, null, null, null, null
        from ${own('invoices')} and state = 'void'
      union all select 3, broker_id, credits_id, invoice_date, 'credit', total, null, null, id, null
        from ${own('invoices')} and kind = 'credit-note'
      union all select 4, broker_id, null, received_on, 'payment',
          -(amount - (select coalesce(sum(amount), 0) from receipt_parts as part where part.user_id = ${userId}
            and part.receipt_id = receipts.id and not was_unapplied)), id, null, null, null
        from ${own('receipts')}
      union all select 5, broker_id, null, applied_on, 'applied', part.amount, receipt_id, null, null, null
        from receipt_parts as part join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where part.user_id = ${userId} and was_unapplied
      union all select 6, broker_id, invoice_id, applied_on, 'payment', -part.amount, receipt_id, null, null, null
        from receipt_parts as part join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where part.user_id = ${userId}
      union all select 7, broker_id, invoice_id, day, difference.kind, -difference.amount, receipt_id, difference.id, null, null
        from receipt_differences as difference
          join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
        where difference.user_id = ${userId} and difference.kind in ('quick-pay', 'bank-fee', 'write-off')
      union all select 8, broker_id, null, day, 'refund', refund.amount, receipt_id, null, null, null
        from receipt_refunds as refund join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where refund.user_id = ${userId}
      union all select 9, broker_id, invoice_id, ended_on, 'reversal', part.amount, receipt_id, null, null, null
        from receipt_parts as part join receipts on receipts.user_id = ${userId} and receipts.id = receipt_id
        where part.user_id = ${userId} and ended is not null
      union all select 10, broker_id, invoice_id, day, 'factor-paid', -entry.amount, null, null, null, entry.id
        from factor_entries as entry join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
        where entry.user_id = ${userId} and entry.kind = 'debtor-paid') as facts
    where amount <> 0 order by day, place, invoice_id, receipt_id`.execute(work)
}
