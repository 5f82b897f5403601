/** Approving, paying and voiding settlements (SPEC C3). The database rejects any other order of statuses. */
import { sql } from 'kysely'
import { formatDay, type Day } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { belongsToOtherPayee, exceedsBalance } from '#core/settlements/balances.ts'
import {
  CASH_MISSING,
  lockedMessage,
  NEXT_STATUSES,
  type PaymentEntry,
  type Voiding,
} from '#core/settlements/approval.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, versionConflict, RequestError } from '#server/errors.ts'
import { payStatement } from '#server/payments/pay-statement.ts'
import { coverFromUnapplied } from '#server/payments/unapplied.ts'
import { readCoveredTogether, settleVoidedCash } from '#server/payments/void-cash.ts'
import {
  addCarryIns,
  addCarryOut,
  removeDependentLines,
  readOpenCarryForwards,
} from '#server/settlements/payee/carry-forward.ts'
import { hasStaleDependents } from '#server/settlements/deductions/apply.ts'
import { passOnClaims, readClaimedRules } from '#server/settlements/deductions/periods.ts'
import {
  markStatedEntries,
  releaseStatedEntries,
} from '#server/settlements/balances/stated-entries.ts'
import { updateLine } from '#server/settlements/lines/rows.ts'
import {
  lockSettlement,
  saveSettlement,
  selectSettlements,
} from '#server/settlements/settlement/lock.ts'
import { findNextSettlement } from '#server/settlements/payee/next-settlement.ts'
import { payeeExists } from '#server/settlements/payee/payee.ts'
import { rejectLinesOfOtherPayees } from '#server/settlements/payee/unnamed-drivers.ts'
import { NO_PAYEE } from '#server/settlements/payee/payee-names.ts'
import {
  readPendingDays,
  rejectIfLaterStatementDepends,
  rejectIfRefunded,
} from '#server/settlements/deductions/limits.ts'
import type { Snapshot } from '#server/statements/snapshot.ts'
import { lockTrucksOf } from './payables.ts'
import { readCurrentData } from './snapshot.ts'
import { rejectStaleFigures, rejectStaleWithholding } from './stale-figures.ts'

const now = sql<string>`now()`

export function openApprovalStore(database: Database, userId: string) {
  return {
    /**
     * Assigns the account's next statement number and freezes the statement. An approved settlement is returned
     * unchanged, so a second click does no harm. Throws 404, 412, and 409 if
     * - an earlier statement's carry-forward is not on it yet, or its payee was deleted;
     * - its revenue, or the miles or loads of a deduction, differ from the current loads;
     * - it withholds another amount than its gross pay and its payee call for;
     * - it changes a balance of another payee, or more than the balance has.
     */
    approve(
      id: number,
      company: Company | UnsavedCompany,
      approvedOn: Day,
      version?: number,
    ): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        await waitForLoadChanges(work, userId, id)
        const draft = await lockSettlement(work, userId, id)
        if (isApproved(draft)) return draft
        rejectStep(draft, 'approved', version)
        await rejectOpenCarryForward(work, userId, draft)
        await rejectDeletedPayee(work, userId, draft)
        await rejectLinesOfOtherPayees(work, userId, draft)
        // A carry-out line changes the net, and balances depend on the number: both come before the figures are read.
        await addCarryOut(work, userId, draft)
        const number = await assignNextNumber(work, userId)
        const settlement = { ...(await lockSettlement(work, userId, id)), number }
        const snapshot = await readCurrentData(work, userId, settlement, company)
        rejectStaleFigures(settlement, snapshot)
        await rejectStaleWithholding(work, userId, settlement, snapshot)
        await rejectStaleDependents(work, userId, settlement)
        rejectOtherPayeesBalance(settlement, snapshot)
        await rejectExceededBalance(work, userId, settlement, snapshot)
        await saveSnapshot(work, userId, id, snapshot)
        await saveProgress(work, userId, snapshot)
        await markStatedEntries(work, userId, id, snapshot.balances)
        const approval = { status: 'approved' as const, number, approvedAt: now, approvedOn }
        const approved = await saveSettlement(work, userId, id, approval)
        await addCarryIns(work, userId, approved.truckId)
        return settleApproved(work, userId, approved, approvedOn)
      })
    },

    /** Pays the open amount, or a part of it. Net 0.00 needs no payment. Throws 400, 404, 409, 412. */
    pay(id: number, paying: Paying, request: Repeatable, version?: number): Promise<Settlement> {
      return runIdempotent(database, userId, request, async (work) => {
        const settlement = await lockSettlement(work, userId, id)
        if (settlement.status === 'paid' && hasNothingToPay(settlement)) return settlement
        rejectStep(settlement, 'paid', version)
        const { paidOn } = paying
        if (hasNothingToPay(settlement))
          return saveSettlement(work, userId, id, { status: 'paid', paidOn })
        await payStatement(work, userId, settlement, paying)
        return readSettlement(work, userId, id)
      })
    },

    /**
     * Frees the truck and date; reverses what its lines moved and carried forward. `cash` is where the money is.
     * Throws 400 at `cash` if a payment covers the statement and `cash` is missing, and 404, 409, 412.
     */
    voidStatement(
      id: number,
      { reason, cash, cashDay, confirmed }: Voiding,
      version?: number,
    ): Promise<Settlement> {
      return rejectIfRefunded(() =>
        inTransaction(database, async (work) => {
          await lockTrucksOf(work, userId, await readCoveredTogether(work, userId, id))
          const settlement = await lockSettlement(work, userId, id)
          rejectStep(settlement, 'void', version)
          const claimed = await readClaimedRules(work, userId, id)
          const isCovered = toCents(settlement.paidAmount) > 0n
          if (isCovered && cash === undefined) throw badField('cash', CASH_MISSING)
          await removeDependentLines(work, userId, id)
          await rejectIfLaterStatementDepends(work, userId, id)
          const voiding = { status: 'void' as const, voidReason: reason, voidedAt: now }
          const voided = await saveSettlement(work, userId, id, voiding)
          await voidLines(work, userId, id)
          await passOnClaims(work, userId, voided, claimed)
          await releaseStatedEntries(work, userId, id)
          await addCarryIns(work, userId, voided.truckId)
          if (!isCovered || cash === undefined) return voided
          const { payee } = settlement
          await settleVoidedCash(work, userId, { id, payee, reason, cash, day: cashDay }, confirmed)
          return readSettlement(work, userId, id)
        }),
      )
    },
  }
}

