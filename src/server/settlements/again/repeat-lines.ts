/** Repeats the transferred carry-forwards, adjustments and refunds of a void statement that are still open (SPEC C94). */
import { negate, toCents } from '#core/money.ts'
import type { Line } from '#core/settlements/lines.ts'
import { isPayeeOf, toRule } from '#core/settlements/rules.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { insertAdjustments } from '#server/settlements/adjustments/adjust.ts'
import { insertRefund } from '#server/settlements/balances/refunds.ts'
import { readDeducted } from '#server/settlements/deductions/read-rules.ts'
import { addCarryIn, readOpenCarryForwards } from '#server/settlements/payee/carry-forward.ts'
import { lockSettlement } from '#server/settlements/settlement/lock.ts'

/** Carry-forwards of another payee that a person had transferred. */
export async function repeatTransfers(
  work: Work,
  userId: string,
  made: Settlement,
  lines: Line[],
): Promise<void> {
  const transferred = lines.filter(({ kind, takenOver }) => kind === 'carry-in' && takenOver)
  if (transferred.length === 0) return
  const open = await readOpenCarryForwards(work, userId, made.truckId)
  for (const { carriedFrom, takenOver, transferReason } of transferred) {
    const carry = open.find(({ from }) => from === carriedFrom)
    if (carry) await addCarryIn(work, userId, made, carry, { takenOver, transferReason })
  }
}

/** Adjusts the same statements again, by their current drift. */
export async function repeatAdjustments(
  work: Work,
  userId: string,
  made: Settlement,
  leftOut: Line[],
): Promise<void> {
  const adjusted = new Map(
    leftOut.flatMap(({ kind, corrects, takenOver, transferReason }) =>
      kind === 'correction' && corrects !== null
        ? [[corrects, { takenOver, transferReason }] as const]
        : [],
    ),
  )
  for (const [id, transfer] of [...adjusted].toSorted(([one], [other]) => one - other)) {
    await lockSettlement(work, userId, id)
    await insertAdjustments(work, userId, id, made, transfer)
  }
}

/** A refund of more than was deducted is left out. */
export async function repeatRefunds(
  work: Work,
  userId: string,
  made: Settlement,
  leftOut: Line[],
): Promise<void> {
  for (const { kind, ruleId, amount, description } of leftOut) {
    if (kind !== 'refund' || ruleId === null) continue
    const rule = await work
      .selectFrom('deductionRules')
      .selectAll()
      .where('userId', '=', userId)
      .where('id', '=', ruleId)
      .executeTakeFirst()
    if (!rule || rule.total === null || !isPayeeOf(rule, made.payee)) continue
    const deducted = await readDeducted(work, userId, toRule(rule), made)
    const refund = { amount: negate(amount), description }
    if (deducted >= toCents(refund.amount)) await insertRefund(work, userId, made, rule, refund)
  }
}
