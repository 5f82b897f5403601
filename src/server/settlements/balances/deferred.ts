/**
 * What floors left for later settlements, as balances (SPEC C322): the sum of `deferred` of the lines, less entries. It
 * belongs to the payee of its settlements, on one truck, or on all trucks if the deduction is for all trucks of a payee. A
 * deduction with a total has none: its balance includes what was left. Nothing is stored: a sum kept beside the lines would
 * have to follow every draft, void and change of payee.
 */
import { sql, type RawBuilder } from 'kysely'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { isOpen, type Balance } from '#core/settlements/balances.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { IS_OF_PAYEE } from '#server/settlements/deductions/rule-sums.ts'
import { NO_PAYEE, selectPayeeName, TRUCK_PAYEE } from '#server/settlements/payee/payee-names.ts'

const PLACE_OF_LINE = sql`case when ${IS_OF_PAYEE} then null else line.truck_id end`

/** The balances before this settlement that its payee has here, and what the settlement changes. */
export function readDeferredHere(
  work: Database | Work,
  userId: string,
  { truckId, payee }: Pick<Settlement, 'truckId' | 'payee'>,
  { before, here }: Pick<Reading, 'before' | 'here'>,
): Promise<DeferredBalance[]> {
  const isListed = sql`added.payee = ${payee} and (added.truck_id = ${truckId} or added.truck_id is null)`
  return readDeferred(work, userId, { truckId, before, here, isListed })
}

/** The open balances with lines on this truck, and those of its payee on all trucks. */
export async function readDeferredOfTruck(
  database: Database,
  userId: string,
  truckId: number,
): Promise<DeferredBalance[]> {
  const isListed = sql`(added.is_on_truck or added.truck_id is null and added.payee = (select ${TRUCK_PAYEE}
    from trucks where trucks.user_id = ${userId} and trucks.id = ${truckId}))`
  const found = await readDeferred(database, userId, { truckId, ...CURRENT, isListed })
  return found.filter(isOpen)
}

/** The open balances of payees that the truck no longer pays, of one truck or of all (SPEC C10). */
export async function readDeferredOfPreviousPayees(
  database: Database,
  userId: string,
  truckId?: number,
): Promise<DeferredBalance[]> {
  const isListed = sql`added.payee <> ${TRUCK_PAYEE} and
    ${truckId === undefined ? sql`true` : sql`added.truck_id = ${truckId}`}`
  const found = await readDeferred(database, userId, { truckId, ...CURRENT, isListed })
  return found.filter(isOpen)
}

/** Throws 409 if what the statement left was repaid, written off or transferred: the statement can't be voided then. */
export async function rejectIfDeferredIsSettled(
  work: Work,
  userId: string,
  { id, truckId, payee }: Settlement,
): Promise<void> {
  const here = sql`billing.id = ${id}`
  const before = sql`billing.number is not null and billing.id <> ${id}`
  const found = await readDeferredHere(work, userId, { truckId, payee }, { before, here })
  const settled = found.find(
    (one) => toCents(one.change) > 0n && toCents(one.settled) > 0n && toCents(one.opening) < 0n,
  )
  if (!settled) return
  const message = `What this statement left for later was repaid, written off or transferred (“${settled.description}”). Undo that first.`
  throw new RequestError(409, message)
}

/**
 * SQL: what changed these balances, as rows of rule_id, truck_id, payee, kind, amount and effect. The kind "deferred" is
 * what statements left; "collected" and "drafts" are what was deducted later.
 */
export function selectDeferredChanges(userId: string, payee?: string) {
  const isOfPayee = (column: RawBuilder<unknown>) =>
    payee === undefined ? sql`true` : sql`${column} = ${payee}`
  return sql`select rule.id as rule_id, ${PLACE_OF_LINE} as truck_id, billing.payee,
      case when billing.number is null then 'drafts' when line.deferred > 0 then 'deferred' else 'collected' end as kind,
      case when billing.number is not null and line.deferred > 0 then line.deferred else -line.deferred end as amount,
      case when billing.number is not null and line.deferred > 0 then 0.00 else -line.deferred end as effect
    from expenses as line
      join billing on billing.user_id = ${userId} and billing.id = line.billing_id and ${isOfPayee(sql`billing.payee`)}
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = line.rule_id and rule.total is null
    where line.user_id = ${userId} and line.deferred <> 0 and not line.voided
    union all select entry.rule_id, entry.truck_id, entry.payee, entry.kind, entry.amount, entry.effect
    from balance_entries as entry
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = entry.rule_id and rule.total is null
    where entry.user_id = ${userId} and ${isOfPayee(sql`entry.payee`)}`
}

/** `truckId`: null if the deduction is for all trucks of its payee. `settled`: what entries took from the balance. */
export type DeferredBalance = Balance & { truckId: number | null; settled: Amount }

/** SQL conditions: on `billing`, which lines count, and which sums of `added` are listed. */
type Reading = {
  truckId?: number | undefined
  before: RawBuilder<unknown>
  here: RawBuilder<unknown>
  isListed: RawBuilder<unknown>
}

const CURRENT = { before: sql`true`, here: sql`false` }

type Row = Omit<DeferredBalance, 'closing'>

async function readDeferred(
  work: Database | Work,
  userId: string,
  { truckId, before, here, isListed }: Reading,
): Promise<DeferredBalance[]> {
  const mayBeOfTruck =
    truckId === undefined ? sql`true` : sql`(rule.truck_id = ${truckId} or rule.truck_id is null)`
  const onTruck = (column: RawBuilder<unknown>) =>
    truckId === undefined ? sql`true` : sql`${column} = ${truckId}`
  const { rows } = await sql<Row>`
    with change as (
      select rule.id as rule_id, ${PLACE_OF_LINE} as truck_id, billing.payee, ${onTruck(sql`line.truck_id`)} as is_on_truck,
        case when ${before} then line.deferred else 0.00 end as before,
        case when ${here} then line.deferred else 0.00 end as here,
        greatest(line.deferred, 0.00) as total, 0.00 as settled
      from deduction_rules as rule
        join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id and line.deferred <> 0 and not line.voided
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      where rule.user_id = ${userId} and rule.total is null and ${mayBeOfTruck}
      union all
      select rule.id, entry.truck_id, entry.payee, ${onTruck(sql`entry.truck_id`)}, -entry.effect, 0.00, 0.00, entry.effect
      from deduction_rules as rule
        join balance_entries as entry on entry.user_id = ${userId} and entry.rule_id = rule.id
      where rule.user_id = ${userId} and rule.total is null and ${mayBeOfTruck}),
    added as (select rule_id, truck_id, payee, bool_or(is_on_truck) as is_on_truck, sum(before) as before,
        sum(here) as here, sum(total) as total, sum(settled) as settled
      from change group by rule_id, truck_id, payee)
    select rule.id as rule_id, rule.description, rule.basis, rule.value, 'deferred' as balance, added.total,
      added.payee as payee_key, added.truck_id, added.before as opening, added.here as change, added.settled,
      case when added.payee like 'owner:%' then split_part(added.payee, ':', 2)::bigint end as owner_id,
      nullif(${selectPayeeName(userId, sql`added.payee`)}, ${NO_PAYEE}::text) as payee
    from added join deduction_rules as rule on rule.user_id = ${userId} and rule.id = added.rule_id
      left join trucks on trucks.user_id = ${userId} and trucks.id = added.truck_id
    where ${isListed}
    order by rule.id, added.truck_id, payee, added.payee`.execute(work)
  return rows.map((row) => {
    const closing = toAmount(toCents(row.opening) + toCents(row.change))
    return { ...row, closing }
  })
}
