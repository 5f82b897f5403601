/** The lines that unsaved settlements would start with, for many settlements at once (SPEC B30, C2, C4). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import { countInstallments, formatRuleFormula } from '#core/settlements/formula.ts'
import {
  claimPeriod,
  hasLineInPeriod,
  sumOwed,
  type History,
  type SettlementKey,
} from '#core/settlements/deductions/rule-history.ts'
import { expandFactoringRules } from '#core/settlements/deductions/factoring-rules.ts'
import type { FactoredLoad } from '#core/settlements/deductions/factored-load.ts'
import { buildRuleLines, type OtherLine } from '#core/settlements/deductions/rule-lines.ts'
import {
  isOfOnePayee,
  type ProposedLine,
  type Rule,
  type RuleLine,
} from '#core/settlements/rules.ts'
import { isFactoringBasis, type LoadFigures } from '#core/settlements/bases.ts'
import {
  buildWithholding,
  findBefore,
  type WithheldSettlement,
  type WithholdingLine,
} from '#core/settlements/year/withholding.ts'
import type { Database } from '#server/database/open.ts'
import { readFactoredLoads } from '#server/factoring/factored-loads.ts'
import { proposeCardLines } from '#server/settlements/cards/propose-card-lines.ts'
import { readStoppedRules } from './returned-escrow.ts'
import { selectLineSums } from './rule-sums.ts'
import { readDefaultRules, readRules } from './read-rules.ts'
import { readRuleHistory } from './rule-history.ts'
import { readWithheldPayees, readWithheldSettlements } from './withholding.ts'
import {
  proposeCarryForwards,
  readOpenCarryForwards,
  type CarryForward,
} from '#server/settlements/payee/carry-forward.ts'

export type SettlementFigures = SettlementKey & LoadFigures

/**
 * The lines of each settlement, in the order given. A truck's settlements are proposed by date: what an earlier one
 * deducts toward a total, or carries forward, is not proposed again. `known`: the open carry-forwards; without it they are read.
 */
export async function proposeLines(
  database: Database,
  userId: string,
  settlements: SettlementFigures[],
  known?: readonly CarryForward[],
): Promise<ProposedLine[][]> {
  const [defaults, stored, deducted, isStopped, open, withheld] = await Promise.all([
    readDefaultRules(database, userId),
    readRules(database, userId),
    readDeductedByRules(database, userId),
    readStoppedRules(database, userId),
    known ?? readOpenCarryForwards(database, userId),
    readWithheldPayees(database, userId),
  ])
  const cards = await proposeCardLines(database, userId, settlements)
  const carryForwards = proposeCarryForwards(open)
  const others = await readWithheldSettlements(database, userId, withheld, settlements)
  const used = new Map(settlements.flatMap(stored).map((rule) => [rule.key, rule]))
  const history = await readRuleHistory(database, userId, [...used.values()], settlements)
  const factored = await readFactoredBySettlement(database, userId, settlements, stored)
  const proposed = new Map<SettlementFigures, ProposedLine[]>()
  for (const settlement of settlements.toSorted(compareDates)) {
    const loads = factored.get(settlement) ?? []
    const all = expandFactoringRules([...defaults, ...stored(settlement)], loads)
    const rules = all.filter(
      (rule) => !hasLineInPeriod(rule, settlement, history) && !isStopped(rule, settlement),
    )
    const build = (others: OtherLine[]) =>
      buildRuleLines(rules, settlement, others, (rule) => ({
        deducted: deducted.total(rule, settlement),
        owed: sumOwed(rule, settlement, history.past),
      }))
    // Other deductions depend on the net after the withheld tax, which itself depends only on revenue and extra pay.
    const grossPay = settlement.revenue + sumExtraPay(build([]))
    const withholding = withheld.has(settlement.payee)
      ? proposeWithholding(settlement, grossPay, others)
      : null
    const bought = cards[settlements.indexOf(settlement)] ?? []
    const made = build([...bought, ...(withholding ? [withholding] : [])])
    const lines = made.map((line) => {
      const rule = rules.find(({ key }) => key === line.ruleKey)
      const reached = rule ? deducted.before(rule, settlement) + toCents(line.amount) : 0n
      const isRegular = rule ? deducted.isRegular(rule, settlement) : false
      if (rule) deducted.add(rule, settlement, line.amount)
      if (rule) addToHistory(history, rule, settlement, line)
      return toProposedLine(line, rule?.total ?? null, { reached, isRegular })
    })
    const carried = carryForwards(settlement)
    const tax = withholding ? [toProposedWithholding(withholding)] : []
    proposed.set(settlement, [...bought, ...lines, ...tax, ...carried])
  }
  return settlements.map((settlement) => proposed.get(settlement) ?? [])
}

/** Reads the factoring of the settlements that have a deduction of a factoring fee. */
async function readFactoredBySettlement(
  database: Database,
  userId: string,
  settlements: SettlementFigures[],
  stored: (settlement: SettlementFigures) => Rule[],
): Promise<Map<SettlementFigures, FactoredLoad[]>> {
  const charged = settlements.filter((settlement) =>
    stored(settlement).some(({ basis }) => isFactoringBasis(basis)),
  )
  const loads = await readFactoredLoads(database, userId, charged)
  return new Map(charged.map((settlement, index) => [settlement, loads[index] ?? []]))
}

