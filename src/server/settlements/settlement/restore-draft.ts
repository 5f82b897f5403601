/** Keeps a deleted draft, and creates it again with what a person entered (SPEC C87). */
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { lineName, type Line } from '#core/settlements/lines.ts'
import { DEFAULT_KEY } from '#core/settlements/rules.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Restored } from '#core/undo/undo.ts'
import type { Work } from '#server/database/open.ts'
import type { DeletedRow } from '#server/entities/undo/keep.ts'
import { refreshDependentLines } from '#server/settlements/deductions/apply.ts'
import { enterLinesAgain } from '#server/settlements/lines/enter-again.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { payeeExists } from '#server/settlements/payee/payee.ts'
import { createSettlement } from './create-settlement.ts'
import { recordExists } from './exists.ts'
import { lockTruck, saveSettlement, selectSettlements } from './lock.ts'

type KeptDraft = Settlement & { lines: Line[] }

/** Describes a draft so that it can be created again. The caller has locked the draft. */
export async function describeDraft(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<DeletedRow> {
  const { id, truckId, settlementDate } = settlement
  const { truckId: truck } = await work
    .selectFrom('trucks')
    .select('truckId')
    .where('userId', '=', userId)
    .where('id', '=', truckId)
    .executeTakeFirstOrThrow()
  const kept: KeptDraft = { ...settlement, lines: await readLineRows(work, userId, id) }
  const label = `Truck ${truck}, ${formatDay(settlementDate)}`
  return { subject: 'billing', id, label, before: JSON.stringify(kept) }
}

/**
 * Restores manual entries, lines and edits. Loads, recurring deductions, carry-forwards and withholding are the current
 * ones; `notes` says what could not be restored. Throws 409 if an edited line exceeds its balance.
 */
export async function restoreDraft(work: Work, userId: string, before: unknown): Promise<Restored> {
  const kept = before as KeptDraft
  const { id, truckId, settlementDate, lines, holdReason } = kept
  await lockTruck(work, userId, truckId)
  if (!(await recordExists(work, 'trucks', userId, truckId)))
    return { failed: 'Its truck was deleted. Restore the truck first.' }
  const existing = selectSettlements(work, userId).where('truckId', '=', truckId)
  const isTaken = await existing
    .where('settlementDate', '=', settlementDate)
    .where('status', '<>', 'void')
    .executeTakeFirst()
  if (isTaken) return { failed: 'The truck has another settlement for this date now' }
  const hasPayee = await payeeExists(work, userId, kept)
  const { ownerId, driverId } = hasPayee ? kept : { ownerId: null, driverId: null }
  const made = await createSettlement(
    work,
    userId,
    {
      truckId,
      settlementDate,
      notes: kept.notes,
      ownerId,
      driverId,
      startFromDefaults: lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY)),
    },
    { id, version: kept.version + 1 },
  )
  const leftOut = await enterLinesAgain(work, userId, made, lines)
  await refreshDependentLines(work, userId, made, { percentages: true })
  await saveSettlement(work, userId, id, { holdReason })
  const notes = leftOut.map((line) => `“${lineName(line)}” was left out`)
  if (!hasPayee) notes.push("It pays the truck's current payee: its own payee was deleted")
  if (made.totalRevenue !== kept.totalRevenue) notes.push(describeRevenue(kept, made))
  return { notes }
}

function describeRevenue(
  before: Pick<Settlement, 'totalRevenue'>,
  { totalRevenue }: Settlement,
): string {
  const [was, now] = [before.totalRevenue, totalRevenue].map((one) => formatMoney(toCents(one)))
  return `Total revenue is ${now} now (was ${was}): its loads changed`
}
