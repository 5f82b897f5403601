/** Freezes one draft: number, snapshot and what follows from its net (SPEC C3). The caller holds the truck's row. */
import { sql } from 'kysely'
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { approvalMessages } from '#core/settlements/approval.ts'
import { belongsToOtherPayee, exceedsBalance } from '#core/settlements/balances.ts'
import { sumUnexplained } from '#core/settlements/category-amounts.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { coverFromUnapplied } from '#server/payments/unapplied.ts'
import { markStatedEntries } from '#server/settlements/balances/stated-entries.ts'
import { freezeFeeRates } from '#server/settlements/deductions/factoring-fees.ts'
import { freezeRates } from '#server/settlements/deductions/freeze-rates.ts'
import { mapBalanceLimitError, readPendingDays } from '#server/settlements/deductions/limits.ts'
import { findWithheld } from '#server/settlements/deductions/withholding.ts'
import { updateLine } from '#server/settlements/lines/rows.ts'
import {
  addCarryIns,
  addCarryOut,
  readOpenCarryForwards,
  type CarryForward,
} from '#server/settlements/payee/carry-forward.ts'
import { findNextSettlement } from '#server/settlements/payee/next-settlement.ts'
import { NO_PAYEE } from '#server/settlements/payee/payee-names.ts'
import { saveSettlement, selectSettlements } from '#server/settlements/settlement/lock.ts'
import type { Snapshot } from './statement-data.ts'
import { readCurrentData } from './statement-data.ts'
import {
  rejectStaleDependents,
  rejectStaleFigures,
  rejectStaleWithholding,
} from './stale-figures.ts'

const now = sql<string>`now()`

/** What is known about a draft before its number is assigned. `hasCarries`: its truck has open carry-forwards. */
export type CompleteDraft = { draft: Settlement; isWithheld: boolean; hasCarries: boolean }

/** Throws 409 without a payee, if it was deleted, or if an earlier statement's carry-forward is not on the draft yet. */
export async function rejectIncomplete(
  work: Work,
  userId: string,
  draft: Settlement,
): Promise<CompleteDraft> {
  const carries = await readOpenCarryForwards(work, userId, draft.truckId)
  await rejectOpenCarryForward(work, userId, draft, carries)
  const isWithheld = await readWithheld(work, userId, draft)
  return { draft, isWithheld, hasCarries: carries.length > 0 }
}

/**
 * `draft`: its current row. Returns the statement. Throws 409 if the draft has an amount from another payee's
 * statement, if its revenue, or the miles or loads of a deduction, differ from the current loads, if it withholds a
 * different amount than its gross pay and payee require, or if it changes a balance of another payee or takes more than
 * a balance has.
 */
export async function freezeDraft(
  work: Work,
  userId: string,
  { draft, isWithheld, hasCarries }: CompleteDraft,
  number: number,
  company: Company | UnsavedCompany,
  approvedOn: Day,
): Promise<Settlement> {
  const { id, truckId } = draft
  // A carry-out line changes the net, and balances depend on the number: both come before the figures are read.
  const isCarried = await addCarryOut(work, userId, draft)
  const current = isCarried ? await readSettlement(work, userId, id) : draft
  const settlement = { ...current, number }
  const snapshot = await readCurrentData(work, userId, settlement, company)
  rejectStaleFigures(settlement, snapshot)
  rejectUnexplainedOther(snapshot)
  await rejectStaleWithholding(work, userId, settlement, snapshot, isWithheld)
  await rejectStaleDependents(work, userId, settlement, snapshot)
  rejectOtherPayeesBalance(settlement, snapshot)
  await rejectExceededBalance(work, userId, settlement, snapshot)
  await saveSnapshot(work, userId, id, snapshot)
  await freezeRates(work, userId, settlement, snapshot.loads.length)
  await freezeFeeRates(work, userId, settlement, snapshot.lines)
  await saveProgress(work, userId, snapshot)
  await markStatedEntries(work, userId, id, snapshot.balances)
  const approval = { status: 'approved' as const, number, approvedAt: now, approvedOn }
  const approved = await mapBalanceLimitError(
    () => saveSettlement(work, userId, id, approval),
    () => new RequestError(409, 'Deductions are out of date. Recalculate before approving.'),
  )
  if (isCarried || hasCarries) await addCarryIns(work, userId, truckId)
  return settleApproved(work, userId, approved, approvedOn)
}

