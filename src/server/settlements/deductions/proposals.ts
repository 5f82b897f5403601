/** What settlements that are not saved yet would start with (SPEC B30, C2, C4), for many at once. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { addUp, toCents, type Amount, type Cents } from '#core/money.ts'
import { applyRule, formatProgress, type ProposedLine, type Rule } from '#core/settlements/rules.ts'
import type { BasisFigures } from '#core/settlements/bases.ts'
import type { Database } from '#server/database/open.ts'
import { readDefaultRules, readRules, type SettlementKey } from './apply.ts'
import { proposeCarryForwards } from '#server/settlements/payee/carry-forward.ts'

export type SettlementFigures = SettlementKey & BasisFigures

/**
 * One list of lines for each place, in their order. Of a truck's places the earlier is counted as saved: what
 * it takes of a balance, or takes in of a carry, the later one does not.
 */
export async function proposeLines(
  database: Database,
  userId: string,
  places: SettlementFigures[],
): Promise<ProposedLine[][]> {
  const [defaults, stored, taken, carries] = await Promise.all([
    readDefaultRules(database, userId),
    readRules(database, userId),
    readAllTaken(database, userId),
    proposeCarryForwards(database, userId),
  ])
  const proposed = new Map<SettlementFigures, ProposedLine[]>()
  for (const place of places.toSorted(compareDates)) {
    const lines = [...defaults, ...stored(place)].flatMap((rule) => {
      const line = applyRule(rule, place, taken.of(rule, place))
      if (!line) return []
      const reached = taken.before(rule, place) + toCents(line.amount)
      taken.add(rule, place, line.amount)
      return withProgressText(line, rule, reached)
    })
    proposed.set(place, [...lines, ...carries(place)])
  }
  return places.map((place) => proposed.get(place) ?? [])
}

function withProgressText(
  line: ProposedLine,
  { basis, value, total }: Rule,
  reached: Cents,
): ProposedLine {
  if (total === null || line.amount === '0.00') return line
  return { ...line, formula: formatProgress(line.formula, { basis, value, total }, reached) }
}

function compareDates(one: SettlementKey, other: SettlementKey): number {
  return one.settlementDate < other.settlementDate ? -1 : 1
}

/** `pendingOn`: the date of a settlement that is not approved yet; null: of statements. */
type Part = { pendingOn: Day | null; amount: Amount }
type Sum = Part & { ruleId: number; truckId: number; ownerId: number | null }

/** What the rules took, and what of it comes before a place, as a pending settlement's balances count it (SPEC C5). */
async function readAllTaken(database: Database, userId: string) {
  const { rows } = await sql<Sum>`select rule.id as rule_id, line.truck_id, sum(amount) as amount,
      case when rule.truck_id is null then billing.owner_id end as owner_id,
      case when billing.number is null then billing.settlement_date end as pending_on
    from deduction_rules as rule
      join expenses as line on line.user_id = rule.user_id and line.rule_id = rule.id
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and not line.voided group by 1, 2, 4, 5`.execute(database)
  const sums: Map<string, Part[]> = Map.groupBy(rows, ({ ruleId, truckId, ownerId }) =>
    balanceKey(ruleId, truckId, ownerId),
  )
  const key = (rule: Rule, { truckId, ownerId }: SettlementKey) =>
    balanceKey(rule.id, truckId, rule.truckId === null ? ownerId : null)
  const parts = (rule: Rule, place: SettlementKey) => sums.get(key(rule, place)) ?? []
  return {
    of: (rule: Rule, place: SettlementKey) => sumParts(parts(rule, place)),
    before: (rule: Rule, place: SettlementKey) =>
      sumParts(
        parts(rule, place).filter(
          ({ pendingOn }) => pendingOn === null || pendingOn < place.settlementDate,
        ),
      ),
    add: (rule: Rule, place: SettlementKey, amount: Amount) =>
      sums.set(key(rule, place), [
        ...parts(rule, place),
        { pendingOn: place.settlementDate, amount },
      ]),
  }
}

function sumParts(parts: Part[]): Cents {
  return addUp(parts.map(({ amount }) => amount))
}

function balanceKey(...ids: (number | null)[]): string {
  return ids.join(' ')
}
