/** Reads and writes the rows of payments. The caller holds the trucks' rows, then the payee's lock (SPEC C11). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toAmount } from '#core/money.ts'
import type { NewPart } from '#core/payments/allocate.ts'
import type { Payment, PaymentPart } from '#core/payments/payments.ts'
import { rejectOwnApproval } from '#server/accounts/team/separate-approval.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** Holds the lock until the transaction ends. Lock the rows of the trucks first. */
export async function lockPayee(work: Work, userId: string, payee: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(payee_lock(${userId}, ${payee}))`.execute(work)
}

export type NewPosting = Pick<
  Payment,
  | 'ownerId'
  | 'driverId'
  | 'truckId'
  | 'payeeName'
  | 'kind'
  | 'ruleId'
  | 'paidOn'
  | 'method'
  | 'reference'
  | 'amount'
  | 'note'
  | 'replaces'
> &
  Partial<Pick<Payment, 'countsOn'>>

/** `kept`: in a reissued payment, a part that covered a statement that is now void. */
export type PostedPart = NewPart &
  Partial<Pick<PaymentPart, 'wasUnapplied' | 'appliedOn'>> & { kept?: boolean }

/** Posts a payment with its parts. Triggers mark the statements paid. */
export async function insertPayment(
  work: Work,
  userId: string,
  posting: NewPosting,
  parts: readonly PostedPart[],
): Promise<Payment> {
  return readPayment(work, userId, await insertPosting(work, userId, posting, parts))
}

/** Posts a payment, then its parts, and returns only its id. Throws 403 if the payer approved one of the statements. */
export async function insertPosting(
  work: Work,
  userId: string,
  posting: NewPosting,
  parts: readonly PostedPart[],
): Promise<number> {
  const paid = parts.filter(({ kept }) => !kept)
  await rejectOwnApproval(
    work,
    userId,
    paid.map(({ billingId }) => billingId),
  )
  const applied = addUp(paid.map((part) => part.amount))
  const { ownerId, driverId, truckId, payeeName, kind, ruleId } = posting
  const { paidOn, method, reference, amount, note, replaces, countsOn = null } = posting
  const { rows } = await sql<{ id: number }>`
    insert into payouts (user_id, owner_id, driver_id, truck_id, payee_name, kind, rule_id,
      paid_on, method, reference, amount, note, replaces, counts_on, applied)
    values (${userId}, ${ownerId}, ${driverId}, ${truckId}, ${payeeName}, ${kind}, ${ruleId},
      ${paidOn}, ${method}, ${reference}, ${amount}, ${note}, ${replaces}, ${countsOn}, ${toAmount(applied)})
    returning id`.execute(work)
  const id = rows[0]?.id ?? 0
  await insertParts(work, userId, id, parts)
  return id
}

/** Throws 404 if the account has no such payment. */
export async function readPayment(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<Payment> {
  const found = await work
    .selectFrom('payouts')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** The parts in the order in which they were made. */
export function readParts(
  work: Database | Work,
  userId: string,
  payouts: number[],
): Promise<PaymentPart[]> {
  return work
    .selectFrom('payoutParts')
    .selectAll()
    .where('userId', '=', userId)
    .where('payoutId', '=', sql<number>`any(${payouts}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** The parts that cover a statement now. */
export function readLiveParts(
  work: Database | Work,
  userId: string,
  billingId: number,
): Promise<PaymentPart[]> {
  return work
    .selectFrom('payoutParts')
    .selectAll()
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .where('ended', 'is', null)
    .orderBy('id')
    .execute()
}

/** Ends parts. Triggers open the statements of the parts again. */
export async function endParts(
  work: Work,
  userId: string,
  ids: number[],
  ended: 'reversed' | 'kept',
): Promise<void> {
  await work
    .updateTable('payoutParts')
    .set({ ended, endedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

/** Unapplied money covers statements. */
export async function applyUnapplied(
  work: Work,
  userId: string,
  payoutId: number,
  parts: readonly NewPart[],
  appliedOn: Day,
): Promise<void> {
  const applied = parts.map((part) => ({ ...part, wasUnapplied: true, appliedOn }))
  await insertParts(work, userId, payoutId, applied)
}

async function insertParts(
  work: Work,
  userId: string,
  payoutId: number,
  parts: readonly PostedPart[],
): Promise<void> {
  if (parts.length === 0) return
  const now = sql<string>`now()`
  await work
    .insertInto('payoutParts')
    .values(
      parts.map(({ billingId, amount, wasUnapplied = false, appliedOn = null, kept }) => ({
        userId,
        payoutId,
        billingId,
        amount,
        wasUnapplied,
        appliedOn,
        ended: kept ? ('kept' as const) : null,
        endedAt: kept ? now : null,
      })),
    )
    .execute()
}
