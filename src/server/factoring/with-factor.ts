/** The invoices of a broker that are with a factor (SPEC C211, C215). */
import { sql } from 'kysely'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import type { FactorEntryKind } from '#core/factoring/entries.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { accountDay } from '#server/today.ts'
import { selectStandingLines } from './submitted-faces.ts'

type Entry = { invoiceId: number; kind: FactorEntryKind; amount: Amount; day: string }

/** What is left of the factor's approved limits, in cents; below 0 if a limit was lowered. Brokers without a limit are left out. */
export async function readLimitsLeft(
  work: Work | Database,
  userId: string,
  brokerIds: readonly number[],
): Promise<Map<number, Cents>> {
  const ids = [...new Set(brokerIds)]
  if (!ids.length) return new Map()
  const limits = await work
    .selectFrom('factorBrokers')
    .select(['brokerId', 'approvedLimit'])
    .where('userId', '=', userId)
    .where('brokerId', 'in', ids)
    .where('approvedLimit', 'is not', null)
    .execute()
  const limited = limits.map(({ brokerId }) => brokerId)
  const used = await readFacesWithFactor(work, userId, limited)
  return new Map(
    limits.map(({ brokerId, approvedLimit }) => [
      brokerId,
      toCents(approvedLimit ?? '0.00') - (used.get(brokerId) ?? 0n),
    ]),
  )
}

/** Cents of submitted invoices that are open and not charged back, by broker. They use up the factor's limit for the broker. */
async function readFacesWithFactor(
  work: Work | Database,
  userId: string,
  brokerIds: readonly number[],
): Promise<Map<number, Cents>> {
  const faces = new Map<number, Cents>()
  if (!brokerIds.length) return faces
  const open = await readInvoiceFacts(work, userId, { brokerIds, openOnly: true })
  if (!open.length) return faces
  const brokers = new Map(open.map(({ id, brokerId }) => [id, brokerId]))
  const lines = await selectStandingLines(work, userId)
    .select(['line.invoiceId', 'line.face'])
    .where('schedule.state', '=', 'submitted')
    .where('line.invoiceId', 'in', [...brokers.keys()])
    .execute()
  const returned = await findReturned(work, userId, [...brokers.keys()])
  for (const { invoiceId, face } of lines) {
    if (returned.has(invoiceId)) continue
    const brokerId = brokers.get(invoiceId) ?? 0
    faces.set(brokerId, (faces.get(brokerId) ?? 0n) + toCents(face))
  }
  return faces
}

/** Finds bought invoices that are collected or charged back in full by today (SPEC C274). */
export async function findReturned(
  work: Work | Database,
  userId: string,
  invoiceIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from find_returned(${userId}::uuid, ${invoiceIds}::bigint[], ${accountDay()}::date) as id`.execute(
    work,
  )
  return new Set(rows.map(({ id }) => id))
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
