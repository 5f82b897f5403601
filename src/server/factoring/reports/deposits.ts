/** What factors report: money wired, and the entries that make it up (SPEC C213, C214). */
import { addDays, formatDay, type Day } from '#core/calendar.ts'
import { namesInvoice, sumCash, type FactorEntryKind } from '#core/factoring/entries.ts'
import type { NewDeposit, VoidFactoring } from '#core/factoring/requests.ts'
import { formatMoney, negate, toAmount, toCents, type Amount } from '#core/money.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { askToConfirm, badField, notFound, RequestError } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { lockInvoicesAndLoads, type LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { accountDay } from '#server/today.ts'
import { readFactor } from '#server/factoring/factor-store.ts'
import { checkEntries } from './check-entries.ts'
import { rejectEarlierDay } from './last-days.ts'

type Posted = { id: number; kind: FactorEntryKind; invoiceId: number | null; amount: Amount }

/** Throws 404 for the factor, 400 at the amount and the entries, and 409 to confirm an unusual day. */
export function postDeposit(
  database: Database,
  userId: string,
  factorId: number,
  values: NewDeposit,
  request: Repeatable,
): Promise<number> {
  rejectWrongSum(values)
  return explainLimits(() =>
    runIdempotent(database, userId, request, async (work) => {
      await readFactor(work, userId, factorId)
      const invoices = await lockInvoicesOf(work, userId, values.entries)
      await checkEntries(work, userId, factorId, values, invoices)
      const { entries, confirmed, ...deposit } = values
      const { id } = await work
        .insertInto('factorDeposits')
        .values({ userId, factorId, ...deposit })
        .returning('id')
        .executeTakeFirstOrThrow()
      const posted = await work
        .insertInto('factorEntries')
        .values(
          entries.map((entry) => ({ userId, depositId: id, factorId, day: values.day, ...entry })),
        )
        .returning(['id', 'kind', 'invoiceId', 'amount'])
        .execute()
      await postPaid(work, userId, values.day, posted, invoices)
      confirmDay('day', values.day, confirmed)
      return { id }
    }),
  ).then(({ id }) => id)
}

/**
 * Voids a whole report. What the broker paid to the factor is open again from `on`. Throws 404, 409 if it is
 * voided already, if a later report depends on it or to confirm a day in the future, and 400 at the day.
 */
export function voidDeposit(
  database: Database,
  userId: string,
  id: number,
  { on, reason, confirmed }: VoidFactoring,
): Promise<void> {
  return explainLaterReports(() =>
    inTransaction(database, async (work) => {
      const deposit = await lockDeposit(work, userId, id)
      if (deposit.voidedOn !== null) throw new RequestError(409, 'This report is already void')
      if (on < deposit.day) throw badField('on', 'Must be on or after the report date')
      const entries = await readEntries(work, userId, id)
      const invoices = await lockInvoicesOf(work, userId, entries)
      await rejectEarlierDay(work, userId, invoices, { day: on, field: 'on' })
      confirmVoidDay(on, confirmed)
      await work
        .updateTable('factorEntries')
        .set({ voided: true })
        .where('userId', '=', userId)
        .where('depositId', '=', id)
        .execute()
      await work
        .updateTable('factorDeposits')
        .set({ voidedOn: on, voidReason: reason, ...NEXT_VERSION })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .execute()
      const paid = entries.filter(({ kind }) => kind === 'debtor-paid')
      await postEntries(
        work,
        userId,
        paid.flatMap((entry) => toLedger(entry, invoices, on, 'factor-reversal')),
      )
      await updatePaymentStatus(work, userId, [...invoices.keys()])
    }),
  )
}

/** Asks about a day in the future, because a void can't be undone and blocks earlier reports on its invoices. Throws 409. */
function confirmVoidDay(on: Day, confirmed: readonly string[]): void {
  if (on > addDays(accountDay(), 1) && !confirmed.includes('on'))
    throw askToConfirm('on', `${formatDay(on)} is in the future. Use this day anyway?`)
}

function rejectWrongSum({ amount, entries }: NewDeposit): void {
  const sum = sumCash(entries)
  if (sum !== toCents(amount)) throw badField('amount', `The entries add up to ${formatMoney(sum)}`)
  for (const { kind, invoiceId } of entries) {
    if (namesInvoice(kind) === (invoiceId !== null)) continue
    const message =
      invoiceId === null ? 'Choose the invoice of each entry' : 'This entry has no invoice'
    throw badField('entries', message)
  }
}

async function lockInvoicesOf(
  work: Work,
  userId: string,
  entries: readonly { invoiceId: number | null }[],
): Promise<Map<number, LockedInvoice>> {
  const ids = [...new Set(entries.flatMap(({ invoiceId }) => invoiceId ?? []))]
  const locked = await lockInvoicesAndLoads(work, userId, ids)
  return new Map(locked.map((invoice) => [invoice.id, invoice]))
}

async function postPaid(
  work: Work,
  userId: string,
  day: string,
  posted: readonly Posted[],
  invoices: ReadonlyMap<number, LockedInvoice>,
): Promise<void> {
  const paid = posted.filter(({ kind }) => kind === 'debtor-paid')
  const entries = paid.flatMap((entry) => toLedger(entry, invoices, day, 'factor-paid'))
  await postEntries(work, userId, entries)
  await updatePaymentStatus(work, userId, [...invoices.keys()])
}

function toLedger(
  { id, invoiceId, amount }: Posted,
  invoices: ReadonlyMap<number, LockedInvoice>,
  day: string,
  kind: 'factor-paid' | 'factor-reversal',
) {
  const invoice = invoices.get(invoiceId ?? 0)
  if (!invoice) return []
  const signed = kind === 'factor-paid' ? negate(amount) : toAmount(toCents(amount))
  const { brokerId } = invoice
  return [{ brokerId, invoiceId: invoice.id, day, kind, amount: signed, factorEntryId: id }]
}

function readEntries(work: Work, userId: string, depositId: number): Promise<Posted[]> {
  return work
    .selectFrom('factorEntries')
    .select(['id', 'kind', 'invoiceId', 'amount'])
    .where('userId', '=', userId)
    .where('depositId', '=', depositId)
    .orderBy('id')
    .execute()
}

async function lockDeposit(work: Work, userId: string, id: number) {
  const found = await work
    .selectFrom('factorDeposits')
    .select(['id', 'day', 'voidedOn'])
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** Translates the errors of the checks that the database makes at the end of the transaction. */
async function explainLimits<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'factor_entries_held' || constraint === 'factor_entries_left')
      throw badField(
        'entries',
        'The entries take more from an invoice’s reserve than the factor holds',
      )
    if (constraint === 'receivable_entries_days')
      throw badField('entries', 'An invoice would be paid above its total on that day')
    throw error
  }
}

/** Throws 409 if a report can't be voided because later reports use what it brought. */
async function explainLaterReports(save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    if (!constraint.startsWith('factor_entries_')) throw error
    throw new RequestError(409, 'A later report depends on this one. Void that one first.')
  }
}