/** Counts the proposed line as saved. */
function proposeWithholding(
  { payee, settlementDate }: SettlementFigures,
  grossPay: Cents,
  others: WithheldSettlement[],
): WithholdingLine | null {
  const before = findBefore({ id: null, payee, settlementDate }, others)
  const line = buildWithholding({ grossPay, adjusted: 0n, before }, settlementDate)
  const base = line?.basisFigure ?? null
  const proposed = { id: 0, payee, settlementDate, isFrozen: false }
  others.push({ ...proposed, grossPay: toAmount(grossPay), adjusted: '0.00', base })
  return line
}

function toProposedWithholding(line: WithholdingLine): ProposedLine {
  const computed = formatRuleFormula({ ...line, reached: null, reachedOf: null, byHand: false })
  return { ...line, formula: line.formula ?? computed ?? '' }
}

/** `reached`: what the rule has deducted with this line, in cents. */
function toProposedLine(
  line: RuleLine,
  total: Amount | null,
  { reached, isRegular }: { reached: Cents; isRegular: boolean },
): ProposedLine {
  const progress =
    total !== null && toCents(line.amount) !== 0n
      ? {
          reached: toAmount(reached),
          reachedOf: total,
          installment: isRegular ? countInstallments(line, reached, toCents(total)) : null,
        }
      : { reached: null, reachedOf: null }
  const formula = formatRuleFormula({ ...line, ...progress, byHand: false })
  return { ...line, reachedOf: progress.reachedOf, formula: formula ?? '' }
}

/** Counts a proposed line as saved. */
function addToHistory(history: History, rule: Rule, key: SettlementKey, line: RuleLine): void {
  if (rule.id === null) return
  const { truckId, payee, settlementDate } = key
  const { rulePeriod } = claimPeriod(rule, key, history.firstWeekday)
  const { deferred } = line
  const past = { ruleId: rule.id, truckId, payee, settlementDate, rulePeriod, deferred }
  history.past.push({ ...past, isFrozen: false })
}

function compareDates(one: SettlementKey, other: SettlementKey): number {
  if (one.settlementDate === other.settlementDate) return 0
  return one.settlementDate < other.settlementDate ? -1 : 1
}

/**
 * An amount that a rule deducted. `pendingOn`: the date of a pending settlement; null for a statement. `isRegular`: false
 * for an entry, after which installments are not counted (SPEC C317).
 */
type DeductedAmount = { pendingOn: Day | null; amount: Amount; isRegular: boolean }
/** `payee`: null for a balance of one truck. `truckId`: null for a balance of one payee. */
type DeductedRow = DeductedAmount & {
  ruleId: number
  truckId: number | null
  payee: string | null
}

/** What the rules deducted from each truck, less refunds. `add` counts a proposed line as saved. */
async function readDeductedByRules(database: Database, userId: string) {
  const { rows } =
    await sql<DeductedRow>`select sums.rule_id, sum(sums.amount) as amount, sums.pending_on, sums.is_regular,
      case when rule.truck_id is null then sums.payee end as payee,
      case when rule.truck_id is not null or coalesce(rule.owner_id, rule.driver_id) is null then sums.truck_id end as truck_id
    from (select *, true as is_regular from (${selectLineSums(userId)}) as lines
        union all select rule_id, truck_id, payee, null, effect, effect = 0 or undone or undoes is not null
          from balance_entries where user_id = ${userId}) as sums
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = sums.rule_id
    where rule.total is not null group by 1, 3, 4, 5, 6`.execute(database)
  const byBalance: Map<string, DeductedAmount[]> = Map.groupBy(rows, ({ ruleId, truckId, payee }) =>
    balanceKey(ruleId, truckId, payee),
  )
  const toKey = (rule: Rule, { truckId, payee }: SettlementKey) =>
    balanceKey(rule.id, isOfOnePayee(rule) ? null : truckId, rule.truckId === null ? payee : null)
  const find = (rule: Rule, settlement: SettlementKey) =>
    byBalance.get(toKey(rule, settlement)) ?? []
  return {
    /** The cents that a rule deducted on all settlements. */
    total: (rule: Rule, settlement: SettlementKey) => sumAmounts(find(rule, settlement)),
    /** The cents that a rule deducted on earlier settlements, as a pending settlement's balance counts them (SPEC C5). */
    before: (rule: Rule, settlement: SettlementKey) =>
      sumAmounts(
        find(rule, settlement).filter(
          ({ pendingOn }) => pendingOn === null || pendingOn < settlement.settlementDate,
        ),
      ),
    isRegular: (rule: Rule, settlement: SettlementKey) =>
      find(rule, settlement).every(({ isRegular }) => isRegular),
    add: (rule: Rule, settlement: SettlementKey, amount: Amount) => {
      const added = { pendingOn: settlement.settlementDate, amount, isRegular: true }
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
