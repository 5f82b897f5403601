/** Loads that changed after their statement was frozen, and the lines that an adjustment adds for them (SPEC C7). */
import { sql } from 'kysely'
import { type Amount, toCents } from '#core/money.ts'
import type { Drift, LoadDrift } from '#core/settlements/adjustments/drift.ts'
import type { FrozenLine } from '#core/settlements/adjustments/frozen-rates.ts'
import type { SettledFee } from '#core/settlements/adjustments/restate-fees.ts'
import {
  type FrozenStatement,
  listUnrated,
  netOf,
  NO_SHIFT,
  restate,
  type Shift,
} from '#core/settlements/adjustments/restate.ts'
import type { Database, Work } from '#server/database/open.ts'
import { selectOtherPayee } from '#server/settlements/payee/next-settlement.ts'
import { NO_PAYEE } from '#server/settlements/payee/payee-names.ts'

type DriftScope = { truckIds?: number[] | undefined; billingIds?: number[] }

/**
 * Sorted by statement number. The database keeps the changed loads (`statement_drift`); a void statement has none. A
 * statement is left out if its changed loads change no amount.
 */
export async function readDrift(
  work: Database | Work,
  userId: string,
  scope: DriftScope,
): Promise<Drift[]> {
  const drifts = await readChangedLoads(work, userId, scope)
  const byStatement = Map.groupBy(drifts, ({ billingId }) => billingId)
  const ids = [...byStatement.keys()]
  if (ids.length === 0) return []
  const [lines, adjusted, fees] = await Promise.all([
    readRuleLines(work, userId, ids),
    readAdjusted(work, userId, ids),
    readSettledFees(work, userId, ids),
  ])
  return [...byStatement].flatMap(([billingId, loads]) => {
    const statement = {
      number: loads[0]?.number ?? 0,
      lines: lines.get(billingId) ?? [],
      adjusted: adjusted.get(billingId) ?? NO_SHIFT,
      fees: fees.get(billingId) ?? [],
    }
    return toDrifts(statement, loads)
  })
}

function toDrifts(statement: Omit<FrozenStatement, 'drifts'>, drifts: LoadDrift[]): Drift[] {
  const lines = restate({ ...statement, drifts })
  if (lines.length === 0) return []
  const unrated = listUnrated(statement.lines)
  // A rounding difference that an adjustment left open is listed only if no load has an open difference.
  const changed = drifts.filter(({ loadId }) => loadId !== 0)
  return (changed.length > 0 ? changed : drifts).map((drift) => {
    const alone = restate({ ...statement, drifts: [drift] })
    return { ...drift, lines, unrated, net: netOf(lines), loadNet: netOf(alone) }
  })
}

async function readChangedLoads(
  work: Database | Work,
  userId: string,
  { truckIds, billingIds }: DriftScope,
): Promise<LoadDrift[]> {
  const { rows } = await sql<LoadDrift>`
    select drift.billing_id, drift.load_id, drift.load_number as load, drift.stated as before,
      drift.current as now, drift.adjusted as corrected, billing.number, billing.truck_id,
      drift.current_miles - drift.miles as miles_before, drift.current_miles as miles_now,
      drift.current_empty_miles - drift.empty_miles as empty_miles_before,
      drift.current_empty_miles as empty_miles_now,
      drift.current_factored - drift.factored as factored_before, drift.current_factored as factored_now,
      drift.current_fee - drift.fee as fee_before, drift.current_fee as fee_now,
      case when drift.current_factored <> 0 or drift.current_fee <> 0
        then (find_factoring(${userId}, drift.load_id)).reference end as factoring,
      drift.revenue as open_revenue, drift.loads as open_loads,
      case when here.id is null then 'deleted'
        when here.truck_id is distinct from billing.truck_id
          or here.settlement_date is distinct from billing.settlement_date then 'moved'
        when not exists (select from statement_loads as printed where printed.user_id = ${userId}
          and printed.billing_id = drift.billing_id and printed.load_id = drift.load_id) then 'added'
        else 'changed' end as change,
      billing.settlement_date, coalesce(kept.payee, ${NO_PAYEE}) as payee,
      ${selectOtherPayee(userId, sql`billing`)} as other_payee
    from statement_drift as drift
      join billing on billing.user_id = drift.user_id and billing.id = drift.billing_id
      join statement_snapshots as kept
        on kept.user_id = drift.user_id and kept.billing_id = drift.billing_id
      left join loads as here on here.user_id = ${userId} and here.id = drift.load_id
    where drift.user_id = ${userId}
      and ${truckIds === undefined ? sql`true` : sql`billing.truck_id = any(${truckIds}::bigint[])`}
      and ${billingIds === undefined ? sql`true` : sql`drift.billing_id = any(${billingIds}::bigint[])`}
    order by billing.number, drift.load_id`.execute(work)
  return rows
}

