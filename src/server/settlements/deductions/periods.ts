/** Moves a once-per-period deduction to another draft when its settlement is deleted, voided or changes payee (SPEC C15). */
import { periodOf } from '#core/settlements/deductions/frequency.ts'
import { isActive, isOfOnePayee, toRule } from '#core/settlements/rules.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import {
  lockTruck,
  saveSettlement,
  selectSettlements,
} from '#server/settlements/settlement/lock.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { applyRules } from './apply.ts'

/** Ids of the rules that a settlement takes once per period. Call it before its lines are deleted or void. */
export async function readClaimedRules(work: Work, userId: string, id: number): Promise<number[]> {
  const lines = await readLineRows(work, userId, id)
  return lines.flatMap(({ ruleId, rulePeriod }) => (rulePeriod && ruleId !== null ? [ruleId] : []))
}

/** Adds the deductions to the period's earliest draft of the same truck, or of the same payee. */
export async function moveClaims(
  work: Work,
  userId: string,
  { truckId, payee, settlementDate }: Settlement,
  ruleIds: number[],
): Promise<void> {
  if (ruleIds.length === 0) return
  const rules = await work
    .selectFrom('deductionRules')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', 'in', ruleIds)
    .orderBy('id')
    .execute()
  const firstWeekday = await readFirstWeekday(work, userId)
  for (const rule of rules.map(toRule)) {
    const period = periodOf(rule, settlementDate, firstWeekday)
    if (!period) continue
    const drafts = await selectSettlements(work, userId)
      .where('status', '=', 'pending')
      .where('settlementDate', '>=', period.from)
      .where('settlementDate', '<=', period.to)
      .$if(isOfOnePayee(rule), (query) => query.where('payee', '=', payee))
      .$if(!isOfOnePayee(rule), (query) => query.where('truckId', '=', truckId))
      .orderBy('settlementDate')
      .orderBy('id')
      .execute()
    const next = drafts.find((draft) => isActive(rule, draft.settlementDate))
    if (!next) continue
    if (next.truckId !== truckId) await lockTruck(work, userId, next.truckId)
    await applyRules(work, userId, next, { defaults: false, only: new Set([rule.id]) })
    await saveSettlement(work, userId, next.id)
  }
}
