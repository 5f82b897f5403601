/** Unapplied money: it was paid for a statement that was voided, and covers no other statement yet (SPEC C12). */
import type { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { addUp, formatMoney, toAmount, toCents, type Cents } from '#core/money.ts'
import { allocate, min } from '#core/payments/allocate.ts'
import { askDay } from '#core/payments/questions.ts'
import type { applySchema, ClosingRequest, Payment, PaymentPart } from '#core/payments/payments.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { rejectOwnApproval } from '#server/accounts/team/separate-approval.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'
import {
  lockTrucksOfSettlements,
  readPayableStatements,
  readReplacements,
} from '#server/settlements/approval/payable-statements.ts'
import { throwUnlessConfirmed, type Confirmed } from './confirm.ts'
import { lockPayment } from './lock-payment.ts'
import { rejectParts } from './post.ts'
import { applyUnapplied, lockPayee, readParts, readPayment } from './rows.ts'
import { askPastYears } from './year/ask-past-years.ts'

type Covered = Pick<Settlement, 'id' | 'payee' | 'netPayment'>

/**
 * At approval: unapplied money of the payee covers the statement. Money of a statement that this one replaces comes
 * first, then the oldest payment. Money of a voided statement whose replacement is still a draft stays for that draft.
 * Returns whether anything was covered. `appliedOn`: the approval day. The caller holds the truck's row.
 */
export async function coverFromUnapplied(
  work: Work,
  userId: string,
  statement: Covered,
  appliedOn: Day,
): Promise<boolean> {
  if ((await readUnapplied(work, userId, statement.payee)).length === 0) return false
  await lockPayee(work, userId, statement.payee)
  const money = await readUnapplied(work, userId, statement.payee)
  const parts = await readParts(
    work,
    userId,
    money.map(({ id }) => id),
  )
  const kept = parts.filter(({ ended }) => ended === 'kept')
  const replaced = await readReplacements(
    work,
    userId,
    kept.map(({ billingId }) => billingId),
  )
  const here = new Set(replaced.filter(({ by }) => by === statement.id).map((one) => one.voided))
  const drafts = new Map(
    replaced
      .filter(({ by, status }) => by !== statement.id && status === 'pending')
      .map(({ voided, by }) => [voided, by]),
  )
  const isFirst = ({ id }: Payment) =>
    kept.some(({ payoutId, billingId }) => payoutId === id && here.has(billingId))
  const inOrder = [...money.filter(isFirst), ...money.filter((payment) => !isFirst(payment))]
  let open = toCents(statement.netPayment)
  const before = open
  for (const payment of inOrder) {
    const used = min(open, calculateFreeAmount(payment, kept, drafts))
    if (used <= 0n) continue
    const part = { billingId: statement.id, amount: toAmount(used) }
    await applyUnapplied(work, userId, payment.id, [part], appliedOn)
    open -= used
  }
  return open < before
}

/** The amount that is not held for a draft. `drafts`: by the void statement, the draft that replaces it. */
function calculateFreeAmount(
  payment: Payment,
  kept: PaymentPart[],
  drafts: Map<number, number>,
): Cents {
  const held = new Map<number, PaymentPart[]>()
  for (const part of kept) {
    const draft = drafts.get(part.billingId)
    if (part.payoutId !== payment.id || draft === undefined) continue
    // If a replacement was voided too, its parts are for the same money: they count instead of the earlier parts.
    const parts = held.get(draft) ?? []
    held.set(draft, parts[0]?.billingId === part.billingId ? [...parts, part] : [part])
  }
  const amounts = [...held.values()].flat().map(({ amount }) => amount)
  const unapplied = toCents(payment.unapplied)
  return unapplied - min(unapplied, addUp(amounts))
}

/** The payments with unapplied money, oldest first. Of one payee, or of all. */
export function readUnapplied(
  work: Database | Work,
  userId: string,
  payee?: string,
): Promise<Payment[]> {
  return work
    .selectFrom('payouts')
    .selectAll()
    .where('userId', '=', userId)
    .where('unapplied', '>', '0')
    .$if(payee !== undefined, (query) => query.where('payee', '=', payee ?? ''))
    .orderBy('paidOn')
    .orderBy('id')
    .execute()
}

/**
 * Applies unapplied money to the named statements, or to the payee's open ones. `day` decides the year in which it is
 * applied. Throws 400, 404, and 409 also for an unusual day.
 */
export function applyPayment(
  database: Database,
  userId: string,
  id: number,
  { parts: named, day = accountDay(), confirmed }: z.output<typeof applySchema>,
  request: Repeatable,
): Promise<Payment> {
  return runIdempotent(database, userId, request, async (work) => {
    const { payee } = await readPayment(work, userId, id)
    const ids =
      named?.map(({ billingId }) => billingId) ??
      (await readPayableStatements(work, userId, { payee })).map((statement) => statement.id)
    await lockTrucksOfSettlements(work, userId, ids)
    await lockPayee(work, userId, payee)
    const payment = await readPayment(work, userId, id)
    throwUnlessConfirmed(askDay(day, payment.paidOn, accountDay()), confirmed)
    const statements = await readPayableStatements(work, userId, { ids })
    const parts = named ?? allocate(statements.filter(isOpen), toCents(payment.unapplied)).parts
    rejectParts(statements, parts, payee)
    const total = addUp(parts.map(({ amount }) => amount))
    if (total === 0n) throw new RequestError(409, 'Nothing to apply')
    rejectMoreThanUnapplied(payment, total, 'parts')
    await rejectOwnApproval(
      work,
      userId,
      parts.map(({ billingId }) => billingId),
    )
    return askPastYears(work, userId, { payments: [id], day }, confirmed, async () => {
      await applyUnapplied(work, userId, id, parts, day)
      return readPayment(work, userId, id)
    })
  })
}

function isOpen({ status }: { status: string }): boolean {
  return status === 'approved'
}

function rejectMoreThanUnapplied({ unapplied }: Payment, total: Cents, field: string): void {
  if (total <= toCents(unapplied)) return
  throw badField(field, `Only ${formatMoney(toCents(unapplied))} is unapplied`)
}

/** Closes unapplied money: the payee repaid it, or it is written off. Throws 400, 404, and 409 for an unusual day. */
export function closeUnapplied(
  database: Database,
  userId: string,
  id: number,
  { confirmed, ...closing }: ClosingRequest,
  request: Repeatable,
): Promise<Payment> {
  if (closing.kind === 'write-off' && (closing.method ?? closing.reference) !== null)
    throw badField('method', 'A write-off has no method and no reference')
  return runIdempotent(database, userId, request, async (work) => {
    const { payment } = await lockPayment(work, userId, id)
    rejectMoreThanUnapplied(payment, toCents(closing.amount), 'amount')
    throwUnlessConfirmed(askDay(closing.day, payment.paidOn, accountDay()), confirmed)
    return askPastYears(work, userId, { payments: [id], day: closing.day }, confirmed, async () => {
      await work
        .insertInto('payoutClosings')
        .values({ userId, payoutId: id, ...closing })
        .execute()
      return readPayment(work, userId, id)
    })
  })
}

/** Undoes a closing, so that the money is unapplied again. Throws 404, and 409 if this changes a past year. */
export function undoClosing(
  database: Database,
  userId: string,
  id: number,
  { closing, confirmed }: { closing: number; confirmed: Confirmed },
): Promise<void> {
  return inTransaction(database, async (work) => {
    await lockPayment(work, userId, id)
    await askPastYears(work, userId, { payments: [id] }, confirmed, async () => {
      const deleted = await work
        .deleteFrom('payoutClosings')
        .where('userId', '=', userId)
        .where('payoutId', '=', id)
        .where('id', '=', closing)
        .executeTakeFirst()
      if (!deleted.numDeletedRows) throw notFound()
    })
  })
}