type Paying = PaymentEntry & { amount?: Amount | undefined; confirmed: string[] }

/** A second click on Approve does no harm, also if the approval paid the statement. */
function isApproved(settlement: Settlement): boolean {
  const { status, paidOn, approvedOn } = settlement
  if (status === 'approved') return true
  return status === 'paid' && hasNothingToPay(settlement) && paidOn === approvedOn
}

function hasNothingToPay({ netPayment }: Settlement): boolean {
  return toCents(netPayment) <= 0n
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

/** Within a transaction that holds the truck's row. */
function readSettlement(work: Work, userId: string, id: number): Promise<Settlement> {
  return selectSettlements(work, userId).where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Waits for transactions that have written loads of the truck, for example an import, and holds up new ones. Without it
 * such a load is on neither the statement nor its drift. Comes before any other lock, or it would deadlock.
 */
async function waitForLoadChanges(work: Work, userId: string, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(load_lock(user_id, truck_id)) from billing
    where user_id = ${userId} and id = ${id}`.execute(work)
}

/** Throws 412 if the version is old, 409 if the status cannot become `next`. */
function rejectStep(settlement: Settlement, next: SettlementStatus, version?: number): void {
  const { status, number } = settlement
  if (!NEXT_STATUSES[status].includes(next)) {
    const message =
      status === 'pending' ? 'Approve this settlement first' : lockedMessage({ status, number })
    throw new RequestError(409, message)
  }
  if (version !== undefined && version !== settlement.version) throw versionConflict(settlement)
}

/** A carry-forward that is not on the draft would be paid out now and collected later. */
async function rejectOpenCarryForward(work: Work, userId: string, { id, truckId }: Settlement) {
  for (const carry of await readOpenCarryForwards(work, userId, truckId))
    if ((await findNextSettlement(work, userId, carry))?.id === id) {
      const message = `A negative net was carried forward from statement ${carry.number}. Save again before approving.`
      throw new RequestError(409, message)
    }
}

async function rejectDeletedPayee(work: Work, userId: string, draft: Settlement) {
  if (await payeeExists(work, userId, draft)) return
  throw new RequestError(409, 'This payee was deleted. Choose another payee.')
}

/** A percentage after fuel or of the net, or a deduction that leaves a net, follows the settlement's other lines. */
async function rejectStaleDependents(work: Work, userId: string, settlement: Settlement) {
  if (!(await hasStaleDependents(work, userId, settlement))) return
  throw new RequestError(409, 'Deductions are out of date. Recalculate before approving.')
}

/** Recalculating keeps edited lines and refunds, so the message also offers to delete them. */
function rejectOtherPayeesBalance({ payee }: Settlement, { balances }: Snapshot): void {
  const other = balances.find((balance) => belongsToOtherPayee(balance, payee))
  if (!other) return
  const message = `“${other.description}” belongs to ${other.payee ?? NO_PAYEE}. Recalculate or delete it before approving.`
  throw new RequestError(409, message)
}

/** Another draft makes room for this one's lines, and may still change. */
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
  const message = `Approve the ${days} settlement first; it also changes “${description}”.`
  throw new RequestError(409, message)
}

/** While a settlement is pending, its lines' progress depends on earlier settlements. From approval on it stays. */
async function saveProgress(work: Work, userId: string, { lines }: Snapshot) {
  for (const { id, reached, reachedOf } of lines)
    if (reached !== null) await updateLine(work, userId, id, { reached, reachedOf })
}

async function saveSnapshot(work: Work, userId: string, billingId: number, snapshot: Snapshot) {
  const row = { userId, billingId, snapshot: JSON.stringify(snapshot) }
  await work.insertInto('statementSnapshots').values(row).execute()
}

/** Returns the account's next statement number. Another approval waits until this transaction ends. */
async function assignNextNumber(work: Work, userId: string): Promise<number> {
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

async function voidLines(work: Work, userId: string, billingId: number): Promise<void> {
  await work
    .updateTable('expenses')
    .set({ voided: true })
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .execute()
}
