/** Creates a draft with its lines (SPEC B28, B30). */
import { sql } from 'kysely'
import type { z } from 'zod'
import { weekOf } from '#core/calendar.ts'
import { toAmount } from '#core/money.ts'
import type { newSettlementSchema, Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { findSavedCompany } from '#server/settings/company.ts'
import { addCardLines } from '#server/settlements/cards/card-lines.ts'
import {
  applyRules,
  recalculateDependents,
  refreshDependentLines,
} from '#server/settlements/deductions/apply.ts'
import { readBasisFigures } from '#server/settlements/deductions/figures.ts'
import { refreshWithholding } from '#server/settlements/deductions/withholding.ts'
import { setCategoryAmounts } from '#server/settlements/lines/category-amounts.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { addCarryIns } from '#server/settlements/payee/carry-forward.ts'
import { readChosenPayee, toTruckPayee } from '#server/settlements/payee/payee.ts'
import { lockTruck, selectSettlements } from './lock.ts'

export type NewSettlement = z.output<typeof newSettlementSchema>

/** `restored`: the id and the next version of a deleted draft. Throws the database's own errors. */
export async function createSettlement(
  work: Work,
  userId: string,
  {
    truckId,
    settlementDate,
    notes,
    startFromDefaults,
    ownerId,
    driverId,
    ...amounts
  }: NewSettlement,
  restored?: { id: number; version: number },
): Promise<Settlement> {
  const usual = toTruckPayee(truckId, await lockTruck(work, userId, truckId))
  // A new settlement without an owner or a driver pays the truck's payee.
  const chosen = { ownerId: ownerId ?? undefined, driverId: driverId ?? undefined }
  const payee = await readChosenPayee(work, userId, truckId, chosen, usual)
  const company = await findSavedCompany(work, userId)
  const { from: startDate, to: endDate } = weekOf(settlementDate, company?.workWeekStartDay ?? 0)
  const figures = await readBasisFigures(work, userId, truckId, settlementDate)
  const totalRevenue = toAmount(figures.revenue)
  const totals = { startDate, endDate, totalRevenue }
  const row = { truckId, settlementDate, notes, ...totals, ...payee, ...restored, userId }
  const made = await insertDraft(work, row)
  const read = () =>
    selectSettlements(work, userId).where('id', '=', made.id).executeTakeFirstOrThrow()
  const readLines = () => readLineRows(work, userId, made.id)
  await addCardLines(work, userId, made)
  await applyRules(work, userId, made, {
    defaults: startFromDefaults,
    known: { company, figures },
  })
  // The form showed the carry-forward and the withholding in its amounts; any other client did not see them.
  if (startFromDefaults) {
    await refreshWithholding(work, userId, made, await readLines())
    await addCarryIns(work, userId, truckId)
  }
  const isTyped = Object.values(amounts).some((amount) => amount !== undefined)
  if (isTyped) await setCategoryAmounts(work, userId, await read(), amounts)
  if (isTyped || !startFromDefaults) await refreshDependentLines(work, userId, made)
  else await recalculateDependents(work, userId, made, await readLines())
  if (!startFromDefaults) await addCarryIns(work, userId, truckId)
  return read()
}

async function insertDraft(work: Work, row: Record<string, unknown>): Promise<Settlement> {
  const columns = Object.keys(row).filter((name) => row[name] !== undefined)
  const { rows } = await sql<Settlement>`
    insert into billing (${sql.join(columns.map((name) => sql.ref(name)))}) overriding system value
    values (${sql.join(columns.map((name) => row[name]))}) returning *`.execute(work)
  const [made] = rows
  if (!made) throw new Error('The database returned no settlement')
  return made
}
