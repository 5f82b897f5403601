/** The database's refusal of a rule that would go past its total, or below what it took (SPEC C2, C5). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { constraintOf } from '#server/database/transaction.ts'
import { badField, RequestError } from '#server/errors.ts'

const RULE_TOTAL = 'expenses_rule_total'

const BUILT_ON =
  'Another settlement of the truck gives back what was deducted here, or takes again what was given back here. Change or void that one first.'

/** Runs `write`, and throws `refusal` where the database refuses it at a rule's total. */
export async function mapBalanceLimitError<Result>(
  write: () => Promise<Result>,
  refusal: () => RequestError,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw constraintOf(error) === RULE_TOTAL ? refusal() : error
  }
}

/** Runs what takes lines of a settlement away. Throws 409 where another one gives back, or takes again, what they moved. */
export function refuseIfRefunded<Result>(write: () => Promise<Result>): Promise<Result> {
  return mapBalanceLimitError(write, () => new RequestError(409, BUILT_ON))
}

/** Runs what changes one line. Throws 400 where the line's rule has no room for the amount. */
export function withBalanceLimit<Result>(write: () => Promise<Result>): Promise<Result> {
  const message = 'The deduction would go past its total, or below what was given back'
  return mapBalanceLimitError(write, () => badField('amount', message))
}

type Left = { description: string; isBelow: boolean; gives: number | null; takes: number | null }

/**
 * Approved statements go on from each other: without this one, what the others took has to stay between nothing and
 * the total, whatever a pending one makes up for. Throws 409 with the statement that has to be void first.
 */
export async function refuseIfLaterStatementDepends(
  work: Work,
  userId: string,
  billingId: number,
): Promise<void> {
  const { rows } = await sql<Left>`
    select rule.description, sum(line.amount) < 0 as is_below,
      max(billing.number) filter (where line.amount < 0) as gives,
      max(billing.number) filter (where line.amount > 0) as takes
    from (select distinct rule_id, truck_id from expenses
        where user_id = ${userId} and billing_id = ${billingId} and rule_id is not null) as mine
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = mine.rule_id
      join expenses as line on line.user_id = ${userId} and line.rule_id = rule.id
        and line.truck_id = mine.truck_id and not line.voided and line.billing_id <> ${billingId}
      join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    where rule.total is not null and billing.number is not null
    group by rule.user_id, rule.id, case when rule.truck_id is null then billing.owner_id end
    having sum(line.amount) < 0 or sum(line.amount) > rule.total order by rule.id`.execute(work)
  const [left] = rows
  if (!left) return
  const { description, isBelow, gives, takes } = left
  const other = isBelow
    ? `Statement ${gives} gives back what was deducted here`
    : `Statement ${takes} takes what was given back here`
  throw new RequestError(409, `${other} (“${description}”): void that one first`)
}

/** The dates of the truck's other pending settlements of the same balance that a rule has an amount on. */
export async function readPendingDays(
  work: Work,
  userId: string,
  { id, truckId, ownerId }: Settlement,
  ruleId: number,
): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`select distinct billing.settlement_date as day
    from billing join expenses as line on line.user_id = billing.user_id and line.billing_id = billing.id
      join deduction_rules as rule on rule.user_id = line.user_id and rule.id = line.rule_id
    where billing.user_id = ${userId} and billing.truck_id = ${truckId} and billing.id <> ${id}
      and billing.status = 'pending' and rule.id = ${ruleId} and line.amount <> 0
      and (rule.truck_id is not null or billing.owner_id is not distinct from ${ownerId}::bigint)
    order by 1`.execute(work)
  return rows.map(({ day }) => day)
}
