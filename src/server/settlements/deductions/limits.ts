/**
 * A rule never deducts more than its total, and never refunds more than it deducted (SPEC C2, C5). A trigger enforces
 * it; these functions turn its error into a response.
 */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { constraintOf } from '#server/database/transaction.ts'
import { badField, RequestError } from '#server/errors.ts'

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

/** Runs a write that removes or reduces a settlement's lines. Throws 409 if another settlement depends on them. */
export function rejectIfRefunded<Result>(write: () => Promise<Result>): Promise<Result> {
  const message =
    'Another settlement refunds this deduction, or deducts what was refunded here. Change or void it first.'
  return mapBalanceLimitError(write, () => new RequestError(409, message))
}

/** Runs a write of one line. Throws 400 if the amount would exceed its rule's total. */
export function withBalanceLimit<Result>(write: () => Promise<Result>): Promise<Result> {
  const message = "The total can't be exceeded, and refunds can't be more than was deducted"
  return mapBalanceLimitError(write, () => badField('amount', message))
}

type Violation = {
  description: string
  isNegative: boolean
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
    select rule.description, sum(line.amount) < 0 as is_negative,
      max(billing.number) filter (where line.amount < 0) as refunded_by,
      max(billing.number) filter (where line.amount > 0) as deducted_by
    from (select distinct rule_id, truck_id from expenses
        where user_id = ${userId} and billing_id = ${billingId} and rule_id is not null) as own_line
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = own_line.rule_id
      join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id
        and line.truck_id = own_line.truck_id and not line.voided and line.billing_id <> ${billingId}
      join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    where rule.total is not null and billing.number is not null
    group by rule.user_id, rule.id, case when rule.truck_id is null then billing.payee end
    having sum(line.amount) < 0 or sum(line.amount) > rule.total order by rule.id`.execute(work)
  const [violation] = rows
  if (!violation) return
  const { description, isNegative, refundedBy, deductedBy } = violation
  const dependent = isNegative
    ? `Statement ${refundedBy} refunds this deduction`
    : `Statement ${deductedBy} deducts what was refunded here`
  throw new RequestError(409, `${dependent} (“${description}”). Void it first.`)
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
    where billing.user_id = ${userId} and billing.truck_id = ${truckId} and billing.id <> ${id}
      and billing.status = 'pending' and rule.id = ${ruleId} and line.amount <> 0
      and (rule.truck_id is not null or billing.payee = ${payee})
    order by day`.execute(work)
  return rows.map(({ day }) => day)
}
