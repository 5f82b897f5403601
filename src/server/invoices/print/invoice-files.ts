/** The PDFs of invoices and credit notes, for the account's ZIP (SPEC B53). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'
import { printInvoice } from '#server/invoices/print-invoice.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readBatches } from '#server/streaming/snapshot.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'

export async function countInvoices(work: Work, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from invoices
    where user_id = ${userId}`.execute(work)
  return rows[0]?.n ?? 0
}

/** "invoices/invoice-1042.pdf", "invoices/credit-note-1043.pdf". The name of a draft has its id; drafts and void invoices print their mark. */
export async function* invoiceFiles(
  print: PrintFor,
  work: Work,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  const query = sql<{ id: number }>`select id from invoices where user_id = ${userId} order by id`
  const names = new Set<string>()
  for await (const invoices of readBatches(work, query))
    for (const { id } of invoices) {
      const { name, pdf } = await printInvoice(print, work, userId, id)
      // "INV/1" and "INV-1" have the same safe name, and drafts have no number.
      const unique = names.has(name) || name === 'invoice-draft.pdf' ? `${id}-${name}` : name
      names.add(unique)
      yield { name: `invoices/${unique}`, content: [pdf] }
    }
}
