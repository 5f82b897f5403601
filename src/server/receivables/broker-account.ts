/** What a broker owes, how it pays, and how much credit it has (SPEC C203, C206). */
import { sql } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import {
  averageDays,
  refundDay,
  toCredit,
  type BrokerAccount,
  type Credit,
  type CreditFigures,
  type DaysToPay,
} from '#core/receivables/broker-account.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'
import { readAging } from './aging.ts'
import { accountDay } from '#server/today.ts'
import { readContacts } from './contacts.ts'
import { readDisputes } from './disputes.ts'
import { selectOpenOn } from './open-invoices.ts'

const LAST_CONTACTS = 5
const DAYS_OF_YEAR = 365

/** Throws 404 for an unknown broker. */
export async function readBrokerAccount(
  database: Database,
  userId: string,
  brokerId: number,
  today: Day,
): Promise<BrokerAccount> {
  const credit = await readCredit(database, userId, brokerId, { today })
  const aging = await readAging(database, userId, today, 'past-due', brokerId)
  const { buckets, unapplied } = aging.total
  const current = buckets[0] ?? '0.00'
  return {
    open: aging.total.open,
    overdue: subtract(aging.total.open, current),
    unapplied,
    refundBy: refundDay(await readOldestUnapplied(database, userId, brokerId, today)),
    credit,
    daysToPay: await readDaysToPay(database, userId, brokerId, today),
    disputes: await readDisputes(database, userId, { brokerId, openOnly: true }),
    contacts: await readContacts(database, userId, { brokerId, limit: LAST_CONTACTS }),
  }
}

/** `exceptLoad`: the load that is edited, whose own amount the form adds. Throws 404. */
export async function readCredit(
  database: Database,
  userId: string,
  brokerId: number,
  { today = accountDay(), exceptLoad }: { today?: Day; exceptLoad?: number | undefined } = {},
): Promise<Credit> {
  const { rows } = await sql<CreditFigures>`
    with unbilled as (
      select delivery_status = 'delivered' as is_delivered,
        case when charge_count > 0 then billed_total else revenue end as amount
      from loads
      where user_id = ${userId} and broker_id = ${brokerId} and payment_status <> 'paid'
        and id is distinct from ${exceptLoad ?? null}::bigint
        and not exists (select from invoice_loads where invoice_loads.user_id = ${userId}
          and invoice_loads.load_id = loads.id and standing))
    select credit_limit as limit,
      (select coalesce(sum(open), 0.00) from (${selectOpenOn(userId, today, brokerId)}) as open_then) as open,
      (select coalesce(sum(amount), 0.00) from unbilled where is_delivered) as delivered,
      (select coalesce(sum(amount), 0.00) from unbilled where not is_delivered) as not_delivered
    from brokers where user_id = ${userId} and id = ${brokerId}`.execute(database)
  const [figures] = rows
  if (!figures) throw notFound()
  return toCredit(figures)
}

/**
 * The average days from sending an invoice to its payment, weighted by amount, over the money received in the last 12 months. Only parts
 * that still count are read, each with the day of its receipt, so that it does not matter when the money was applied. For an invoice that
 * a factor bought, what the broker paid the factor counts, and not what the factor paid (SPEC C203).
 */
async function readDaysToPay(
  database: Database,
  userId: string,
  brokerId: number,
  today: Day,
): Promise<DaysToPay> {
  const since = addDays(today, -DAYS_OF_YEAR)
  const { rows } = await sql<{
    weighted: Amount
    paid: Amount
    payments: number
    terms: number | null
  }>`
    with paid as (
      select part.invoice_id, part.amount, received_on as day from receipts as receipt
        join receipt_parts as part on part.user_id = ${userId} and part.receipt_id = receipt.id
          and applied_on <= ${today} and (ended_on is null or ended_on > ${today})
      where receipt.user_id = ${userId} and receipt.broker_id = ${brokerId}
        and received_on > ${since} and received_on <= ${today}
      union all
      select invoice_id, -amount, day from receivable_entries as entry
      where user_id = ${userId} and broker_id = ${brokerId} and kind = 'factor-paid'
        and day > ${since} and day <= ${today}
        and not exists (select from receivable_entries as back where back.user_id = ${userId}
          and back.invoice_id = entry.invoice_id and back.kind = 'factor-reversal'
          and back.factor_entry_id = entry.factor_entry_id and back.day <= ${today}))
    select coalesce(sum(amount * greatest(day - coalesce(sent_on, invoice_date), 0)), 0.00) as weighted,
      coalesce(sum(amount), 0.00) as paid, count(*)::int as payments,
      (select terms_days from brokers where user_id = ${userId} and id = ${brokerId}) as terms
    from paid join invoices on invoices.user_id = ${userId} and invoices.id = paid.invoice_id`.execute(
    database,
  )
  const { weighted = '0.00', paid = '0.00', payments = 0, terms = null } = rows[0] ?? {}
  const promised = terms ?? (await readBillingSettings(database, userId)).termsDays ?? 0
  return { days: averageDays(weighted, paid), payments, paid, terms: promised }
}

/** The day of the oldest receipt with unapplied money today. */
async function readOldestUnapplied(
  database: Database,
  userId: string,
  brokerId: number,
  today: Day,
): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select min(received_on) as day from (
      select receipt_id from receivable_entries
      where user_id = ${userId} and broker_id = ${brokerId} and invoice_id is null and day <= ${today}
      group by receipt_id having sum(amount) < 0) as held
      join receipts on receipts.user_id = ${userId} and receipts.id = held.receipt_id`.execute(
    database,
  )
  return rows[0]?.day ?? null
}

function subtract(one: Amount, other: Amount): Amount {
  return toAmount(toCents(one) - toCents(other))
}
