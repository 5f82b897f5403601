/** What brokers paid the carrier for invoices that are with a factor (SPEC C333, C334). */
import { FACTORED_BOUGHT, findToForward, type FactorEntryKind } from '#core/factoring/entries.ts'
import { askFactorMoney, type FactorMoney } from '#core/factoring/questions.ts'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { askToConfirm } from '#server/errors.ts'
import { readInvoiceFacts, type InvoiceFacts } from '#server/invoices/read-invoices.ts'
import { sumReceivedSince } from '#server/receipts/received.ts'
import { readFactors } from './factor-store.ts'
import { selectStandingLines } from './submitted-faces.ts'
import { findReturned, readInvoiceEntries } from './with-factor.ts'

/** Cents since the invoice was submitted. `open`: what the broker owes today and later. */
export type BrokerMoney = { received: Cents; open: Cents }

/** By invoice, for those that are on a submitted schedule. */
export async function readBrokerMoney(
  work: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<Map<number, BrokerMoney>> {
  const moments = new Map<number, string>()
  for (const { invoiceId, submittedAt } of await readSubmitted(work, userId, invoiceIds))
    if (submittedAt !== null) moments.set(invoiceId, submittedAt)
  if (!moments.size) return new Map()
  const received = await sumReceivedSince(work, userId, moments)
  const facts = await readInvoiceFacts(work, userId, { ids: [...moments.keys()] })
  return new Map(
    facts.map(({ id, openAmount }) => [
      id,
      { received: received.get(id) ?? 0n, open: toCents(openAmount) },
    ]),
  )
}

/** What the carrier must forward to the factor, in cents by invoice. Invoices without such money are left out. */
export async function readToForward(
  work: Database | Work,
  userId: string,
  invoiceIds: readonly number[],
): Promise<Map<number, Cents>> {
  const money = await readBrokerMoney(work, userId, invoiceIds)
  const entries = await readInvoiceEntries(work, userId, [...money.keys()])
  const found = [...money].map(
    ([id, one]) => [id, findToForward(entries.get(id) ?? [], one)] as const,
  )
  return new Map(found.filter(([, cents]) => cents > 0n))
}

/** The name of the factor that is the payee, by invoice. Invoices that are back with the carrier are left out (SPEC C274). */
export async function nameFactorsOf(
  work: Database | Work,
  userId: string,
  invoices: readonly Pick<InvoiceFacts, 'id' | 'factorId'>[],
): Promise<Map<number, string>> {
  const factored = invoices.filter(({ factorId }) => factorId !== null)
  if (!factored.length) return new Map()
  const ids = factored.map(({ id }) => id)
  const returned = await findReturned(work, userId, ids)
  const names = new Map((await readFactors(work, userId)).map(({ id, name }) => [id, name]))
  return new Map(
    factored.flatMap(({ id, factorId }) => {
      return returned.has(id) ? [] : [[id, names.get(factorId ?? 0) ?? '']]
    }),
  )
}

type Paid = { invoiceId: number; amount: Amount }

/** Throws 409 for money on invoices that a factor bought or was sent, unless "factor" is confirmed. Post the money first. */
export async function confirmFactorMoney(
  work: Work,
  userId: string,
  parts: readonly Paid[],
  confirmed: readonly string[],
): Promise<void> {
  const paid = parts.filter(({ amount }) => toCents(amount) > 0n)
  if (confirmed.includes('factor') || !paid.length) return
  const ids = paid.map(({ invoiceId }) => invoiceId)
  const submitted = await readSubmitted(work, userId, ids)
  if (!submitted.length) return
  const factors = new Map((await readFactors(work, userId)).map(({ id, name }) => [id, name]))
  const numbers = new Map(
    (await readInvoiceFacts(work, userId, { ids })).map(({ id, number }) => [id, number ?? '']),
  )
  const entries = await readInvoiceEntries(work, userId, ids)
  const toForward = await readToForward(work, userId, ids)
  const found = submitted.flatMap(({ invoiceId, factorId }): FactorMoney[] => {
    const amount = toCents(paid.find((one) => one.invoiceId === invoiceId)?.amount ?? '0.00')
    const owed = toForward.get(invoiceId) ?? 0n
    if (owed === 0n && isBought(entries.get(invoiceId) ?? [])) return []
    const [factor, invoice] = [factors.get(factorId) ?? '', numbers.get(invoiceId) ?? '']
    return [{ factor, invoice, amount: owed < amount ? owed : amount }]
  })
  const question = askFactorMoney(found)
  if (question) throw askToConfirm('factor', question)
}

function isBought(entries: readonly { kind: FactorEntryKind }[]): boolean {
  return entries.some(({ kind }) => FACTORED_BOUGHT.includes(kind))
}

/** The submitted schedules of the invoices. */
async function readSubmitted(work: Database | Work, userId: string, invoiceIds: readonly number[]) {
  if (!invoiceIds.length) return []
  return selectStandingLines(work, userId)
    .select(['line.invoiceId', 'schedule.factorId', 'schedule.submittedAt'])
    .where('schedule.state', '=', 'submitted')
    .where('line.invoiceId', 'in', invoiceIds)
    .execute()
}
