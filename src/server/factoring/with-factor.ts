/** What a factor has of a broker's invoices (SPEC C211, C215). */
import { addUp, type Amount, type Cents } from '#core/money.ts'
import { sumBooks, type FactorEntryKind, type FourBooks } from '#core/factoring/entries.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { selectStandingLines } from './submitted-faces.ts'

type Entry = { invoiceId: number; kind: FactorEntryKind; amount: Amount; day: string }

/** Cents of submitted invoices of a broker that are open. They use up the factor's limit for the broker. */
export async function readFaceWithFactor(
  work: Work | Database,
  userId: string,
  brokerId: number,
): Promise<Cents> {
  const open = await readInvoiceFacts(work, userId, { brokerId, openOnly: true })
  if (!open.length) return 0n
  const lines = await selectStandingLines(work, userId)
    .select('line.face')
    .where('schedule.state', '=', 'submitted')
    .where(
      'line.invoiceId',
      'in',
      open.map(({ id }) => id),
    )
    .execute()
  return addUp(lines.map(({ face }) => face))
}

/** The entries of invoices, oldest first, without those of voided reports. */
export async function readInvoiceEntries(
  work: Work | Database,
  userId: string,
  invoiceIds: readonly number[],
): Promise<Map<number, Entry[]>> {
  if (!invoiceIds.length) return new Map()
  const rows = await work
    .selectFrom('factorEntries')
    .select(['invoiceId', 'kind', 'amount', 'day'])
    .where('userId', '=', userId)
    .where('invoiceId', 'in', invoiceIds)
    .where('voided', '=', false)
    .orderBy('day')
    .orderBy('id')
    .execute()
  const byInvoice = new Map<number, Entry[]>()
  for (const { invoiceId, ...entry } of rows) {
    if (invoiceId === null) continue
    byInvoice.set(invoiceId, [...(byInvoice.get(invoiceId) ?? []), { invoiceId, ...entry }])
  }
  return byInvoice
}

export function booksOf(entries: readonly Entry[] | undefined): FourBooks {
  return sumBooks(entries ?? [])
}
