/** Takes one account's settlements through their lives (SPEC C3). The database refuses any other way. */
import { sql } from 'kysely'
import { formatDay } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { addUp, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { belongsToOtherPayee, exceedsBalance } from '#core/settlements/balances.ts'
import { hasStaleQuantity } from '#core/settlements/lines.ts'
import { lockedMessage, NEXT_STATUSES, type Payment } from '#core/settlements/approval.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { versionConflict, RequestError } from '#server/errors.ts'
import {
  addCarryIns,
  addCarryOut,
  removeDependentLines,
  readOpenCarryForwards,
} from '#server/settlements/payee/carry-forward.ts'
import { updateLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement, lockSettlement } from '#server/settlements/settlement/lock.ts'
import { findNextSettlement } from '#server/settlements/payee/next-settlement.ts'
import { ownerExists } from '#server/settlements/payee/payee.ts'
import {
  readPendingDays,
  refuseIfLaterStatementDepends,
  refuseIfRefunded,
} from '#server/settlements/deductions/limits.ts'
import type { Snapshot } from '#server/statements/snapshot.ts'
import { readCurrentData } from './snapshot.ts'

const now = sql<string>`now()`

export function openApprovalStore(database: Database, userId: string) {
  return {
    /**
     * Gives it the account's next statement number and freezes what it prints; one that is approved
     * already stays as it is, so that a second click does no harm. Throws 404, 412, and 409 where its
     * revenue, or what was counted by miles or loads, is not that of today's loads, where a carry of its
     * payee's is not on it yet, where its payee was deleted, and where it takes of another's balance, or of one
     * that only another settlement makes room for.
     */
    approve(id: number, company: Company | UnsavedCompany, version?: number): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const before = await lockSettlement(work, userId, id)
        if (before.status === 'approved') return before
        rejectStep(before, 'approved', version)
        await rejectOpenCarryForward(work, userId, before)
        await rejectDeletedPayee(work, userId, before)
        await addCarryOut(work, userId, before)
        const number = await nextNumber(work, userId)
        const settlement = { ...(await lockSettlement(work, userId, id)), number }
        const snapshot = await readCurrentData(work, userId, settlement, company)
        rejectStaleFigures(settlement, snapshot)
        rejectOtherPayeesBalance(settlement, snapshot)
        await rejectExceededBalance(work, userId, settlement, snapshot)
        await saveSnapshot(work, userId, id, snapshot)
        await saveProgress(work, userId, snapshot)
        const life = { status: 'approved' as const, number, approvedAt: now }
        const approved = await saveSettlement(work, userId, id, life)
        await addCarryIns(work, userId, approved.truckId)
        return approved
      })
    },

    /** Throws 404, 409, 412. */
    pay(id: number, payment: Payment, version?: number): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        rejectStep(await lockSettlement(work, userId, id), 'paid', version)
        return saveSettlement(work, userId, id, { status: 'paid', ...payment })
      })
    },

    /** Frees its truck and date, what its lines took of balances, and what it carried. Throws 404, 409, 412. */
    voidIt(id: number, voidReason: string, version?: number): Promise<Settlement> {
      return refuseIfRefunded(() =>
        inTransaction(database, async (work) => {
          rejectStep(await lockSettlement(work, userId, id), 'void', version)
          await removeDependentLines(work, userId, id)
          await refuseIfLaterStatementDepends(work, userId, id)
          const life = { status: 'void' as const, voidReason, voidedAt: now }
          const voided = await saveSettlement(work, userId, id, life)
          await voidLines(work, userId, id)
          await addCarryIns(work, userId, voided.truckId)
          return voided
        }),
      )
    },
  }
}

/** Throws 412 where it was changed, 409 where its state does not lead to `next`. */
function rejectStep(settlement: Settlement, next: SettlementStatus, version?: number): void {
  const { status, number } = settlement
  if (!NEXT_STATUSES[status].includes(next)) {
    const message =
      status === 'pending' ? 'Approve this settlement first' : lockedMessage({ status, number })
    throw new RequestError(409, message)
  }
  if (version !== undefined && version !== settlement.version) throw versionConflict(settlement)
}

/** What came to be its payee's after it was saved would else be paid now, and asked for later. */
async function rejectOpenCarryForward(work: Work, userId: string, { id, truckId }: Settlement) {
  for (const carry of await readOpenCarryForwards(work, userId, truckId))
    if ((await findNextSettlement(work, userId, carry))?.id === id) {
      const message = `Statement ${carry.number} carries an amount to this one. Save this one again before you approve.`
      throw new RequestError(409, message)
    }
}

async function rejectDeletedPayee(work: Work, userId: string, { ownerId }: Settlement) {
  if (await ownerExists(work, userId, ownerId)) return
  throw new RequestError(409, 'The owner whom it pays was deleted. Change the payee first.')
}

function rejectStaleFigures({ totalRevenue }: Settlement, { loads, lines }: Snapshot): void {
  if (addUp(loads.map(({ revenue }) => revenue)) !== toCents(totalRevenue)) {
    const message =
      'The loads no longer add up to the saved revenue. Recalculate before you approve.'
    throw new RequestError(409, message)
  }
  if (hasStaleQuantity(lines, loads)) {
    const message =
      'Miles or loads changed since they were deducted for. Recalculate before you approve.'
    throw new RequestError(409, message)
  }
}

/** Recalculating keeps what was changed by hand or given back: deleting it is what always helps. */
function rejectOtherPayeesBalance({ ownerId }: Settlement, { balances }: Snapshot): void {
  const other = balances.find((balance) => belongsToOtherPayee(balance, ownerId))
  if (!other) return
  const message = `“${other.description}” is another owner's (${other.payee ?? 'deleted'}). Recalculate, or delete its lines here, before you approve.`
  throw new RequestError(409, message)
}

/** What took, or gave back, what makes this one add up is not approved yet: its figures may still change. */
async function rejectExceededBalance(
  work: Work,
  userId: string,
  settlement: Settlement,
  { balances }: Snapshot,
): Promise<void> {
  const unfounded = balances.find(exceedsBalance)
  if (!unfounded) return
  const { ruleId, description } = unfounded
  const days = (await readPendingDays(work, userId, settlement, ruleId)).map(formatDay).join(', ')
  const message = `The settlement of ${days} changes “${description}” too. Approve that one first, or change what this one takes of it.`
  throw new RequestError(409, message)
}

/** What a line says of its total is settled from now on. */
async function saveProgress(work: Work, userId: string, { lines, balances }: Snapshot) {
  const withTotal = new Set<number | null>(balances.map(({ ruleId }) => ruleId))
  for (const { id, kind, ruleId, formula } of lines)
    if (kind === 'rule' && withTotal.has(ruleId)) await updateLine(work, userId, id, { formula })
}

async function saveSnapshot(work: Work, userId: string, billingId: number, snapshot: Snapshot) {
  const row = { userId, billingId, snapshot: JSON.stringify(snapshot) }
  await work.insertInto('statementSnapshots').values(row).execute()
}

/** The account's next statement number; whoever asks next waits until this one is committed. */
async function nextNumber(work: Work, userId: string): Promise<number> {
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
