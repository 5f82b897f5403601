/** The amounts that recurring deductions have deducted so far, without reading years of lines again. */
import { sql, type RawBuilder } from 'kysely'

/** SQL: whether a `rule` is for all trucks of one payee. It has one balance (SPEC C15). */
export const IS_OF_PAYEE = sql<boolean>`(rule.truck_id is null and coalesce(rule.owner_id, rule.driver_id) is not null)`

/**
 * SQL: rows of rule_id, truck_id, payee, pending_on and amount. Frozen statements are one stored sum (pending_on is
 * null). Each draft is a row with its date. `truckId`: only rows of this truck. `lateral` keeps the planner from reading
 * all lines of the account for a few drafts.
 */
export function selectLineSums(userId: string, truckId?: number) {
  const ofTruck = isOfTruck(truckId)
  return sql`select rule_id, truck_id, payee, null::date as pending_on, amount
      from statement_rule_sums where user_id = ${userId} and ${ofTruck}
    union all select line.rule_id, draft.truck_id, draft.payee, draft.settlement_date, line.amount
      from (select id, truck_id, payee, settlement_date from billing
        where user_id = ${userId} and status = 'pending' and ${ofTruck}) as draft
        cross join lateral (select rule_id, sum(amount) as amount from expenses
          where user_id = ${userId} and billing_id = draft.id and rule_id is not null group by rule_id) as line`
}

/** SQL: the rows of `selectLineSums` of some rules. `rules`: selects their IDs. */
export function selectSumsOfRules(userId: string, rules: RawBuilder<unknown>) {
  return sql`select found.* from (${rules}) as rule cross join lateral (
      select rule_id, truck_id, payee, null::date as pending_on, amount
        from statement_rule_sums where user_id = ${userId} and rule_id = rule.id
      union all select line.rule_id, draft.truck_id, draft.payee, draft.settlement_date, line.amount
        from expenses as line join billing as draft on draft.user_id = ${userId} and draft.id = line.billing_id
        where line.user_id = ${userId} and line.rule_id = rule.id and draft.status = 'pending') as found`
}

/** SQL: the rows of `selectLineSums` of one payee. */
export function selectSumsOfPayee(userId: string, payee: string) {
  return sql`select rule_id, truck_id, payee, null::date as pending_on, amount
      from statement_rule_sums where user_id = ${userId} and payee = ${payee}
    union all select line.rule_id, draft.truck_id, draft.payee, draft.settlement_date, line.amount
      from (select id, truck_id, payee, settlement_date from billing
        where user_id = ${userId} and status = 'pending' and payee = ${payee}) as draft
        cross join lateral (select rule_id, amount from expenses
          where user_id = ${userId} and billing_id = draft.id and rule_id is not null offset 0) as line`
}

/**
 * SQL: the rows of `selectLineSums`, and the entries of balances (SPEC C20). Their truck_id is null if the balance is for
 * all trucks.
 */
export function selectRuleSums(userId: string, truckId?: number) {
  return sql`${selectLineSums(userId, truckId)}
    union all select rule_id, truck_id, payee, null, effect
      from balance_entries where user_id = ${userId} and ${isOfTruck(truckId)}`
}

/** SQL: the same without interest: what was withheld for escrow, less what was returned or moved. */
export function selectWithheldSums(userId: string, truckId?: number) {
  return sql`${selectLineSums(userId, truckId)}
    union all select rule_id, truck_id, payee, null, effect from balance_entries
      where user_id = ${userId} and kind <> 'interest' and ${isOfTruck(truckId)}`
}

/** SQL: whether a row belongs to the truck. Without `truckId` it is true for every row. */
export function isOfTruck(truckId: number | undefined, column = 'truck_id') {
  return truckId === undefined ? sql`true` : sql`${sql.ref(column)} = ${truckId}`
}

type PlacedRule = { id: number | null; truckId: number | null; isShared: boolean }

/**
 * SQL: what entries add to the amount that a rule deducted. `isShared`: the rule has one balance on all trucks of its
 * payee. A rule of one truck has one balance. Any other rule has a balance for each truck and payee.
 */
export function selectEntrySum(
  userId: string,
  { id, truckId: ruleTruckId, isShared }: PlacedRule,
  { truckId, payee }: { truckId: number; payee: string },
) {
  return sql`(select coalesce(sum(effect), 0.00) from balance_entries
    where user_id = ${userId} and rule_id = ${id} and (${isShared} or truck_id = ${truckId})
      and (${isShared || ruleTruckId !== null} or payee = ${payee}))`
}