type RuleLine = FrozenLine & { billingId: number }

/** The lines that rules added to the statements, by statement. */
async function readRuleLines(work: Database | Work, userId: string, ids: number[]) {
  const { rows } = await sql<RuleLine>`
    select line.billing_id, line.id, line.kind, line.category, line.description, line.amount,
      line.basis, line.basis_value, line.basis_figure, line.by_hand, line.skipped, line.net_floor,
      line.rule_id, line.load_id, line.reference, line.limited,
      rule.total,
      (select coalesce(sum(amount), 0.00) from expenses as made
        where made.user_id = ${userId} and made.restates = line.id and not made.voided) as adjusted
    from expenses as line
      left join deduction_rules as rule on rule.user_id = ${userId} and rule.id = line.rule_id
    where line.user_id = ${userId} and line.billing_id = any(${ids}::bigint[]) and line.rule_key is not null
    order by line.id`.execute(work)
  return Map.groupBy(rows, ({ billingId }) => billingId)
}

type AdjustedRow = Record<'revenue' | 'miles' | 'emptyMiles', Amount> & {
  corrects: number
  loads: number
}

/** What adjustments have already settled, by statement. Void adjustments do not count. */
async function readAdjusted(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, Shift>> {
  const { rows } = await sql<AdjustedRow>`
    select corrects, sum(revenue) as revenue, sum(miles) as miles, sum(empty_miles) as empty_miles,
      sum(loads) as loads from adjusted_loads
    where user_id = ${userId} and corrects = any(${ids}::bigint[]) and not voided
    group by corrects`.execute(work)
  return new Map(
    rows.map(({ corrects, revenue, miles, emptyMiles, loads }) => [
      corrects,
      {
        revenue: toCents(revenue),
        miles: toCents(miles),
        emptyMiles: toCents(emptyMiles),
        loads: BigInt(loads),
      },
    ]),
  )
}

// The factoring fees that adjustments have already settled (SPEC C237).

/** Settled fees by statement, then by load. Void adjustments do not count. */
async function readSettledFees(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, SettledFee[]>> {
  const { rows } = await sql<SettledFee & { corrects: number }>`
    with figures as (select corrects, load_id, max(load_number) as load, sum(factored) as factored, sum(fee) as fee
        from adjusted_loads where user_id = ${userId} and corrects = any(${ids}::bigint[]) and not voided group by 1, 2),
      amounts as (select made.corrects, made.load_id, stated.rule_id, sum(made.amount) as amount
        from expenses as made
          join expenses as stated on stated.user_id = ${userId} and stated.id = made.restates
        where made.user_id = ${userId} and made.corrects = any(${ids}::bigint[]) and made.load_id is not null
          and not made.voided
        group by 1, 2, 3)
    select figures.*, coalesce((select jsonb_agg(jsonb_build_object('ruleId', rule_id, 'amount', amount::text))
        from amounts where amounts.corrects = figures.corrects and amounts.load_id = figures.load_id), '[]') as by_rule
    from figures order by load_id`.execute(work)
  return Map.groupBy(rows, ({ corrects }) => corrects)
}
