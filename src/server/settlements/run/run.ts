/** The settlement run of a work week (SPEC C8). The number of queries does not depend on the number of trucks. */
import { sql } from 'kysely'
import { addDays, weekOf, type Day, type Period } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import {
  findExceptions,
  isStale,
  WEEKS_COMPARED,
  type RunFacts,
} from '#core/settlements/run/exceptions.ts'
import { findOpenWeek } from '#core/settlements/run/open-weeks.ts'
import {
  findRepeated,
  isIdle,
  sortByOffsets,
  sortByPayee,
  type FlatLine,
  type Run,
  type RunRow,
} from '#core/settlements/run/run.ts'
import { sumNets, type Drift } from '#core/settlements/adjustments/drift.ts'
import { isWithholdingStale } from '#core/settlements/year/withholding.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import { CARRY_IN_FORMULA } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import type { Database } from '#server/database/open.ts'
import { readDrift } from '#server/settlements/adjustments/drift.ts'
import {
  selectChangedPayee,
  selectPreviousPayee,
  TRUCK_PAYEE,
} from '#server/settlements/payee/payee-names.ts'
import { readOpenCarryForwards } from '#server/settlements/payee/carry-forward.ts'
import { readWithheldPayees } from '#server/settlements/deductions/withholding.ts'
import { readRunOffsets } from '#server/settlements/offsets/read-offsets.ts'
import { proposeLines } from '#server/settlements/deductions/proposals.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { readPreviousPayeeItems } from '#server/settlements/payee/previous-payee.ts'
import { readOpenWeeks } from './open-weeks.ts'
import { describePayee, readRunPayees, type RunPayees } from './payees.ts'

/** The work week that contains `week`; by default the oldest one with open work, else the last completed one. */
export async function readRun(
  database: Database,
  userId: string,
  { week, today }: { week?: Day | undefined; today: Day },
): Promise<Run> {
  const [firstWeekday, openWeeks, drifts, carries] = await Promise.all([
    readFirstWeekday(database, userId),
    week ? [] : readOpenWeeks(database, userId, today),
    readDrift(database, userId, {}),
    readOpenCarryForwards(database, userId),
  ])
  const period = weekOf(week ?? findOpenWeek(openWeeks)?.from ?? addDays(today, -7), firstWeekday)
  const dueTrucks = [...new Set([...drifts, ...carries].map(({ truckId }) => truckId))]
  const [found, offsets, previousPayeeItems, withheldPayees] = await Promise.all([
    readRunTrucks(database, userId, period, dueTrucks),
    readRunOffsets(database, userId, period),
    readPreviousPayeeItems(database, userId),
    readWithheldPayees(database, userId),
  ])
  // A deduction once per payee is proposed for a truck with loads first.
  const unsaved = found
    .filter(({ billing }) => billing === null)
    .toSorted((one, other) => Number(isIdle(one)) - Number(isIdle(other)))
  const proposals = await proposeLines(database, userId, unsaved.map(toFigures))
  const proposed = new Map(unsaved.map((row, index) => [row, proposals[index] ?? []]))
  const ofTrucks = Map.groupBy(drifts, ({ truckId }) => truckId)
  const listed = found.filter(
    (row) => !isIdle(row) || isDue(row, proposed.get(row) ?? [], driftsFor(row, ofTrucks).length),
  )
  const payees = await readRunPayees(database, userId, listed)
  const flat = listed.map((row) => ({
    ...row,
    flat: proposed.get(row)?.flatMap(toFlat) ?? row.flat,
  }))
  const repeated = findRepeated(flat)
  const rows = listed.map((row, index) => {
    const lines = proposed.get(row)
    const deductions = lines ? toAmount(addUp(lines.map(({ amount }) => amount))) : row.deductions
    const extraPay = lines ? toAmount(sumExtraPay(lines)) : row.extraPay
    const withFlat = flat[index]
    const ownDrifts = driftsFor(row, ofTrucks)
    return toRow(payees, {
      ...row,
      deductions,
      extraPay,
      drifts: ownDrifts.length,
      driftNet: sumNets(ownDrifts),
      waiting: itemsFor(row, previousPayeeItems),
      withholdingStale: hasStaleWithholding(row, withheldPayees),
      repeated: (withFlat && repeated.get(withFlat)) ?? [],
      offsets: row.billing ? (offsets.get(row.billing.id) ?? null) : null,
    })
  })
  return { ...period, rows: sortByOffsets(sortByPayee(rows)) }
}

/** A draft can take the adjustments of all the truck's statements. A statement shows only its own changed loads. */
function driftsFor({ truckId, billing }: RunFigures, ofTrucks: Map<number, Drift[]>): Drift[] {
  const ofTruck = ofTrucks.get(truckId) ?? []
  if (billing === null || billing.status === 'pending') return ofTruck
  return ofTruck.filter(({ billingId }) => billingId === billing.id)
}

