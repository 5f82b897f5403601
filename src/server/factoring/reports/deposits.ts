/** What factors report: money wired, and the entries that make it up (SPEC C213, C214). */
import { addDays, formatDay, type Day } from '#core/calendar.ts'
import {
  FACTORED_BOUGHT,
  FACTORED_ENDED,
  namesInvoice,
  sumCash,
  sumWithFactor,
  type FactorEntryKind,
} from '#core/factoring/entries.ts'
import type { NewDeposit, VoidDeposit } from '#core/factoring/requests.ts'
import { askMoneyDay } from '#core/receipts/questions.ts'
import { addUp, formatMoney, negate, toAmount, toCents, type Amount } from '#core/money.ts'
import { createIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { askToConfirm, badField, notFound, RequestError } from '#server/errors.ts'
import { updatePaymentStatus } from '#server/invoices/payment-status.ts'
import { lockInvoicesAndLoads, type LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { serverDay } from '#server/today.ts'
import { readFactor } from '#server/factoring/factor-store.ts'
import { rejectEarlierDay } from './last-days.ts'
import { readInvoiceEntries } from '#server/factoring/with-factor.ts'
import { readSubmittedFaces } from '#server/factoring/submitted-faces.ts'

type NewEntry = NewDeposit['entries'][number]
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
    createIdempotent(database, userId, request, async (work) => {
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
      confirmReportDay(values.day, confirmed)
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
  { on, reason, confirmed }: VoidDeposit,
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

/** Asks about an unusual day, as for money received. Throws 409. */
function confirmReportDay(day: Day, confirmed: readonly string[]): void {
  const question = askMoneyDay('day', day, serverDay())
  if (question && !confirmed.includes('day')) throw askToConfirm('day', question.message)
}

/** Asks about a day in the future, because a void can't be undone and blocks earlier reports on its invoices. Throws 409. */
function confirmVoidDay(on: Day, confirmed: readonly string[]): void {
  if (on > addDays(serverDay(), 1) && !confirmed.includes('on'))
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

/**
 * Throws 400 unless each invoice is on a submitted schedule of the factor, is bought once for its face amount, and still has the
 * amount that the entries take from it.
 */
async function checkEntries(
  work: Work,
  userId: string,
  factorId: number,
  { day, entries }: NewDeposit,
  invoices: ReadonlyMap<number, LockedInvoice>,
): Promise<void> {
  const ids = [...invoices.keys()]
  const faces = await readSubmittedFaces(work, userId, factorId, ids)
  const before = await readInvoiceEntries(work, userId, ids)
  for (const id of new Set(entries.flatMap(({ invoiceId }) => invoiceId ?? []))) {
    const face = faces.get(id)
    const name = `Invoice ${invoices.get(id)?.number ?? ''}`
    if (face === undefined)
      throw badField('entries', `${name} is not on a submitted schedule of this factor`)
    const own = entries.filter(({ invoiceId }) => invoiceId === id)
    rejectPurchase(name, face, before.get(id) ?? [], own)
    rejectPurchaseDay(name, invoices.get(id)?.invoiceDate ?? '', day, own)
    rejectMoreThanLeft(name, before.get(id) ?? [], own)
    const open = toCents(invoices.get(id)?.openAmount ?? '0.00')
    if (sumOf(own, ['debtor-paid']) > open)
      throw badField('entries', `${name} has only ${formatMoney(open)} open`)
  }
  await rejectEarlierDay(work, userId, invoices, { day, field: 'day' })
}

function rejectPurchase(
  name: string,
  face: Amount,
  before: readonly { kind: FactorEntryKind; amount: Amount }[],
  own: readonly NewEntry[],
): void {
  const bought = sumOf(own, FACTORED_BOUGHT)
  const wasBought = sumOf(before, FACTORED_BOUGHT) > 0n
  if (bought > 0n && wasBought) throw badField('entries', `${name} is already purchased`)
  if (bought > 0n && bought !== toCents(face))
    throw badField(
      'entries',
      `${name}: advance, fee and reserve are ${formatMoney(bought)}, its face is ${formatMoney(toCents(face))}`,
    )
  if (bought === 0n && !wasBought) throw badField('entries', `${name} is not purchased yet`)
}

/** A factor can't buy an invoice before the invoice date. */
function rejectPurchaseDay(
  name: string,
  invoiceDate: Day,
  day: Day,
  own: readonly NewEntry[],
): void {
  if (day >= invoiceDate || sumOf(own, FACTORED_BOUGHT) === 0n) return
  throw badField('day', `${name} is dated ${formatDay(invoiceDate)}. Use that day or a later one.`)
}

/** The broker's payments and the chargebacks can't be more than what was bought. */
function rejectMoreThanLeft(
  name: string,
  before: readonly { kind: FactorEntryKind; amount: Amount }[],
  own: readonly NewEntry[],
): void {
  const left = sumWithFactor([...before, ...own])
  if (left >= 0n) return
  const could = left + sumOf(own, FACTORED_ENDED)
  throw badField(
    'entries',
    `${name}: the factor has only ${formatMoney(could)} of it. Enter what the broker paid after a chargeback as money received.`,
  )
}

function sumOf(
  entries: readonly { kind: FactorEntryKind; amount: Amount }[],
  kinds: readonly FactorEntryKind[],
): bigint {
  return addUp(entries.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
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
