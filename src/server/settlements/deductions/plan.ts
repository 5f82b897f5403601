/** Computes what the recurring deductions of a saved settlement change, before anything is written (SPEC C2, C16). */
import { addUp, toCents } from '#core/money.ts'
import type { LoadFigures } from '#core/settlements/bases.ts'
import { claimPeriod, hasLineInPeriod, sumOwed } from '#core/settlements/deductions/rule-history.ts'
import { buildRuleLines, type RuleState } from '#core/settlements/deductions/rule-lines.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Rule, RuleLine } from '#core/settlements/rules.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { readBasisFigures } from './figures.ts'
import { lockSharedRules, readDeducted } from './read-rules.ts'
import { readRuleHistory } from './rule-history.ts'

export type PlannedLine = RuleLine & { ruleScope: string | null; rulePeriod: string | null }

/** `changed`: existing lines with their new values; null: the line is deleted. `added`: new lines. */
export type LinePlan = { changed: { line: Line; next: PlannedLine | null }[]; added: PlannedLine[] }

/** A line of the settlement, with its rule. */
export type LineWithRule = { line: Line; rule: Rule }

/**
 * `lines`: all lines of the settlement. `existing`: those to recalculate. `added`: rules that have no line yet.
 * `figures`: read here if left out.
 */
export type Planned = {
  lines: Line[]
  existing: LineWithRule[]
  added: Rule[]
  figures?: LoadFigures | undefined
}

export async function planRuleLines(
  work: Work,
  userId: string,
  settlement: Settlement,
  { lines, existing, added, figures: known }: Planned,
): Promise<LinePlan> {
  const rules = [...existing.map(({ rule }) => rule), ...added]
  await lockSharedRules(work, userId, rules)
  const history = await readRuleHistory(work, userId, rules, [settlement], settlement.id)
  const due = [
    ...existing
      .filter(
        ({ rule, line }) => !hasLineInPeriod(rule, settlement, history, line.rulePeriod ?? null),
      )
      .map(({ rule }) => rule),
    ...added.filter((rule) => !hasLineInPeriod(rule, settlement, history)),
  ]
  const states = new Map<Rule, RuleState>()
  for (const rule of due) {
    const deducted = await readDeducted(work, userId, rule, settlement)
    // Leaves out this settlement's deduction, which is recalculated, and its refunds: a refund does not raise the limit.
    const here = addUp(lines.filter(({ ruleId }) => ruleId === rule.id).map(({ amount }) => amount))
    const owed = sumOwed(rule, settlement, history.past)
    const { subjectToPercent = false } = existing.find((one) => one.rule === rule)?.line ?? {}
    states.set(rule, {
      deducted: rule.total === null ? 0n : deducted - here,
      owed,
      subjectToPercent,
    })
  }
  const recalculated = new Set(existing.map(({ line }) => line))
  const others = lines.filter((line) => !recalculated.has(line))
  const figures = await readSettledFigures(work, userId, settlement, known)
  const made = buildRuleLines(due, figures, others, (rule) => states.get(rule) ?? NOTHING)
  const byKey = new Map(made.map((line) => [line.ruleKey, line]))
  const toPlanned = (rule: Rule): PlannedLine | null => {
    const line = byKey.get(rule.key)
    return line ? { ...line, ...claimPeriod(rule, settlement, history.firstWeekday) } : null
  }
  return {
    changed: existing.map(({ line, rule }) => ({ line, next: toPlanned(rule) })),
    added: added.flatMap((rule) => toPlanned(rule) ?? []),
  }
}

const NOTHING: RuleState = { deducted: 0n, owed: 0n }

/** The figures with the settlement's stored revenue, which its statement prints: the loads may have changed since (SPEC B28). */
async function readSettledFigures(
  work: Work,
  userId: string,
  settlement: Settlement,
  known: LoadFigures | undefined,
): Promise<LoadFigures> {
  const { truckId, settlementDate, totalRevenue } = settlement
  const figures = known ?? (await readBasisFigures(work, userId, truckId, settlementDate))
  return { ...figures, revenue: toCents(totalRevenue) }
}
