/** Reads the amounts of one invoice with a factor (SPEC C214). */
import { deriveFactoredState, FACTORED_BOUGHT, sumFactored } from '#core/factoring/entries.ts'
import type { InvoiceFactoring } from '#core/factoring/responses.ts'
import { toAmount } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { readToForward } from './broker-money.ts'
import { readFactor } from './factor-store.ts'
import { findRecourseDay } from './read-schedules.ts'
import { readInvoiceEntries } from './with-factor.ts'
import { selectStandingLines } from './submitted-faces.ts'

/** Throws 404 if the account has no such invoice. */
export async function readInvoiceFactoring(
  database: Database,
  userId: string,
  invoiceId: number,
): Promise<InvoiceFactoring> {
  const [invoice] = await readInvoiceFacts(database, userId, { ids: [invoiceId] })
  if (!invoice) throw notFound()
  const line = await selectStandingLines(database, userId)
    .select(['schedule.id', 'schedule.number', 'schedule.state', 'line.face'])
    .where('line.invoiceId', '=', invoiceId)
    .executeTakeFirst()
  const factor =
    invoice.factorId === null ? null : await readFactor(database, userId, invoice.factorId)
  const entries = (await readInvoiceEntries(database, userId, [invoiceId])).get(invoiceId)
  const books = sumFactored(entries ?? [])
  const bought = entries?.find(({ kind }) => FACTORED_BOUGHT.includes(kind))?.day
  const face = line?.face ?? '0.00'
  return {
    factorName: factor?.name ?? null,
    scheduleId: line?.id ?? null,
    scheduleNumber: line?.number ?? null,
    state: line?.state === 'submitted' ? deriveFactoredState(face, books) : null,
    face,
    books,
    recourseOn: findRecourseDay(bought, factor?.recourseDays ?? null),
    toForward: toAmount((await readToForward(database, userId, [invoiceId])).get(invoiceId) ?? 0n),
  }
}
