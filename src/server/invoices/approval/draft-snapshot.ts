/** Builds what a draft would print today, without a number. */
import { sql } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import type { InvoiceSnapshot } from '#core/invoices/snapshot.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readDraftLines } from '#server/invoices/drafts/draft-lines.ts'
import { readLoadIds, readLoadsToBill } from '#server/invoices/loads-to-bill.ts'
import { findRemitTo } from '#server/invoices/remit-to.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'
import { readCompany } from '#server/settings/company.ts'
import { accountDay } from '#server/today.ts'
import { buildSnapshot, readBilledBroker, toSnapshotLines } from './snapshot.ts'

type Draft = { brokerId: number; invoiceDate: Day | null; termsDays: number; note: string | null }

/** Throws 404 if the account has no such invoice. */
export async function buildDraftSnapshot(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<InvoiceSnapshot> {
  const { rows } = await sql<Draft>`select broker_id, invoice_date, terms_days, note from invoices
    where user_id = ${userId} and id = ${id}`.execute(work)
  const [draft] = rows
  if (!draft) throw notFound()
  const { brokerId, termsDays, note } = draft
  const settings = await readBillingSettings(work, userId)
  const company = await readCompany(work, userId)
  const invoiceDate = draft.invoiceDate ?? accountDay()
  const payee = { brokerId, day: invoiceDate }
  const { remitTo } = await findRemitTo(work, userId, payee, { settings, company })
  const broker = await readBilledBroker(work, userId, brokerId)
  const loads = await readLoadsToBill(work, userId, await readLoadIds(work, userId, [id]))
  const lines = toSnapshotLines(await readDraftLines(work, userId, id))
  return buildSnapshot(work, userId, broker, {
    kind: 'invoice',
    number: null,
    invoiceDate,
    dueOn: addDays(invoiceDate, termsDays),
    termsDays,
    note,
    remitTo,
    loads,
    lines,
    credits: null,
  })
}
