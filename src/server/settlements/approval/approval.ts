/** Approving, paying and voiding settlements (SPEC C3). The database rejects any other order of statuses. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { type Amount, toCents } from '#core/money.ts'
import { askEntryDay } from '#core/payments/questions.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import {
  CASH_MISSING,
  heldMessage,
  lockedMessage,
  NEXT_STATUSES,
  type OffsetChoice,
  type PaymentEntry,
  type Voiding,
} from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import { type Repeatable, runIdempotent } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { throwUnlessConfirmed } from '#server/payments/confirm.ts'
import { payStatement } from '#server/payments/pay-statement.ts'
import { readCoveredTogether, settleVoidedCash } from '#server/payments/void-cash.ts'
import { askPastYears } from '#server/payments/year/ask-past-years.ts'
import { rejectSample } from '#server/settings/company.ts'
import { askChargedTwice } from '#core/settlements/cards/charged-twice.ts'
import { rejectIfDeferredIsSettled } from '#server/settlements/balances/deferred.ts'
import { releaseStatedEntries } from '#server/settlements/balances/stated-entries.ts'
import { readChargedTwice } from '#server/settlements/cards/charged-twice.ts'
import { refreshDrafts } from '#server/settlements/deductions/apply.ts'
import { rejectIfLaterStatementDepends } from '#server/settlements/deductions/limits.ts'
import { moveClaims, readClaimedRules } from '#server/settlements/deductions/periods.ts'
import {
  addOffsetLines,
  type Approval,
  chooseOffsets,
  lockOffsetDrafts,
  lockOffsetStatements,
  rejectSingleVoid,
  withTruckInError,
} from '#server/settlements/offsets/approve-offsets.ts'
import { addCarryIns, removeDependentLines } from '#server/settlements/payee/carry-forward.ts'
import { lockSettlement, saveSettlement } from '#server/settlements/settlement/lock.ts'
import { accountDay } from '#server/today.ts'
import {
  assignNextNumber,
  type CompleteDraft,
  freezeDraft,
  hasNothingToPay,
  readSettlement,
  rejectIncomplete,
} from './freeze-draft.ts'

export function openApprovalStore(database: Database, userId: string) {
  return {
    /**
     * Assigns the account's next statement number and freezes the statement. The settlements that it is offset with are
     * approved in the same step (SPEC C24). A statement that is approved or paid is returned unchanged, so a second click
     * does no harm. Throws 404, 412, and 409 if
     * - `approvedOn` is unusual and not confirmed;
     * - a category is charged by card purchases and by another deduction, and `chargedTwice` is not confirmed;
     * - an earlier statement's carry-forward is not on it yet, or its payee was deleted;
     * - its revenue, or the miles or loads of a deduction, differ from the current loads;
     * - it withholds a different amount than its gross pay and payee require;
     * - it changes a balance of another payee, or takes more than a balance has;
     * - it is on hold;
     * - the company still has sample values (SPEC C341).
     */
    approve(
      id: number,
      company: Company | UnsavedCompany,
      approvedOn: Day,
      version?: number,
      offset: OffsetChoice = {},
    ): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const locked = await lockOffsetDrafts(work, userId, id)
        const draft = requireSettlement(locked, id)
        if (isApproved(draft)) return draft
        rejectStep(draft, 'approved', version)
        if (draft.holdReason !== null) throw new RequestError(409, heldMessage(draft.holdReason))
        rejectSample(company)
        throwUnlessConfirmed(
          askEntryDay(approvedOn, accountDay(), 'approvedOn'),
          offset.confirmed ?? [],
        )
        const approval = await chooseOffsets(work, userId, draft, locked, offset)
        await confirmChargedTwice(work, userId, approval, offset.confirmed ?? [])
        const approved = await approveTogether(work, userId, approval, company, approvedOn)
        return requireSettlement(approved, id)
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
     * Frees the truck and date, and reverses what the lines moved and carried forward. `cash`: where the money is.
     * `confirmed` may name `offsetWith`: the statements that it is offset with become void in the same step. Throws 400
     * at `cash` if a payment covers a statement and `cash` is missing, and 404, 409, 412.
     */
    voidStatement(id: number, voiding: Voiding, version?: number): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const locked = await lockOffsetStatements(work, userId, id, (one) =>
          readCoveredTogether(work, userId, one),
        )
        const statement = requireSettlement(locked, id)
        rejectStep(statement, 'void', version)
        rejectSingleVoid(statement, locked, voiding.confirmed)
        if (voiding.cash === undefined && locked.some(isCovered))
          throw badField('cash', CASH_MISSING)
        // Highest number first: an earlier statement may have carried an amount forward to a later one.
        const latestFirst = locked.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
        await askPastYears(work, userId, { statements: locked }, voiding.confirmed, async () => {
          for (const one of latestFirst) await voidOne(work, userId, one, voiding)
        })
        return readSettlement(work, userId, id)
      })
    },
  }
}

