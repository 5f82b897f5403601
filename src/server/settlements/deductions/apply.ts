/** Applies the deduction rules to a settlement (SPEC C2). A unique key allows each rule one line per truck and date. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toCents, type Amount, type Cents } from '#core/money.ts'
import { sumSubjectToPercent } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  applyRule,
  DEFAULT_KEY,
  defaultRules,
  isActive,
  isPayeeOf,
  toRule,
  type Rule,
} from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { findSavedCompany } from '#server/settings/company.ts'
import { readBasisFigures } from './figures.ts'
import { selectEntrySum } from './rule-sums.ts'
import {
  BLANK_LINE,
  deleteLine,
  insertLine,
  readLineRows,
  updateLine,
} from '#server/settlements/lines/rows.ts'

/** `payee`: its key (`payeeKey`). */
export type SettlementKey = { truckId: number; settlementDate: Day; payee: string }

/**
 * Adds the lines of the rules that have no line and no refund on this settlement yet. `defaults`: also of the rules in
 * the settings.
 */
export async function applyRules(
  work: Work,
  userId: string,
  settlement: Settlement,
  { defaults }: { defaults: boolean },
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  const present = new Set(lines.map(({ ruleKey }) => ruleKey))
  const refunded = new Set(
    lines.filter(({ kind }) => kind === 'refund').map(({ ruleId }) => ruleId),
  )
  const rules = [
    ...(defaults ? await readDefaultRules(work, userId) : []),
    ...(await readRules(work, userId))(settlement),
  ].filter(({ key, id }) => !present.has(key) && !refunded.has(id))
  const figures = await readSettledFigures(work, userId, settlement, lines)
  for (const rule of rules) {
    const line = applyRule(rule, figures, await readDeducted(work, userId, rule, settlement))
    if (line) await insertLine(work, userId, settlement, { ...BLANK_LINE, ...line })
  }
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
  const lines = await readLineRows(work, userId, settlement.id)
  await recalculateLines(work, userId, settlement, lines, () => true)
  const defaults = lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  await applyRules(work, userId, settlement, { defaults })
}

/** `lines`: all of the settlement. `isChosen`: the lines to recalculate. */
async function recalculateLines(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
  isChosen: (line: Line) => boolean,
): Promise<void> {
  const rules = [
    ...(await readDefaultRules(work, userId)),
    ...(await readRules(work, userId))(settlement),
  ]
  const figures = await readSettledFigures(work, userId, settlement, lines)
  for (const { id, ruleKey, ruleId, byHand } of lines.filter(isChosen)) {
    if (ruleKey === null || byHand) continue
    const rule = rules.find(({ key }) => key === ruleKey)
    const deducted = rule ? await readDeducted(work, userId, rule, settlement) : 0n
    // Without this settlement's deduction, which is calculated again, and its refunds: a refund makes no room for more.
    const here = addUp(lines.filter((line) => line.ruleId === ruleId).map(({ amount }) => amount))
    const line = rule && applyRule(rule, figures, deducted - here)
    if (line) await updateLine(work, userId, id, line)
    else await deleteLine(work, userId, id)
  }
}

/**
 * Recalculates the percentages of a draft after extra pay that they count has changed (SPEC C18). Edited lines stay.
 */
export async function refreshPercentLines(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  await recalculateLines(work, userId, settlement, lines, ({ basis }) => basis === 'percent')
}

/**
 * With the settlement's stored revenue, which its statement prints: the loads may have changed since (SPEC B28).
 * Percentages also count the extra pay that is marked for them.
 */
async function readSettledFigures(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
) {
  const { truckId, settlementDate, totalRevenue } = settlement
  const figures = await readBasisFigures(work, userId, truckId, settlementDate)
  return { ...figures, revenue: toCents(totalRevenue) + sumSubjectToPercent(lines) }
}

/**
 * What a rule with a total deducted from this truck so far, less refunds, in cents. A rule for all trucks has a balance
 * for each payee: only this payee's counts.
 */
async function readDeducted(
  work: Database | Work,
  userId: string,
  { id, total, truckId: ruleTruckId }: Rule,
  { truckId, payee }: SettlementKey,
): Promise<Cents> {
  if (total === null) return 0n
  const { rows } = await sql<{ deducted: Amount }>`
    select coalesce(sum(line.amount), 0.00) + ${selectEntrySum(userId, { id, truckId: ruleTruckId, isShared: false }, { truckId, payee })}
      as deducted from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and line.rule_id = ${id} and line.truck_id = ${truckId}
      and not line.voided and (${ruleTruckId !== null} or billing.payee = ${payee})`.execute(work)
  return toCents(rows[0]?.deducted ?? '0.00')
}

/** Empty until settings are saved (SPEC B30). */
export async function readDefaultRules(work: Database | Work, userId: string): Promise<Rule[]> {
  const company = await findSavedCompany(work, userId)
  return company ? defaultRules(company) : []
}

/** Gives a function that selects the stored rules for a settlement, by truck, date and payee. */
export async function readRules(work: Database | Work, userId: string) {
  const rules = await selectRules(work, userId).execute()
  return ({ truckId, settlementDate, payee }: SettlementKey): Rule[] =>
    rules
      .filter((rule) => rule.truckId === null || rule.truckId === truckId)
      .filter((rule) => isPayeeOf(rule, payee))
      .filter((rule) => isActive(rule, settlementDate))
      .map(toRule)
}

/** Ids of the rules that have a balance. */
export async function readRulesWithTotal(work: Work, userId: string): Promise<Set<number | null>> {
  const rules = await selectRules(work, userId).where('total', 'is not', null).execute()
  return new Set(rules.map(({ id }) => id))
}

/** Ordered by id: two transactions that write lines lock the rules in the same order, so they cannot deadlock. */
function selectRules(work: Database | Work, userId: string) {
  return work.selectFrom('deductionRules').selectAll().where('userId', '=', userId).orderBy('id')
}
