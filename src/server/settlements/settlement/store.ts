/** One account's settlements. The server computes every total (SPEC B28). */
import type { z } from 'zod'
import { weekOf, type Day } from '#core/calendar.ts'
import { toAmount } from '#core/money.ts'
import {
  settlementFields,
  statementPath,
  type changedSettlementSchema,
  type newSettlementSchema,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { withFieldErrors } from '#server/database/refusals.ts'
import {
  codeOf,
  constraintOf,
  inTransaction,
  UNIQUE_VIOLATION,
} from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { applyRules, refreshRuleLines } from '#server/settlements/deductions/apply.ts'
import { addCarryIns } from '#server/settlements/payee/carry-forward.ts'
import { readBasisFigures } from '#server/settlements/deductions/figures.ts'
import { readTruckOwner, changePayee, rejectUnknownOwner } from '#server/settlements/payee/payee.ts'
import { setCategoryAmounts } from '#server/settlements/lines/category-amounts.ts'
import { saveSettlement, lockPending, lockTruck, selectSettlements } from './lock.ts'
import { refuseIfRefunded } from '#server/settlements/deductions/limits.ts'
import { readFirstWeekday } from '#server/settings/company.ts'

type NewSettlement = z.output<typeof newSettlementSchema>
type Changes = z.output<typeof changedSettlementSchema>

export function openSettlementStore(database: Database, userId: string) {
  async function findFor(truckId: number, settlementDate: Day): Promise<Settlement | undefined> {
    const saved = selectSettlements(database, userId).where('truckId', '=', truckId)
    return saved
      .where('settlementDate', '=', settlementDate)
      .where('status', '<>', 'void')
      .executeTakeFirst()
  }

  return {
    /** The one that stands: a void one counts no more. */
    findFor,

    /** Throws 404. */
    async get(id: number): Promise<Settlement> {
      const mine = selectSettlements(database, userId).where('id', '=', id)
      const settlement = await mine.executeTakeFirst()
      if (!settlement) throw notFound()
      return settlement
    },

    /** Revenue is what the loads add up to. Throws 400 at a field, and 409 with the first one's id (SPEC B27). */
    async create(values: NewSettlement, request: Repeatable): Promise<Settlement> {
      const { truckId, settlementDate } = values
      try {
        return await withFieldErrors('billing', settlementFields, values, () =>
          runIdempotent(database, userId, request, (work) =>
            createSettlement(work, userId, values),
          ),
        )
      } catch (error) {
        if (codeOf(error) !== UNIQUE_VIOLATION || constraintOf(error) !== ONE_A_DATE) throw error
        throw duplicateError(await findFor(truckId, settlementDate))
      }
    },

    /** The stored revenue stays, unless `recalculate`. Throws 400, 404, 409, 412. */
    update(id: number, changes: Changes, version: number | undefined): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, id, version)
        return changeSettlement(work, userId, settlement, changes)
      })
    },

    /** Adds the lines of the deduction rules that have none on it yet. Throws 404, 409. */
    deduct(id: number): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, id)
        await applyRules(work, userId, settlement, { defaults: true })
        return saveSettlement(work, userId, id)
      })
    },

    /** A pending one goes with its lines. Throws 404, and 409 for any other (SPEC B27). */
    remove(id: number): Promise<void> {
      return refuseIfRefunded(() =>
        inTransaction(database, async (work) => {
          const { truckId } = await lockPending(work, userId, id)
          const mine = work.deleteFrom('billing').where('userId', '=', userId)
          await mine.where('id', '=', id).execute()
          await addCarryIns(work, userId, truckId)
        }),
      )
    },

    /** Notes where the statement is served (SPEC B31). Throws 404. */
    async statementMade(id: number): Promise<string> {
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

/** A settlement with its lines, in one transaction. Throws the database's own refusals. */
async function createSettlement(
  work: Work,
  userId: string,
  { truckId, settlementDate, notes, startFromDefaults, ownerId: chosen, ...boxes }: NewSettlement,
): Promise<Settlement> {
  await lockTruck(work, userId, truckId)
  await rejectUnknownOwner(work, userId, chosen)
  const ownerId = chosen === undefined ? await readTruckOwner(work, userId, truckId) : chosen
  const { from: startDate, to: endDate } = weekOf(
    settlementDate,
    await readFirstWeekday(work, userId),
  )
  const { revenue } = await readBasisFigures(work, userId, truckId, settlementDate)
  const totalRevenue = toAmount(revenue)
  const row = { truckId, settlementDate, notes, startDate, endDate, totalRevenue, ownerId, userId }
  const made = await work.insertInto('billing').values(row).returningAll().executeTakeFirstOrThrow()
  const read = () =>
    selectSettlements(work, userId).where('id', '=', made.id).executeTakeFirstOrThrow()
  await applyRules(work, userId, made, { defaults: startFromDefaults })
  // The form's boxes were typed over what it started with; any other request knows of no carry.
  if (startFromDefaults) await addCarryIns(work, userId, truckId)
  await setCategoryAmounts(work, userId, await read(), boxes)
  await addCarryIns(work, userId, truckId)
  return read()
}

/** What its boxes, its payee and its revenue become. Throws 400 at a field, 409. */
async function changeSettlement(
  work: Work,
  userId: string,
  settlement: Settlement,
  changes: Changes,
): Promise<Settlement> {
  rejectMove(settlement, changes)
  const { recalculate, notes, ownerId: payee = settlement.ownerId } = changes
  // What is typed is read against the boxes that the person saw, before they are worked out anew.
  await setCategoryAmounts(work, userId, settlement, changes)
  if (payee !== settlement.ownerId)
    await refuseIfRefunded(() => changePayee(work, userId, settlement, payee))
  const paying = { ...settlement, ownerId: payee }
  if (recalculate) await refuseIfRefunded(() => recalculateRevenue(work, userId, paying))
  // Its truck's first owner may have come with what an earlier statement of that one carried out.
  await addCarryIns(work, userId, settlement.truckId)
  return saveSettlement(work, userId, settlement.id, notes === undefined ? {} : { notes })
}

/** Today's revenue, and what the rules take of it (SPEC B28). */
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
  await refreshRuleLines(work, userId, { ...settlement, totalRevenue })
}

const ONE_A_DATE = 'billing_truck_id_settlement_date_key'

function duplicateError(existing: Settlement | undefined): RequestError {
  const message = 'There is already a settlement for this truck and date'
  return new RequestError(409, message, { more: { id: existing?.id } })
}

function rejectMove(settlement: Settlement, { truckId, settlementDate }: Changes): void {
  if (truckId !== undefined && truckId !== settlement.truckId) {
    throw badField('truckId', 'A settlement stays with its truck')
  }
  if (settlementDate !== undefined && settlementDate !== settlement.settlementDate) {
    throw badField('settlementDate', 'A settlement stays at its date')
  }
}
