/** What settlements that are not saved yet would start with (SPEC B30, C2, C4), for many at once. */
import { sql } from 'kysely'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import {
  applyRule,
  formulaWithProgress,
  type ProposedLine,
  type Rule,
} from '#core/settlement-rules.ts'
import type { RuleFigures } from '#core/settlement-bases.ts'
import type { Database } from '#server/database/open.ts'
import { defaultsOf, rulesOf, type Place } from './apply-rules.ts'
import { proposedCarries } from './carry.ts'

export type Figured = Place & RuleFigures

/**
 * One list of lines for each place, in their order. Of a truck's places the earlier is counted as saved: what
 * it takes of a balance, or takes in of a carry, the later one does not.
 */
export async function proposalsOf(
  database: Database,
  userId: string,
  places: Figured[],
): Promise<ProposedLine[][]> {
  const [defaults, stored, taken, carries] = await Promise.all([
    defaultsOf(database, userId),
    rulesOf(database, userId),
    takenByAll(database, userId),
    proposedCarries(database, userId),
  ])
  const proposed = new Map<Figured, ProposedLine[]>()
  for (const place of places.toSorted(byDate)) {
    const lines = [...defaults, ...stored(place)].flatMap((rule) => {
      const line = applyRule(rule, place, taken.of(rule, place))
      if (!line) return []
      taken.add(rule, place, toCents(line.amount))
      return said(line, rule, taken.of(rule, place))
    })
    proposed.set(place, [...lines, ...carries(place)])
  }
  return places.map((place) => proposed.get(place) ?? [])
}

function said(line: ProposedLine, { basis, value, total }: Rule, reached: Cents): ProposedLine {
  if (total === null) return line
  return { ...line, formula: formulaWithProgress(line.formula, { basis, value, total }, reached) }
}

function byDate(one: Place, other: Place): number {
  return one.settlementDate < other.settlementDate ? -1 : 1
}

type Sum = { ruleId: number; truckId: number; ownerId: number | null; amount: Amount }

async function takenByAll(database: Database, userId: string) {
  const { rows } = await sql<Sum>`select rule.id as rule_id, line.truck_id, sum(amount) as amount,
      case when rule.truck_id is null then billing.owner_id end as owner_id
    from deduction_rules as rule
      join expenses as line on line.user_id = rule.user_id and line.rule_id = rule.id
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and not line.voided group by 1, 2, 4`.execute(database)
  const sums = new Map(
    rows.map((row) => [keyOf(row.ruleId, row.truckId, row.ownerId), toCents(row.amount)]),
  )
  const key = (rule: Rule, { truckId, ownerId }: Place) =>
    keyOf(rule.id, truckId, rule.truckId === null ? ownerId : null)
  const of = (rule: Rule, place: Place) => sums.get(key(rule, place)) ?? 0n
  return {
    of,
    add: (rule: Rule, place: Place, amount: Cents) =>
      sums.set(key(rule, place), of(rule, place) + amount),
  }
}

function keyOf(...ids: (number | null)[]): string {
  return ids.join(' ')
}
