/**
 * Fills an account with the invoices of an old account: the newest 500 are in every state, and any number of older ones are
 * closed. The account also gets the statements of `fillStatements`.
 */
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { fillStatements, RECENT } from '#scripts/fill-statements/fill-statements.ts'
import { leaveBacklog, type Backlog } from './backlog.ts'
import { insertFactoring } from './factoring.ts'
import { insertInvoices } from './invoices.ts'
import { insertLedger } from './ledger.ts'
import { insertMoney } from './money.ts'
import { insertBrokerChecks, insertPapers, insertSendings } from './papers.ts'
import { planInvoices } from './plan.ts'
import { insertBillingSettings, insertStartOfBilling } from './settings.ts'

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