/** An inactive truck is charged no recurring deductions, but its open carry-forwards and adjustments are due. */
function isDue({ inactive }: RunFigures, lines: ProposedLine[], drifts: number): boolean {
  const due = lines.filter(({ amount, formula }) =>
    inactive ? formula === CARRY_IN_FORMULA : toCents(amount) !== 0n,
  )
  return drifts > 0 || due.length > 0
}

/** Of a saved draft. */
function hasStaleWithholding(row: RunFigures, withheldPayees: ReadonlySet<string>): boolean {
  if (row.billing?.status !== 'pending') return false
  const { payee, grossPay: gross, settlementDate, withheld } = row
  return isWithholdingStale({
    isWithheld: withheldPayees.has(payee),
    ...{ gross, settlementDate, withheld },
  })
}

/** A proposed line of a flat amount. */
function toFlat({ kind, ruleKey, basis, amount, description }: ProposedLine): FlatLine[] {
  const isFlat = kind === 'rule' && basis === 'fixed' && toCents(amount) > 0n
  return isFlat && ruleKey ? [{ key: ruleKey, description }] : []
}

/** Carry-forwards from before the settlement's date, and current balances. */
function itemsFor(
  { truckId, settlementDate }: RunFigures,
  { carries, balances }: PreviousPayeeItems,
): PreviousPayeeItems {
  return {
    carries: carries.filter(
      (carry) => carry.truckId === truckId && carry.settlementDate < settlementDate,
    ),
    balances: balances.filter((balance) => balance.truckId === truckId),
  }
}

type RunFigures = Omit<
  RunRow,
  'exceptions' | 'net' | 'stale' | 'offsets' | 'payeeName' | 'method'
> &
  Omit<
    RunFacts,
    | 'status'
    | 'net'
    | 'drifts'
    | 'driftNet'
    | 'waiting'
    | 'hasPayee'
    | 'repeated'
    | 'withholdingStale'
  > & {
    /** Flat deductions, if the truck has other settlements in the week. */
    flat: FlatLine[]
    miles: Amount
    emptyMiles: Amount
    /** The truck is out of service and has no loads or settlement this week. */
    inactive: boolean
    /** The payee as printed, and how it was paid; null if the settlement is not frozen or not paid. */
    printedPayee: string | null
    paymentMethod: string | null
    grossPay: Amount
    withheld: Amount
  }

