/** Fills in brokers' addresses, factors, billing settings and the account map of an account with invoices. */
import { sql } from 'kysely'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { Day } from '#core/calendar.ts'
import { DEFAULT_FILE } from '#core/factoring/schedule-file.ts'
import type { Work } from '#server/database/open.ts'

const FACTORS = ['Apex Funding', 'Riverbend Capital']

export async function insertBillingSettings(work: Work, userId: string): Promise<void> {
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
export async function insertStartOfBilling(work: Work, userId: string, today: Day): Promise<void> {
  await sql`insert into factor_brokers (user_id, broker_id, factor_id, approved_limit)
    select distinct ${userId}::uuid, broker_id, factor_id, 9000000 from planned where factor_id is not null`.execute(
    work,
  )
  await sql`insert into billing_settings (user_id, terms_days, numbering, starts_on)
    select ${userId}, 30, 'sequence', least(min(ready_on) - 1, ${today}::date) from planned`.execute(
    work,
  )
}
