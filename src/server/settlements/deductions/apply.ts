/** Applies the deduction rules to a settlement (SPEC C2). A unique key allows each rule one line per truck and date. */
import type { Company } from '#core/settings/company.ts'
import type { LoadFigures } from '#core/settlements/bases.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import { DEFAULT_KEY, type Rule } from '#core/settlements/rules.ts'
import type { Work } from '#server/database/open.ts'
import {
  BLANK_LINE,
  deleteLine,
  insertLines,
  readLineRows,
  updateLine,
} from '#server/settlements/lines/rows.ts'
import { keepTypedTotals } from '#server/settlements/lines/typed-totals.ts'
import { saveSettlement } from '#server/settlements/settlement/lock.ts'
import { deleteUnfactored, withFactoredLoads } from './factoring-fees.ts'
import {
  planRuleLines,
  type LinePlan,
  type LineWithRule,
  type Planned,
  type PlannedLine,
} from './plan.ts'
import { readDefaultRules, readRules, toDefaultRules } from './read-rules.ts'
import { readStoppedRules } from './returned-escrow.ts'
import { refreshWithholding } from './withholding.ts'

/** Records that the caller has already read in its transaction: the saved settings and the figures of the loads. */
type Known = { company: Company | undefined; figures: LoadFigures }

/** `defaults`: also the rules in the settings. `only`: ids of the stored rules to add; without it all. */
type Choice = { defaults: boolean; only?: ReadonlySet<number | null>; known?: Known }

/**
 * Adds the lines of the rules that have no line and no refund on this settlement yet, and recalculates the lines that
 * depend on others.
 */
export async function applyRules(
  work: Work,
  userId: string,
  settlement: Settlement,
  { defaults, only, known }: Choice,
): Promise<void> {
  const rules = await readAllRules(work, userId, settlement, known)
  await deleteUnfactored(work, userId, settlement.id, rules)
  const lines = await readLineRows(work, userId, settlement.id)
  const present = new Set(lines.map(({ ruleKey }) => ruleKey))
  const refunded = new Set(
    lines.filter(({ kind }) => kind === 'refund').map(({ ruleId }) => ruleId),
  )
  const missing = rules
    .filter(({ key, id }) => !present.has(key) && !refunded.has(id))
    .filter(({ key, id }) => (only ? only.has(id) : defaults || !key.startsWith(DEFAULT_KEY)))
  const added = await withoutStopped(work, userId, settlement, missing)
  if (added.length === 0) return
  const existing = selectDependent(lines, rules)
  await writePlan(work, userId, settlement, { lines, existing, added, figures: known?.figures })
}

/** Leaves out escrow that was returned in full. Only rules with a total can be escrow. */
async function withoutStopped(
  work: Work,
  userId: string,
  settlement: Settlement,
  rules: Rule[],
): Promise<Rule[]> {
  if (rules.every(({ total }) => total === null)) return rules
  const isStopped = await readStoppedRules(work, userId, settlement.truckId)
  return rules.filter((rule) => !isStopped(rule, settlement))
}

/**
 * Recalculates the rules' lines, and adds the lines of rules that have none yet. Edited lines stay. The line of a rule
 * that was deleted, or is not active on the settlement date, is deleted.
 */