/** `dueTrucks`: trucks with an open carry-forward or adjustment. Other inactive trucks have nothing due. */
async function readRunTrucks(
  database: Database,
  userId: string,
  { from, to }: Period,
  dueTrucks: number[],
) {
  const { rows } = await sql<RunFigures>`
    with hauled as (select truck_id, settlement_date, count(*) as loads, sum(revenue) as revenue,
        sum(miles) as miles, sum(empty_miles) as empty_miles, count(*) filter (where bol_status <> 'received') as bol_missing
      from loads where user_id = ${userId} and truck_id is not null
        and settlement_date between ${from} and ${to} group by 1, 2),
    saved as (select truck_id, settlement_date, id, status, number, version, payee, total_revenue, total_expenses,
        extra_pay, gross_pay, hold_reason, payment_method
      from billing where user_id = ${userId} and status <> 'void'
        and settlement_date between ${from} and ${to}),
    -- Materialized: without statistics of a new account the planner would compute them again for each truck.
    earlier as materialized (select truck_id, sum(revenue) as revenue, count(distinct settlement_date) as count,
        count(distinct (${addDays(from, -1)}::date - settlement_date) / 7) as weeks
      from loads where user_id = ${userId} and truck_id is not null
        and settlement_date between ${addDays(from, -7 * WEEKS_COMPARED)} and ${addDays(from, -1)} group by 1),
    settled as (select truck_id, settlement_date from hauled union select truck_id, settlement_date from saved),
    -- Trucks without a load or settlement this week, on the date of most settlements (SPEC C23).
    idle as (select id as truck_id, status = 'inactive' as inactive, coalesce((select settlement_date from settled
          group by settlement_date order by count(*) desc, settlement_date desc limit 1), ${to}::date) as settlement_date
      from trucks where user_id = ${userId} and (status <> 'inactive' or id = any(${dueTrucks}::bigint[]))
        and id not in (select truck_id from settled)),
    place as (select * from hauled full join saved using (truck_id, settlement_date)
      full join idle using (truck_id, settlement_date)),
    counted as materialized (select billing_id,
        array_agg(quantity) filter (where rule_key is not null and not by_hand and quantity is not null) as quantities,
        bool_or(kind = 'plain' and category = 'other' and description is null and amount <> 0) as unexplained,
        array_agg(basis_figure) filter (where basis = 'percent-after-fuel' and not by_hand) as after_fuel,
        array_agg(basis_figure) filter (where basis = 'percent-of-net' and not by_hand) as of_net,
        coalesce(sum(amount) filter (where category = 'fuel'), 0)
          + coalesce(sum(amount) filter (where subject_to_percent), 0) as fuel,
        coalesce(sum(amount) filter (where kind not in ('carry-in', 'carry-out', 'offset')
          and (net_floor is null or by_hand)), 0) as deducted
      from expenses where user_id = ${userId}
        and billing_id = any(array(select id from saved where status = 'pending')) group by 1),
    flat as materialized (select billing_id, jsonb_agg(jsonb_build_object('key', rule_key, 'description', description)) as lines
      from expenses where user_id = ${userId} and kind = 'rule' and basis = 'fixed' and amount > 0
        and billing_id = any(array(select id from saved where truck_id = any(array(
          select truck_id from place group by truck_id having count(*) > 1)))) group by 1),
    withheld as materialized (select billing_id, sum(amount) as amount from expenses
      where user_id = ${userId} and billing_id = any(array(select id from saved where status = 'pending'))
        and kind = 'withholding' group by 1)
    select place.truck_id, trucks.truck_id as truck, settlement_date,
      case when place.id is not null then jsonb_build_object('id', place.id, 'status', place.status,
        'number', place.number, 'version', place.version, 'holdReason', place.hold_reason) end as billing,
      coalesce(place.inactive, false) as inactive, coalesce(loads, 0) as loads, coalesce(bol_missing, 0) as bol_missing,
      coalesce(miles, 0.00) as miles, coalesce(empty_miles, 0.00) as empty_miles, coalesce(place.revenue, 0.00) as loads_revenue,
      coalesce(total_revenue, place.revenue, 0.00) as revenue, coalesce(total_expenses, 0.00) as deductions,
      coalesce(place.extra_pay, 0.00) as extra_pay, coalesce(unexplained, false) as unexplained,
      not (coalesce(quantities, '{}') <@ array[coalesce(miles, 0), coalesce(empty_miles, 0), coalesce(loads, 0)]
        and coalesce(after_fuel, '{}') <@ array[greatest(total_revenue - fuel, 0)]
        and coalesce(of_net, '{}') <@ array[greatest(total_revenue - deducted, 0)]) as miscounted,
      coalesce(flat.lines, '[]') as flat,
      coalesce(place.payee, ${TRUCK_PAYEE}) as payee,
      coalesce(place.gross_pay, 0.00) as gross_pay, coalesce(withheld.amount, 0.00) as withheld,
      ${selectPreviousPayee(
        userId,
        sql`place.truck_id`,
        sql`place.settlement_date`,
        sql`coalesce(place.payee, ${TRUCK_PAYEE})`,
      )} as former,
      case when place.status = 'pending' then
        ${selectChangedPayee(userId, sql`place.truck_id`, sql`place.payee`)} end as changed_payee,
      coalesce(earlier.revenue, 0.00) as earlier, coalesce(earlier.count, 0) as earlier_count,
      coalesce(earlier.weeks, 0) as earlier_weeks, kept.payee as printed_payee, place.payment_method
    from place join trucks on trucks.user_id = ${userId} and trucks.id = place.truck_id
      left join statement_snapshots as kept on kept.user_id = ${userId} and kept.billing_id = place.id
      left join earlier on earlier.truck_id = place.truck_id
      left join counted on counted.billing_id = place.id
      left join withheld on withheld.billing_id = place.id
      left join flat on flat.billing_id = place.id
    order by settlement_date, trucks.truck_id`.execute(database)
  return rows
}

function toFigures({ truckId, settlementDate, payee, loads, ...row }: RunFigures) {
  const [miles, emptyMiles] = [toCents(row.miles), toCents(row.emptyMiles)]
  const figures = { revenue: toCents(row.revenue), miles, emptyMiles, loads }
  return { truckId, settlementDate, payee, ...figures }
}

type FoundFacts = Pick<
  RunFacts,
  'drifts' | 'driftNet' | 'waiting' | 'repeated' | 'withholdingStale'
> &
  Pick<RunRow, 'offsets'>

function toRow(payees: RunPayees, found: RunFigures & FoundFacts): RunRow {
  const { truckId, truck, settlementDate, billing, loads, revenue, deductions, extraPay } = found
  const { payee, offsets, changedPayee } = found
  const net = toAmount(toCents(revenue) - toCents(deductions))
  const row = {
    ...{ truckId, truck, settlementDate, billing, payee, ...describePayee(payees, found) },
    ...{ loads, revenue, deductions, extraPay, net, offsets, changedPayee },
  }
  const status = billing?.status ?? null
  const hasPayee = !payee.startsWith('truck:')
  const facts = { ...found, status, net: offsets?.net ?? net, hasPayee }
  // An approved statement was checked; a later change of its loads is reported as drift.
  const frozen = status !== null && status !== 'pending'
  return { ...row, stale: !frozen && isStale(facts), exceptions: findExceptions(facts) }
}