/**
 * Approves settlements in the order of their numbers, with the offsets between them. Returns the statements. The caller
 * holds their locks.
 */
async function approveTogether(
  work: Work,
  userId: string,
  approval: Approval,
  company: Company | UnsavedCompany,
  approvedOn: Day,
): Promise<Settlement[]> {
  const { settlements, offsets } = approval
  const complete: CompleteDraft[] = []
  for (const draft of settlements)
    complete.push(
      await withTruckInError(approval, draft, () => rejectIncomplete(work, userId, draft)),
    )
  const numbers = new Map<number, number>()
  for (const { id } of settlements) numbers.set(id, await assignNextNumber(work, userId))
  await addOffsetLines(work, userId, approval, numbers)
  const approved: Settlement[] = []
  for (const one of complete) {
    const { id } = one.draft
    // The lines of offsets change the nets, and an earlier statement may carry its net forward to a later one.
    const draft = offsets.length > 0 ? await readSettlement(work, userId, id) : one.draft
    const number = numbers.get(id) ?? 0
    const statement = await withTruckInError(approval, draft, () =>
      freezeDraft(work, userId, { ...one, draft }, number, company, approvedOn),
    )
    approved.push(statement)
  }
  return approved
}

/** Throws 409 unless a person confirmed what is charged twice (SPEC C579). */
async function confirmChargedTwice(
  work: Work,
  userId: string,
  approval: Approval,
  confirmed: readonly string[],
): Promise<void> {
  const { settlements } = approval
  const ids = settlements.map(({ id }) => id)
  const found = await readChargedTwice(work, userId, ids)
  for (const draft of settlements)
    await withTruckInError(approval, draft, async () =>
      throwUnlessConfirmed(askChargedTwice(found.get(draft.id) ?? []), confirmed),
    )
}

function requireSettlement(settlements: Settlement[], id: number): Settlement {
  const found = settlements.find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}

type Paying = PaymentEntry & { amount?: Amount | undefined; confirmed: string[] }

/** Unapplied money, or a net of 0.00, may have paid the statement at its approval. */
function isApproved({ status }: Settlement): boolean {
  return status === 'approved' || status === 'paid'
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

// Voids one statement (SPEC C3). The caller holds the locks.

const now = sql<string>`now()`

/** Reverses what its lines moved and carried forward, and settles its payments. Throws 409. */
async function voidOne(
  work: Work,
  userId: string,
  statement: Settlement,
  { reason, cash, cashDay, confirmed }: Voiding,
): Promise<void> {
  const { id, payee } = statement
  const claimed = await readClaimedRules(work, userId, id)
  const drafts = await removeDependentLines(work, userId, id)
  await rejectIfLaterStatementDepends(work, userId, id)
  await rejectIfDeferredIsSettled(work, userId, statement)
  const days = { voidedAt: now, voidedOn: accountDay() }
  const voiding = { status: 'void' as const, voidReason: reason, ...days }
  const voided = await saveSettlement(work, userId, id, voiding)
  await voidLines(work, userId, id)
  await moveClaims(work, userId, voided, claimed)
  await releaseStatedEntries(work, userId, id)
  await addCarryIns(work, userId, voided.truckId)
  await refreshDrafts(work, userId, drafts)
  if (!isCovered(statement) || cash === undefined) return
  await settleVoidedCash(work, userId, { id, payee, reason, cash, day: cashDay }, confirmed)
}

/** Whether a payment covers a part of the statement. */
function isCovered({ paidAmount }: Settlement): boolean {
  return toCents(paidAmount) > 0n
}

async function voidLines(work: Work, userId: string, billingId: number): Promise<void> {
  await work
    .updateTable('expenses')
    .set({ voided: true })
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .execute()
}