/** Net 0.00 is paid at approval, without a payment. Otherwise unapplied money of the payee covers the statement. */
async function settleApproved(
  work: Work,
  userId: string,
  approved: Settlement,
  paidOn: Day,
): Promise<Settlement> {
  const { id } = approved
  if (hasNothingToPay(approved)) return saveSettlement(work, userId, id, { status: 'paid', paidOn })
  const isCovered = await coverFromUnapplied(work, userId, approved, paidOn)
  return isCovered ? readSettlement(work, userId, id) : approved
}

export function hasNothingToPay({ netPayment }: Settlement): boolean {
  return toCents(netPayment) <= 0n
}

/** Call it within a transaction that holds the truck's row. */
export function readSettlement(work: Work, userId: string, id: number): Promise<Settlement> {
  return selectSettlements(work, userId).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the account's next statement number. Another approval waits until this transaction ends. */
export async function assignNextNumber(work: Work, userId: string): Promise<number> {
  const { last } = await work
    .insertInto('statementNumbers')
    .values({ userId, last: 1 })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ last: sql<number>`statement_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** A carry-forward that is not on the draft would be paid out now and collected later. */
async function rejectOpenCarryForward(
  work: Work,
  userId: string,
  { id }: Settlement,
  carries: CarryForward[],
): Promise<void> {
  for (const carry of carries)
    if ((await findNextSettlement(work, userId, carry))?.id === id) {
      const message = `A negative net was carried forward from statement ${carry.number}. Save again before approving.`
      throw new RequestError(409, message)
    }
}

/** Whether the payee has backup withholding. Throws 409 without a payee, or if it was deleted. */
async function readWithheld(work: Work, userId: string, draft: Settlement): Promise<boolean> {
  if (draft.ownerId === null && draft.driverId === null) throw noPayee()
  const isWithheld = await findWithheld(work, userId, draft)
  if (isWithheld !== undefined) return isWithheld
  throw new RequestError(409, 'This payee was deleted. Choose another payee.')
}

/** 409 at the field: a statement names who it pays (SPEC C342). Drafts may leave it open. */
function noPayee(): RequestError {
  const { noPayee: message, choosePayee } = approvalMessages
  return new RequestError(409, message, {
    fields: { payee: [choosePayee] },
    more: { needs: 'payee' },
  })
}

/** "Other" never prints without a reason (SPEC C19). */
function rejectUnexplainedOther({ lines }: Snapshot): void {
  const cents = sumUnexplained(lines)
  if (cents === 0n) return
  const message = `Enter what the ${formatMoney(cents)} of “Other” is for before approving.`
  throw new RequestError(409, message)
}

/** Recalculating keeps edited lines and refunds, so the message also offers to delete them. */
function rejectOtherPayeesBalance({ payee }: Settlement, { balances }: Snapshot): void {
  const other = balances.find((balance) => belongsToOtherPayee(balance, payee))
  if (!other) return
  const message = `“${other.description}” belongs to ${other.payee ?? NO_PAYEE}. Recalculate or delete it before approving.`
  throw new RequestError(409, message)
}

/** A balance is exceeded if this draft's lines fit only because of another draft, which may still change. */
async function rejectExceededBalance(
  work: Work,
  userId: string,
  settlement: Settlement,
  { balances }: Snapshot,
): Promise<void> {
  const exceeded = balances.find(exceedsBalance)
  if (!exceeded) return
  const { ruleId, description } = exceeded
  const days = (await readPendingDays(work, userId, settlement, ruleId)).map(formatDay).join(', ')
  const first = days ? `the ${days} settlement` : 'the earlier settlements'
  const message = `Approve ${first} first; it also changes “${description}”.`
  throw new RequestError(409, message)
}

/** While a settlement is pending, its lines' progress depends on earlier settlements. Approval fixes it. */
async function saveProgress(work: Work, userId: string, { lines }: Snapshot) {
  for (const { id, reached, reachedOf, installment = null } of lines)
    if (reached !== null) await updateLine(work, userId, id, { reached, reachedOf, installment })
}

async function saveSnapshot(work: Work, userId: string, billingId: number, snapshot: Snapshot) {
  const row = { userId, billingId, snapshot: JSON.stringify(snapshot) }
  await work.insertInto('statementSnapshots').values(row).execute()
}
