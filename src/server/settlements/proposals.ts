/** What settlements that are not saved yet would start with (SPEC B30, C2, C4), for many at once. */
import { sql } from 'kysely'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import {
  applyRule,
  type ProposedLine,
  type Rule,
  type RuleFigures,
} from '#core/settlement-rules.ts'
import type { Database } from '#server/database/open.ts'
import { defaultsOf, rulesOf, type Place } from './apply-rules.ts'
import { proposedCarries } from './carry.ts'

export type Figured = Place & RuleFigures

/** One list of lines for each place, in their order. */
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
  return places.map((place) => [
    ...[...defaults, ...stored(place)].flatMap(
      (rule) => applyRule(rule, place, taken(rule, place)) ?? [],
    ),
    ...carries(place),
  ])
}

type Sum = { ruleId: number; truckId: number; amount: Amount }

async function takenByAll(database: Database, userId: string) {
  const { rows } = await sql<Sum>`select rule_id, truck_id, sum(amount) as amount from expenses
    where user_id = ${userId} and rule_id is not null and not voided group by 1, 2`.execute(
    database,
  )
  const sums = new Map(rows.map((row) => [`${row.ruleId} ${row.truckId}`, toCents(row.amount)]))
  return ({ id }: Rule, { truckId }: Place): Cents => sums.get(`${id} ${truckId}`) ?? 0n
}
