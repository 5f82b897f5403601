/** Keeps the rates of deductions that found nothing to count on a statement (SPEC C7). */
import { toCents } from '#core/money.ts'

import { DEFAULT_KEY, netFloor, type Rule } from '#core/settlements/rules.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { BLANK_LINE, insertLine, readLineRows } from '#server/settlements/lines/rows.ts'
import { readAllRules } from './apply.ts'

const COUNTED = new Set(['per-mile', 'per-empty-mile', 'per-load'])

/**
 * Call at approval, after the snapshot is written. A percentage on a statement without revenue has no line. If a load is
 * added later, its adjustment needs the rate: a line of $0.00 keeps it, and does not print.
 */
export async function freezeRates(
  work: Work,
  userId: string,
  settlement: Settlement,
  loads: number,
): Promise<void> {
  if (toCents(settlement.totalRevenue) !== 0n) return
  const lines = await readLineRows(work, userId, settlement.id)
  const present = new Set(lines.map(({ ruleKey }) => ruleKey))
  const defaults = lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  for (const rule of await readAllRules(work, userId, settlement)) {
    if (present.has(rule.key) || !isRestated(rule, loads)) continue
    if (rule.key.startsWith(DEFAULT_KEY) && !defaults) continue
    const { basis, value, category, description, id, key, extraPay } = rule
    const computation = { basis, basisValue: value, basisFigure: '0.00' }
    const origin = { ruleId: id, ruleKey: key, category, description, amount: '0.00' }
    const kind = rule.kind === 'extra-pay' ? ('extra-pay' as const) : ('rule' as const)
    const line = { ...BLANK_LINE, ...origin, ...computation, kind, extraPay }
    await insertLine(work, userId, settlement, line)
  }
}

/**
 * Whether an adjustment would apply the rule. If the statement has loads, a rule per load or mile without a line was
 * added after the settlement, and does not apply to it.
 */
function isRestated(rule: Rule, loads: number): boolean {
  if (rule.total !== null || rule.frequency !== 'settlement' || netFloor(rule) !== null)
    return false
  return rule.basis === 'percent' || (COUNTED.has(rule.basis) && loads === 0)
}
