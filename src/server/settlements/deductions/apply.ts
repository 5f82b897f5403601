/** Runs the deduction rules (SPEC C2). The database keeps each to one line for a truck and a date. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toCents, type Amount, type Cents } from '#core/money.ts'
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
import {
  BLANK_LINE,
  deleteLine,
  insertLine,
  readLineRows,
  updateLine,
} from '#server/settlements/lines/rows.ts'

/** `ownerId`: whom its settlement pays. */
export type SettlementKey = { truckId: number; settlementDate: Day; ownerId: number | null }

/**
 * Adds the lines of the rules that have none on this settlement yet: what it gives back is not taken on it
 * again. `defaults`: those of the settings too.
 */
export async function applyRules(
  work: Work,
  userId: string,
  settlement: Settlement,
  { defaults }: { defaults: boolean },
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  const there = new Set(lines.map(({ ruleKey }) => ruleKey))
  const refunded = new Set(
    lines.filter(({ kind }) => kind === 'refund').map(({ ruleId }) => ruleId),
  )
  const rules = [
    ...(defaults ? await readDefaultRules(work, userId) : []),
    ...(await readRules(work, userId))(settlement),
  ].filter(({ key, id }) => !there.has(key) && !refunded.has(id))
  const figures = await readSettledFigures(work, userId, settlement)
  for (const rule of rules) {
    const line = applyRule(rule, figures, await readTaken(work, userId, rule, settlement))
    if (line) await insertLine(work, userId, settlement, { ...BLANK_LINE, ...line, kind: 'rule' })
  }
}

/**
 * Works the rules' lines out anew after the revenue changed, and adds what now yields one. Those changed
 * by hand stay; those of a rule that is no longer there, or no longer of this date, go.
 */
export async function refreshRuleLines(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  const stale = lines.filter(({ kind, byHand }) => kind === 'rule' && !byHand)
  const rules = [
    ...(await readDefaultRules(work, userId)),
    ...(await readRules(work, userId))(settlement),
  ]
  const figures = await readSettledFigures(work, userId, settlement)
  for (const { id, ruleKey, ruleId } of stale) {
    const rule = rules.find(({ key }) => key === ruleKey)
    const before = rule && (await readTaken(work, userId, rule, settlement))
    // What it took here counts anew; what is given back here makes no room to take more.
    const here = addUp(lines.filter((line) => line.ruleId === ruleId).map(({ amount }) => amount))
    const line = rule && applyRule(rule, figures, (before ?? 0n) - here)
    if (line) await updateLine(work, userId, id, line)
    else await deleteLine(work, userId, id)
  }
  const defaults = lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  await applyRules(work, userId, settlement, { defaults })
}

/** A percentage is of the revenue that the statement prints, which may be older than today's loads (SPEC B28). */
async function readSettledFigures(work: Work, userId: string, settlement: Settlement) {
  const figures = await readBasisFigures(
    work,
    userId,
    settlement.truckId,
    settlement.settlementDate,
  )
  return { ...figures, revenue: toCents(settlement.totalRevenue) }
}

/** What a rule with a total has taken so far, less what it gave back: of this truck, one of every truck also of this payee alone. */
async function readTaken(
  work: Database | Work,
  userId: string,
  { id, total, truckId: ofTruck }: Rule,
  { truckId, ownerId }: SettlementKey,
): Promise<Cents> {
  if (total === null) return 0n
  const { rows } = await sql<{ taken: Amount }>`
    select coalesce(sum(line.amount), 0.00) as taken from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and line.rule_id = ${id} and line.truck_id = ${truckId}
      and not line.voided and (${ofTruck !== null} or billing.owner_id is not distinct from ${ownerId}::bigint)`.execute(
    work,
  )
  return toCents(rows[0]?.taken ?? '0.00')
}

/** None before settings were saved (SPEC B30). */
export async function readDefaultRules(work: Database | Work, userId: string): Promise<Rule[]> {
  const company = await findSavedCompany(work, userId)
  return company ? defaultRules(company) : []
}

/** The stored rules; of a place those that are its truck's, or every truck's, run on its date, and are its payee's. */
export async function readRules(work: Database | Work, userId: string) {
  const rules = await selectRules(work, userId).execute()
  return ({ truckId, settlementDate, ownerId }: SettlementKey): Rule[] =>
    rules
      .filter((rule) => isPayeeOf(rule, ownerId))
      .filter((rule) => rule.truckId === null || rule.truckId === truckId)
      .filter((rule) => isActive(rule, settlementDate))
      .map(toRule)
}

/** Those that have a balance. */
export async function readRulesWithTotal(work: Work, userId: string): Promise<Set<number | null>> {
  const rules = await selectRules(work, userId).where('total', 'is not', null).execute()
  return new Set(rules.map(({ id }) => id))
}

/** In the order in which they were made: every run takes their rows in that order. */
function selectRules(work: Database | Work, userId: string) {
  return work.selectFrom('deductionRules').selectAll().where('userId', '=', userId).orderBy('id')
}