export async function refreshRuleLines(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<void> {
  const before = await readLineRows(work, userId, settlement.id)
  const rules = await readAllRules(work, userId, settlement)
  const defaults = before.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  const keys = new Set(rules.map(({ key }) => key))
  for (const { id, ruleKey, byHand } of before)
    if (ruleKey !== null && !byHand && !keys.has(ruleKey)) await deleteLine(work, userId, id)
  const lines = await readLineRows(work, userId, settlement.id)
  const existing = pairWithRules(lines, rules)
  await writePlan(work, userId, settlement, { lines, existing, added: [] })
  await applyRules(work, userId, settlement, { defaults })
  // A percentage after fuel counts a typed total of fuel.
  if (await keepTypedTotals(work, userId, settlement, before))
    await refreshDependentLines(work, userId, settlement)
}

/**
 * After another line changed: recalculates the lines that depend on the settlement's other lines (SPEC C16), and backup
 * withholding first (SPEC C25).
 * `percentages`: extra pay that percentages count has changed, so these are recalculated too (SPEC C18).
 */
export async function refreshDependentLines(
  work: Work,
  userId: string,
  settlement: Settlement,
  { percentages = false } = {},
): Promise<void> {
  const before = await readLineRows(work, userId, settlement.id)
  const isChanged = await refreshWithholding(work, userId, settlement, before)
  const lines = isChanged ? await readLineRows(work, userId, settlement.id) : before
  await recalculateDependents(work, userId, settlement, lines, percentages)
}

/** Does the same once withholding has been calculated. `lines`: all lines of the settlement. */
export async function recalculateDependents(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
  percentages = false,
): Promise<void> {
  const existing = await findDependent(work, userId, settlement, lines, percentages)
  if (existing.length === 0) return
  const plan = await planRuleLines(work, userId, settlement, { lines, existing, added: [] })
  for (const { line, next } of plan.changed)
    if (next && isStale(line, next)) await updateLine(work, userId, line.id, keepText(next))
  await keepTypedTotals(work, userId, settlement, lines)
}

/** Call it after lines of drafts were deleted: recalculates what depends on them, and saves each draft. */
export async function refreshDrafts(
  work: Work,
  userId: string,
  drafts: ReadonlySet<number>,
): Promise<void> {
  for (const id of drafts) {
    await refreshDependentLines(work, userId, await saveSettlement(work, userId, id))
    await saveSettlement(work, userId, id)
  }
}

/** Whether a line that depends on others was calculated from lines or loads that have changed since. */
export async function hasStaleDependents(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
): Promise<boolean> {
  const existing = await findDependent(work, userId, settlement, lines, false)
  if (existing.length === 0) return false
  const plan = await planRuleLines(work, userId, settlement, { lines, existing, added: [] })
  return plan.changed.some(({ line, next }) => next !== null && isStale(line, next))
}

async function findDependent(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
  percentages: boolean,
): Promise<LineWithRule[]> {
  if (!lines.some((line) => isDependent(line, percentages))) return []
  return selectDependent(lines, await readAllRules(work, userId, settlement), percentages)
}

/**
 * The lines that follow other lines, with the terms that they were computed by: a percentage that was changed since applies
 * when the draft is recalculated, together with all other changes (SPEC C319).
 */
function selectDependent(lines: Line[], rules: Rule[], percentages = false): LineWithRule[] {
  const dependent = lines.filter((line) => isDependent(line, percentages))
  return pairWithRules(dependent, rules).map(({ line, rule }) => {
    const { basis, basisValue, netFloor: floor, netPercent } = line
    const terms = { basis: basis ?? rule.basis, value: basisValue ?? rule.value }
    return {
      line,
      rule: { ...rule, ...terms, floor: floor ?? null, netPercent: netPercent ?? null },
    }
  })
}

function isDependent({ basis, netFloor }: Line, percentages: boolean): boolean {
  return basis === 'percent-after-fuel' || Boolean(netFloor) || (percentages && basis === 'percent')
}

/** Leaves out edited lines, and lines whose rule does not apply. */
function pairWithRules(lines: Line[], rules: Rule[]): LineWithRule[] {
  const byKey = new Map(rules.map((rule) => [rule.key, rule]))
  return lines.flatMap((line) => {
    const rule = line.ruleKey === null || line.byHand ? undefined : byKey.get(line.ruleKey)
    return rule ? [{ line, rule }] : []
  })
}

const FIGURES = [
  ...(['amount', 'basisFigure', 'basisValue', 'netFloor', 'netPercent', 'netFigure'] as const),
  ...(['limited', 'deferred'] as const),
]

function isStale(line: Line, next: PlannedLine): boolean {
  return FIGURES.some((name) => (line[name] ?? null) !== next[name])
}

/** The category and the description of a line stay as they are. */
function keepText({ category: _, description: __, ...figures }: PlannedLine) {
  return figures
}

export async function readAllRules(
  work: Work,
  userId: string,
  settlement: Settlement,
  known?: Known,
): Promise<Rule[]> {
  const defaults = known ? toDefaultRules(known.company) : await readDefaultRules(work, userId)
  const stored = (await readRules(work, userId))(settlement)
  return [...defaults, ...(await withFactoredLoads(work, userId, settlement, stored))]
}

/** Writes by rule id, the order in which a rule's total is locked. */
async function writePlan(work: Work, userId: string, settlement: Settlement, planned: Planned) {
  const plan: LinePlan = await planRuleLines(work, userId, settlement, planned)
  for (const { line, next } of plan.changed.toSorted(byRule(({ line }) => line.ruleId))) {
    if (next) await updateLine(work, userId, line.id, next)
    else await deleteLine(work, userId, line.id)
  }
  const added = plan.added.map((line) => ({ ...BLANK_LINE, ...line }))
  await insertLines(work, userId, settlement, added)
}

function byRule<Of>(ruleOf: (item: Of) => number | null) {
  return (one: Of, other: Of) => (ruleOf(one) ?? 0) - (ruleOf(other) ?? 0)
}
