/** One account's settlements. The server computes every total (SPEC B28). */
import type { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { toAmount } from '#core/money.ts'
import {
  settlementFields,
  statementPath,
  type changedSettlementSchema,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import {
  codeOf,
  constraintOf,
  inTransaction,
  UNIQUE_VIOLATION,
} from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { refreshCardLines } from '#server/settlements/cards/card-lines.ts'
import {
  applyRules,
  refreshDependentLines,
  refreshRuleLines,
} from '#server/settlements/deductions/apply.ts'
import { moveClaims, readClaimedRules } from '#server/settlements/deductions/periods.ts'
import { addCarryIns } from '#server/settlements/payee/carry-forward.ts'
import { readBasisFigures } from '#server/settlements/deductions/figures.ts'
import { changePayee, readChosenPayee } from '#server/settlements/payee/payee.ts'
import { setCategoryAmounts } from '#server/settlements/lines/category-amounts.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { createSettlement, type NewSettlement } from './create-settlement.ts'
import { saveSettlement, lockPending, selectSettlements } from './lock.ts'
import { describeDraft } from './restore-draft.ts'
import { keepDeletedRow } from '#server/entities/undo/keep.ts'

type Changes = z.output<typeof changedSettlementSchema>

export function openSettlementStore(database: Database, userId: string) {
  async function findFor(truckId: number, settlementDate: Day): Promise<Settlement | undefined> {
    return selectSettlements(database, userId)
      .where('truckId', '=', truckId)
      .where('settlementDate', '=', settlementDate)
      .where('status', '<>', 'void')
      .executeTakeFirst()
  }

  return {
    /** Finds a settlement by truck and date. Void settlements are left out. */
    findFor,

    /** Throws 404 if the account has no such settlement. */
    async get(id: number): Promise<Settlement> {
      const settlement = await selectSettlements(database, userId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!settlement) throw notFound()
      return settlement
    },

    /** Revenue is the total of the loads. Throws 400 at a field, and 409 with the existing settlement's id (SPEC B27). */
    async create(values: NewSettlement, request: Repeatable): Promise<Settlement> {
      const { truckId, settlementDate } = values
      try {
        return await withFieldErrors('billing', settlementFields, values, () =>
          runIdempotent(database, userId, request, (work) =>
            createSettlement(work, userId, values),
          ),
        )
      } catch (error) {
        if (codeOf(error) !== UNIQUE_VIOLATION || constraintOf(error) !== ONE_PER_DATE) throw error
        throw duplicateError(await findFor(truckId, settlementDate))
      }
    },

    /** Keeps the stored revenue unless `recalculate` is set. Throws 400, 404, 409, 412. */
    update(id: number, changes: Changes, version: number | undefined): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, id, version)
        return changeSettlement(work, userId, settlement, changes)
      })
    },

    /** Adds the card purchases and the recurring deductions that the draft does not have yet. Throws 404, 409. */
    deduct(id: number): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, id)
        await refreshCardLines(work, userId, settlement)
        await applyRules(work, userId, settlement, { defaults: true })
        await refreshDependentLines(work, userId, settlement)
        return saveSettlement(work, userId, id)
      })
    },

    /**
     * Deletes a draft with its lines; with `operation` it goes to the trash (SPEC C87). Throws 404, and 409 for a
     * frozen settlement (SPEC B27).
     */
    remove(id: number, operation?: string): Promise<void> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, id)
        if (operation)
          await keepDeletedRow(
            work,
            { id: operation, userId },
            await describeDraft(work, userId, settlement),
          )
        const claimed = await readClaimedRules(work, userId, id)
        await work.deleteFrom('billing').where('userId', '=', userId).where('id', '=', id).execute()
        await moveClaims(work, userId, settlement, claimed)
        await addCarryIns(work, userId, settlement.truckId)
      })
    },

    /** Saves and returns the statement's address (SPEC B31). Throws 404. */
    async saveStatementUrl(id: number): Promise<string> {
      const statementUrl = statementPath(id)
      const noted = await database
        .updateTable('billing')
        .set({ statementUrl })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!noted.numUpdatedRows) throw notFound()
      return statementUrl
    },
  }
}

/** Changes category amounts, payee and revenue, in this order. Throws 400 at a field, 409. */
async function changeSettlement(
  work: Work,
  userId: string,
  settlement: Settlement,
  changes: Changes,
): Promise<Settlement> {
  rejectMove(settlement, changes)
  const { recalculate, notes } = changes
  const before = await readState(work, userId, settlement.id)
  const payee = await readChosenPayee(work, userId, settlement.truckId, changes, settlement)
  // The user typed with the current amounts on screen, so the typed amounts are saved before anything is recalculated.
  await setCategoryAmounts(work, userId, settlement, changes)
  const isSame = payee.ownerId === settlement.ownerId && payee.driverId === settlement.driverId
  const current = isSame ? settlement : await changePayee(work, userId, settlement, payee)
  if (recalculate) await recalculateRevenue(work, userId, current)
  else await refreshDependentLines(work, userId, current)
  // The truck may have its first payee now, with a carry-forward from an earlier statement.
  await addCarryIns(work, userId, settlement.truckId)
  const hasOtherNotes = notes !== undefined && notes !== settlement.notes
  if (!hasOtherNotes && before === (await readState(work, userId, settlement.id))) return settlement
  return saveSettlement(work, userId, settlement.id, notes === undefined ? {} : { notes })
}

/** The settlement and its lines as text, without versions: the same text means that nothing changed. */
async function readState(work: Work, userId: string, id: number): Promise<string> {
  const row = await selectSettlements(work, userId).where('id', '=', id).executeTakeFirstOrThrow()
  const lines = await readLineRows(work, userId, id)
  const unversioned = { version: 0, updatedAt: '' }
  return JSON.stringify([row, ...lines].map((one) => ({ ...one, ...unversioned })))
}

/** Takes the loads' current revenue and computes card purchases and recurring deductions again (SPEC B28). */
async function recalculateRevenue(work: Work, userId: string, settlement: Settlement) {
  const { id, truckId, settlementDate } = settlement
  const { revenue } = await readBasisFigures(work, userId, truckId, settlementDate)
  const totalRevenue = toAmount(revenue)
  await work
    .updateTable('billing')
    .set({ totalRevenue })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  const recalculated = { ...settlement, totalRevenue }
  await refreshCardLines(work, userId, recalculated)
  await refreshRuleLines(work, userId, recalculated)
  await refreshDependentLines(work, userId, recalculated)
}

const ONE_PER_DATE = 'billing_truck_id_settlement_date_key'

function duplicateError(existing: Settlement | undefined): RequestError {
  const message = 'A settlement exists for this truck and date'
  return new RequestError(409, message, { more: { id: existing?.id } })
}

function rejectMove(settlement: Settlement, { truckId, settlementDate }: Changes): void {
  if (truckId !== undefined && truckId !== settlement.truckId) {
    throw badField('truckId', "A settlement's truck can't be changed")
  }
  if (settlementDate !== undefined && settlementDate !== settlement.settlementDate) {
    throw badField('settlementDate', "A settlement's date can't be changed")
  }
}
