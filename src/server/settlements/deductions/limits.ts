/**
 * A rule never deducts more than its total, and never refunds more than it deducted (SPEC C2, C5). A trigger enforces
 * it. Its error says that another settlement depends on the deduction; these functions are for writes with a better reason.
 */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { constraintOf } from '#server/database/transaction.ts'
import { badField, RequestError } from '#server/errors.ts'
import { IS_OF_PAYEE } from './rule-sums.ts'

const RULE_TOTAL = 'expenses_rule_total'

/** Runs `write`. Throws the error of `toError` if the write violates a rule's limits. */
export async function mapBalanceLimitError<Result>(
  write: () => Promise<Result>,
  toError: () => RequestError,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw constraintOf(error) === RULE_TOTAL ? toError() : error
  }
}

/** Runs a write of one line. Throws 400 if the amount would exceed its rule's total. */
export function withBalanceLimit<Result>(write: () => Promise<Result>): Promise<Result> {
  const message = "The total can't be exceeded, and refunds can't be more than was deducted"
  return mapBalanceLimitError(write, () => badField('amount', message))
}

type Violation = {
  description: string
  isNegative: boolean
  /** Whether only the entries of the balance cause the error. */
  byEntries: boolean
  refundedBy: number | null
  deductedBy: number | null
}

/**
 * Before a statement is voided: without it, what the other approved statements deducted must still be between 0 and the
 * rule's total. Pending settlements do not count: they may change. Throws 409 with the statement to void first.
 */
export async function rejectIfLaterStatementDepends(
  work: Work,
  userId: string,
  billingId: number,
): Promise<void> {
  const { rows } = await sql<Violation>`
    with own as materialized (select distinct rule.id, line.truck_id, rule.truck_id is not null as is_of_truck,
        ${IS_OF_PAYEE} as is_of_payee, rule.total, rule.description
      from expenses as line join deduction_rules as rule on rule.user_id = ${userId} and rule.id = line.rule_id
      where line.user_id = ${userId} and line.billing_id = ${billingId} and rule.total is not null),
    change as (
      select own.id, own.is_of_truck or own.is_of_payee as is_one, billing.payee, billing.number, line.amount, false as is_interest
      from own join expenses as line on line.user_id = ${userId} and line.rule_id = own.id
          and (own.is_of_payee or line.truck_id = own.truck_id) and not line.voided and line.billing_id <> ${billingId}
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
      where billing.number is not null
      union all
      select own.id, own.is_of_truck or own.is_of_payee, entry.payee, null, entry.effect, entry.kind = 'interest'
      from own join balance_entries as entry on entry.user_id = ${userId} and entry.rule_id = own.id
        and (own.is_of_payee or entry.truck_id = own.truck_id))
    select own.description, sum(change.amount) < 0 as is_negative,
      coalesce(sum(change.amount) filter (where change.number is not null), 0) between 0 and own.total as by_entries,
      max(change.number) filter (where change.amount < 0) as refunded_by,
      max(change.number) filter (where change.amount > 0) as deducted_by
    from own join change on change.id = own.id
    group by own.id, own.description, own.total, case when not change.is_one then change.payee end
    having sum(change.amount) < 0
      or sum(change.amount) - coalesce(sum(change.amount) filter (where change.is_interest), 0) > own.total
    order by own.id`.execute(work)
  const [violation] = rows
  if (violation) throw new RequestError(409, describeViolation(violation))
}

function describeViolation(violation: Violation): string {
  const { description, isNegative, byEntries, refundedBy, deductedBy } = violation
  if (byEntries && isNegative)
    return `What this statement deducted was transferred (“${description}”). Transfer it back first.`
  if (byEntries)
    return `What this statement refunded was repaid or written off (“${description}”). Undo that first.`
  const dependent = isNegative
    ? `Statement ${refundedBy} refunds this deduction`
    : `Statement ${deductedBy} deducts what was refunded here`
  return `${dependent} (“${description}”). Void it first.`
}

/** Settlement dates of the truck's other pending settlements that change the same balance of a rule. */
export async function readPendingDays(
  work: Work,
  userId: string,
  { id, truckId, payee }: Settlement,
  ruleId: number,
): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`select distinct billing.settlement_date as day
    from billing join expenses as line on line.user_id = billing.user_id and line.billing_id = billing.id
      join deduction_rules as rule on rule.user_id = line.user_id and rule.id = line.rule_id
    where billing.user_id = ${userId} and (${IS_OF_PAYEE} or billing.truck_id = ${truckId}) and billing.id <> ${id}
      and billing.status = 'pending' and rule.id = ${ruleId}
      and (line.amount <> 0 or line.deferred <> 0)
      and (rule.truck_id is not null and rule.total is not null or billing.payee = ${payee})
    order by day`.execute(work)
  return rows.map(({ day }) => day)
}
