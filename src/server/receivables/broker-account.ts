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
import { readContacts } from './contacts.ts'
import { readDisputes } from './disputes.ts'

const LAST_CONTACTS = 5
const DAYS_OF_YEAR = 365

/** Throws 404 for an unknown broker. */
export async function readBrokerAccount(
  database: Database,
  userId: string,
  brokerId: number,
  today: Day,
): Promise<BrokerAccount> {
  const credit = await readCredit(database, userId, brokerId)
  const aging = await readAging(database, userId, today, 'past-due', brokerId)
  const { buckets, unapplied } = aging.total
  const current = buckets[0] ?? '0.00'
  return {
    open: aging.total.open,
    overdue: subtract(aging.total.open, current),
    unapplied,
    refundBy: refundDay(await readOldestUnapplied(database, userId, brokerId)),
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
  exceptLoad?: number,
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
      (select coalesce(sum(open_amount), 0.00) from invoices
        where user_id = ${userId} and broker_id = ${brokerId} and open_amount > 0) as open,
      (select coalesce(sum(amount), 0.00) from unbilled where is_delivered) as delivered,
      (select coalesce(sum(amount), 0.00) from unbilled where not is_delivered) as not_delivered
    from brokers where user_id = ${userId} and id = ${brokerId}`.execute(database)
  const [figures] = rows
  if (!figures) throw notFound()
  return toCredit(figures)
}

/**
 * The average days from sending an invoice to its payment, weighted by amount, over the payments of the last 12 months. A reversed
 * payment does not count. For an invoice that a factor bought, only the broker's payments to the factor count.
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
    select coalesce(sum(-amount * greatest(day - coalesce(sent_on, invoice_date), 0)), 0.00) as weighted,
      coalesce(-sum(amount), 0.00) as paid, count(*)::int as payments,
      (select terms_days from brokers where user_id = ${userId} and id = ${brokerId}) as terms
    from receivable_entries as entry
      join invoices on invoices.user_id = ${userId} and invoices.id = entry.invoice_id
    where entry.user_id = ${userId} and entry.broker_id = ${brokerId} and entry.kind in ('payment', 'factor-paid')
      and day > ${since} and day <= ${today}
      and not exists (select from receivable_entries as back where back.user_id = ${userId}
        and back.invoice_id = entry.invoice_id and back.kind in ('reversal', 'factor-reversal')
        and back.receipt_id is not distinct from entry.receipt_id)`.execute(database)
  const { weighted = '0.00', paid = '0.00', payments = 0, terms = null } = rows[0] ?? {}
  const promised = terms ?? (await readBillingSettings(database, userId)).termsDays ?? 0
  return { days: averageDays(weighted, paid), payments, paid, terms: promised }
}

/** The day of the oldest receipt with unapplied money today. */
async function readOldestUnapplied(
  database: Database,
  userId: string,
  brokerId: number,
): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select min(first) as day from (
      select min(day) as first from receivable_entries
      where user_id = ${userId} and broker_id = ${brokerId} and invoice_id is null
      group by receipt_id having sum(amount) < 0) as held`.execute(database)
  return rows[0]?.day ?? null
}

function subtract(one: Amount, other: Amount): Amount {
  return toAmount(toCents(one) - toCents(other))
}
