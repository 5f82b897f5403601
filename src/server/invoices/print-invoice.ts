/** The PDF of an invoice. An approved one has the same bytes forever (SPEC C174). */
import { sql } from 'kysely'
import type { InvoiceState } from '#core/invoices/status.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readLogo } from '#server/settings/logo-store.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { buildDraftSnapshot } from './approval/draft-snapshot.ts'
import { readInvoiceSnapshot } from './approval/snapshot.ts'
import { buildInvoice } from './print/build-invoice.ts'

export type InvoiceFile = { name: string; pdf: Uint8Array }

/** A draft is marked and has no number. A void invoice is marked too, unless `asApproved` asks for the PDF that was sent. Throws 404, and the errors of `print`. */
export async function printInvoice(
  print: PrintFor,
  database: Database | Work,
  userId: string,
  id: number,
  { asApproved = false } = {},
): Promise<InvoiceFile> {
  const { rows } = await sql<{ state: InvoiceState; number: string | null }>`
    select state, number from invoices where user_id = ${userId} and id = ${id}`.execute(database)
  const [invoice] = rows
  if (!invoice) throw notFound()
  const snapshot =
    (await readInvoiceSnapshot(database, userId, id)) ??
    (await buildDraftSnapshot(database, userId, id))
  const logo = await readLogo(database, userId, snapshot.company.logoUrl)
  const mark = asApproved || invoice.state === 'approved' ? null : invoice.state
  const title = snapshot.kind === 'credit-note' ? 'credit-note' : 'invoice'
  const number = (invoice.number ?? 'draft').replaceAll(/[^A-Za-z0-9_-]+/g, '-')
  return {
    name: `${title}-${number}.pdf`,
    pdf: await print(userId, buildInvoice(snapshot, { logo, mark })),
  }
}
