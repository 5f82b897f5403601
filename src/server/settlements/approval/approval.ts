/** Approving, paying and voiding settlements (SPEC C3). The database rejects any other order of statuses. */
import { sql } from 'kysely'
import { formatDay } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { addUp, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { belongsToOtherPayee, exceedsBalance } from '#core/settlements/balances.ts'
import { hasStaleQuantity } from '#core/settlements/lines.ts'
import { lockedMessage, NEXT_STATUSES, type Payment } from '#core/settlements/approval.ts'
import type { OffsetChoice } from '#core/settlements/offsets.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, versionConflict, RequestError } from '#server/errors.ts'
import {
  addCarryIns,
  addCarryOut,
  removeDependentLines,
  readOpenCarryForwards,
} from '#server/settlements/payee/carry-forward.ts'
import { updateLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement, lockSettlement } from '#server/settlements/settlement/lock.ts'
import {
  addOffsetLines,
  chooseOffsets,
  lockOffsetDrafts,
  lockOffsetStatements,
  rejectSingleVoid,
  withTruckInError,
  type Approval,
} from '#server/settlements/offsets/approve-offsets.ts'
import { findNextSettlement } from '#server/settlements/payee/next-settlement.ts'
import { payeeExists } from '#server/settlements/payee/payee.ts'
import { NO_PAYEE } from '#server/settlements/payee/payee-names.ts'
import {
  readPendingDays,
  rejectIfLaterStatementDepends,
  rejectIfRefunded,
} from '#server/settlements/deductions/limits.ts'
import type { Snapshot } from '#server/statements/snapshot.ts'
import { readCurrentData } from './snapshot.ts'

const now = sql<string>`now()`

export function openApprovalStore(database: Database, userId: string) {
  return {
    /**
     * Assigns the account's next statement number and freezes the statement. The settlements that it is offset with are
     * approved in the same step (SPEC C24). An approved settlement is returned unchanged, so a second click does no
     * harm. Throws 404, 412, and 409 if
     * - an earlier statement's carry-forward is not on it yet, or its payee was deleted;
     * - its revenue, or the miles or loads of a deduction, differ from the current loads;
     * - it changes a balance of another payee, or more than the balance has.
     */
    approve(
      id: number,
      company: Company | UnsavedCompany,
      version?: number,
      offset: OffsetChoice = {},
    ): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const locked = await lockOffsetDrafts(work, userId, id)
        const draft = requireSettlement(locked, id)
        if (draft.status === 'approved') return draft
        rejectStep(draft, 'approved', version)
        const approval = await chooseOffsets(work, userId, draft, locked, offset)
        const approved = await approveTogether(work, userId, approval, company)
        return requireSettlement(approved, id)
      })
    },

    /** Throws 404, 409, 412. */
    pay(id: number, payment: Payment, version?: number): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        rejectStep(await lockSettlement(work, userId, id), 'paid', version)
        return saveSettlement(work, userId, id, { status: 'paid', ...payment })
      })
    },

    /**
     * Frees the truck and date; reverses what its lines moved and carried forward. `confirmed` may name `offsetWith`:
     * the statements that it is offset with become void in the same step. Throws 404, 409, 412.
     */
    voidStatement(
      id: number,
      voidReason: string,
      version?: number,
      confirmed?: string[],
    ): Promise<Settlement> {
      return rejectIfRefunded(() =>
        inTransaction(database, async (work) => {
          const locked = await lockOffsetStatements(work, userId, id)
          const statement = requireSettlement(locked, id)
          rejectStep(statement, 'void', version)
          rejectSingleVoid(statement, locked, confirmed)
          // The last number first: an earlier statement may have carried an amount forward to a later one.
          const latestFirst = locked.toSorted(
            (one, other) => (other.number ?? 0) - (one.number ?? 0),
          )
          const voided = []
          for (const one of latestFirst) voided.push(await voidOne(work, userId, one, voidReason))
          return requireSettlement(voided, id)
        }),
      )
    },
  }
}

/** Approves settlements in the order of their numbers, with the offsets between them. The caller holds their locks. */
async function approveTogether(
  work: Work,
  userId: string,
  approval: Approval,
  company: Company | UnsavedCompany,
): Promise<Settlement[]> {
  const { settlements } = approval
  for (const draft of settlements)
    await withTruckInError(approval, draft, async () => {
      await rejectOpenCarryForward(work, userId, draft)
      await rejectDeletedPayee(work, userId, draft)
    })
  const numbers = new Map<number, number>()
  for (const { id } of settlements) numbers.set(id, await assignNextNumber(work, userId))
  await addOffsetLines(work, userId, approval, numbers)
  const approved = []
  for (const draft of settlements) {
    const freeze = () => freezeDraft(work, userId, draft.id, numbers.get(draft.id) ?? 0, company)
    approved.push(await withTruckInError(approval, draft, freeze))
  }
  return approved
}

async function freezeDraft(
  work: Work,
  userId: string,
  id: number,
  number: number,
  company: Company | UnsavedCompany,
): Promise<Settlement> {
  // A carry-out line changes the net, and balances depend on the number: both come before the figures are read.
  await addCarryOut(work, userId, await lockSettlement(work, userId, id))
  const settlement = { ...(await lockSettlement(work, userId, id)), number }
  const snapshot = await readCurrentData(work, userId, settlement, company)
  rejectStaleFigures(settlement, snapshot)
  rejectOtherPayeesBalance(settlement, snapshot)
  await rejectExceededBalance(work, userId, settlement, snapshot)
  await saveSnapshot(work, userId, id, snapshot)
  await saveProgress(work, userId, snapshot)
  const approval = { status: 'approved' as const, number, approvedAt: now }
  const approved = await saveSettlement(work, userId, id, approval)
  await addCarryIns(work, userId, approved.truckId)
  return approved
}

async function voidOne(work: Work, userId: string, { id }: Settlement, voidReason: string) {
  await removeDependentLines(work, userId, id)
  await rejectIfLaterStatementDepends(work, userId, id)
  const voiding = { status: 'void' as const, voidReason, voidedAt: now }
  const voided = await saveSettlement(work, userId, id, voiding)
  await voidLines(work, userId, id)
  await addCarryIns(work, userId, voided.truckId)
  return voided
}

function requireSettlement(settlements: Settlement[], id: number): Settlement {
  const found = settlements.find((one) => one.id === id)
  if (!found) throw notFound()
  return found
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

function rejectStaleFigures({ totalRevenue }: Settlement, { loads, lines }: Snapshot): void {
  if (addUp(loads.map(({ revenue }) => revenue)) !== toCents(totalRevenue)) {
    const message = 'Load revenue changed. Recalculate before approving.'
    throw new RequestError(409, message)
  }
  if (hasStaleQuantity(lines, loads)) {
    const message = 'Miles or loads changed. Recalculate before approving.'
    throw new RequestError(409, message)
  }
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
