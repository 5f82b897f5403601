/** The lines that unsaved settlements would start with, for many settlements at once (SPEC B30, C2, C4). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import { formatRuleFormula } from '#core/settlements/formula.ts'
import { applyRule, type ProposedLine, type Rule, type RuleLine } from '#core/settlements/rules.ts'
import type { BasisFigures } from '#core/settlements/bases.ts'
import { buildWithholding } from '#core/settlements/withholding.ts'
import type { Database } from '#server/database/open.ts'
import { selectRuleSums } from './rule-sums.ts'
import { readWithheldPayees } from './withholding.ts'
import { readDefaultRules, readRules, type SettlementKey } from './apply.ts'
import { proposeCarryForwards } from '#server/settlements/payee/carry-forward.ts'

export type SettlementFigures = SettlementKey & BasisFigures

/**
 * The lines of each settlement, in the order given. A truck's settlements are proposed by date: what an earlier one
 * deducts toward a total, or carries forward, is not proposed again.
 */
export async function proposeLines(
  database: Database,
  userId: string,
  settlements: SettlementFigures[],
): Promise<ProposedLine[][]> {
  const [defaults, stored, deducted, carryForwards, withheld] = await Promise.all([
    readDefaultRules(database, userId),
    readRules(database, userId),
    readDeductedByRules(database, userId),
    proposeCarryForwards(database, userId),
    readWithheldPayees(database, userId),
  ])
  const proposed = new Map<SettlementFigures, ProposedLine[]>()
  for (const settlement of settlements.toSorted(compareDates)) {
    const lines = [...defaults, ...stored(settlement)].flatMap((rule) => {
      const line = applyRule(rule, settlement, deducted.total(rule, settlement))
      if (!line) return []
      const reached = deducted.before(rule, settlement) + toCents(line.amount)
      deducted.add(rule, settlement, line.amount)
      return toProposedLine(line, rule, reached)
    })
    const withholding = withheld.has(settlement.payee) ? proposeWithholding(settlement, lines) : []
    proposed.set(settlement, [...lines, ...withholding, ...carryForwards(settlement)])
  }
  return settlements.map((settlement) => proposed.get(settlement) ?? [])
}

function proposeWithholding(
  { revenue, settlementDate }: SettlementFigures,
  lines: ProposedLine[],
): ProposedLine[] {
  const line = buildWithholding(revenue + sumExtraPay(lines), settlementDate)
  if (!line) return []
  const progress = { reached: null, reachedOf: null, byHand: false }
  return [{ ...line, formula: formatRuleFormula({ ...line, ...progress }) ?? '' }]
}

/** `reached`: what the rule has deducted with this line, in cents. */
function toProposedLine(line: RuleLine, { total }: Rule, reached: Cents): ProposedLine {
  const hasProgress = total !== null && toCents(line.amount) !== 0n
  const progress = hasProgress
    ? { reached: toAmount(reached), reachedOf: total }
    : { reached: null, reachedOf: null }
  const formula = formatRuleFormula({ ...line, ...progress, byHand: false })
  return { ...line, formula: formula ?? '' }
}

function compareDates(one: SettlementKey, other: SettlementKey): number {
  return one.settlementDate < other.settlementDate ? -1 : 1
}

/** An amount that a rule deducted. `pendingOn`: settlement date of a pending settlement; null: on a statement. */
type DeductedAmount = { pendingOn: Day | null; amount: Amount }
/** `payee`: null for a balance of one truck. */
type DeductedRow = DeductedAmount & { ruleId: number; truckId: number; payee: string | null }

/** What the rules deducted from each truck, less refunds. `add` counts a proposed line as saved. */
async function readDeductedByRules(database: Database, userId: string) {
  const { rows } =
    await sql<DeductedRow>`select sums.rule_id, sums.truck_id, sum(sums.amount) as amount,
      case when rule.truck_id is null then sums.payee end as payee, sums.pending_on
    from (${selectRuleSums(userId)}) as sums
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = sums.rule_id
    where rule.total is not null group by 1, 2, 4, 5`.execute(database)
  const byBalance: Map<string, DeductedAmount[]> = Map.groupBy(rows, ({ ruleId, truckId, payee }) =>
    balanceKey(ruleId, truckId, payee),
  )
  const toKey = (rule: Rule, { truckId, payee }: SettlementKey) =>
    balanceKey(rule.id, truckId, rule.truckId === null ? payee : null)
  const find = (rule: Rule, settlement: SettlementKey) =>
    byBalance.get(toKey(rule, settlement)) ?? []
  return {
    /** In cents, on all settlements. */
    total: (rule: Rule, settlement: SettlementKey) => sumAmounts(find(rule, settlement)),
    /** In cents, on those that a pending settlement's balance counts as before it (SPEC C5). */
    before: (rule: Rule, settlement: SettlementKey) =>
      sumAmounts(
        find(rule, settlement).filter(
          ({ pendingOn }) => pendingOn === null || pendingOn < settlement.settlementDate,
        ),
      ),
    add: (rule: Rule, settlement: SettlementKey, amount: Amount) => {
      const added = { pendingOn: settlement.settlementDate, amount }
      byBalance.set(toKey(rule, settlement), [...find(rule, settlement), added])
    },
  }
}

function sumAmounts(amounts: DeductedAmount[]): Cents {
  return addUp(amounts.map(({ amount }) => amount))
}

/** A balance: rule, truck, and the payee if the rule is for all trucks. */
function balanceKey(...ids: (number | string | null)[]): string {
  return ids.join(' ')
}
