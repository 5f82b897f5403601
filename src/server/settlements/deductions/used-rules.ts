/** What cannot change in a recurring deduction after it was used (SPEC C2, C5, C10, C22). */
import { sql } from 'kysely'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { isFactoringBasis } from '#core/settlements/bases.ts'
import { isOfOnePayee, type RuleValues, type StoredRule } from '#core/settlements/rules.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readHandedOut } from '#server/payments/hand-out.ts'

export const ALREADY_USED = 'Already used: end it and create a new one'

/**
 * Once a rule has deducted something, its truck and the kind of its balance cannot change, and its total cannot be less
 * than what it deducted. Returns whether it has deducted something. Throws 400 at a field.
 */
export async function rejectIfUsed(
  work: Work,
  userId: string,
  before: StoredRule,
  after: RuleValues,
): Promise<boolean> {
  await rejectIfHandedOut(work, userId, before, after)
  const isShared = isOfOnePayee(before)
  // By truck and payee. Pending settlements may refund part of what approved statements deducted: the larger total counts.
  const { rows } = await sql<{
    mostDeducted: Amount | null
  }>`select max(deducted) as most_deducted from (
    select greatest(sum(amount), sum(amount) filter (where is_posted)) as deducted from (
      select line.truck_id, billing.payee, line.amount, billing.number is not null as is_posted from expenses as line
        join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = ${userId} and line.rule_id = ${before.id} and not line.voided
      union all
      select truck_id, payee, case kind when 'interest' then 0 else effect end, true from balance_entries
      where user_id = ${userId} and rule_id = ${before.id}) as change
    group by ${isShared ? sql`()` : sql`truck_id, case when ${before.truckId === null} then payee end`}) as deducted`.execute(
    work,
  )
  const mostDeducted = rows[0]?.mostDeducted ?? null
  if (mostDeducted === null) return false
  if (after.truckId !== before.truckId) throw badField('truckId', ALREADY_USED)
  // A factoring fee has one line per load, and adjustments follow the load's factoring (SPEC C237).
  const [was, becomes] = [before, after].map(({ basis }) => isFactoringBasis(basis))
  if (was !== becomes || (was && before.basis !== after.basis))
    throw badField('basis', ALREADY_USED)
  if (
    after.balance !== before.balance &&
    (before.total !== null || (await hasDeferred(work, userId, before.id)))
  )
    throw badField('balance', ALREADY_USED)
  if (after.total !== null && toCents(after.total) < toCents(mostDeducted))
    throw badField('total', `Already deducted ${formatMoney(toCents(mostDeducted))}`)
  return true
}

/** Money paid out is owed: the deduction stays an advance or a loan of at least that amount. Throws 400 at a field. */
async function rejectIfHandedOut(
  work: Work,
  userId: string,
  before: StoredRule,
  after: RuleValues,
): Promise<void> {
  const handedOut = await readHandedOut(work, userId, before.id)
  if (handedOut.length === 0) return
  if (after.total === null || after.balance === 'escrow') throw badField('balance', ALREADY_USED)
  const total = toCents(after.total)
  const above = handedOut.find(({ amount }) => toCents(amount) > total)
  if (above) throw badField('total', `Already paid out ${formatMoney(toCents(above.amount))}`)
}

/** Whether a floor left an amount for later, or such an amount was repaid, written off or transferred (SPEC C322). */
async function hasDeferred(work: Work, userId: string, ruleId: number): Promise<boolean> {
  const { rows } = await sql`
    select from expenses where user_id = ${userId} and rule_id = ${ruleId} and deferred <> 0 and not voided
    union all select from balance_entries where user_id = ${userId} and rule_id = ${ruleId} limit 1`.execute(
    work,
  )
  return rows.length > 0
}

/** Whether its balance has an approved line, an entry or money that was paid out. */
export async function isPosted(work: Work, userId: string, ruleId: number): Promise<boolean> {
  if ((await readHandedOut(work, userId, ruleId)).length > 0) return true
  const { rows } = await sql`
    select from deduction_rules as rule
    where rule.user_id = ${userId} and rule.id = ${ruleId} and rule.total is not null and (
      exists (select from expenses as line
          join billing on billing.user_id = ${userId} and billing.id = line.billing_id
        where line.user_id = ${userId} and line.rule_id = ${ruleId} and not line.voided
          and billing.number is not null)
      or exists (select from balance_entries as entry
        where entry.user_id = ${userId} and entry.rule_id = ${ruleId}))`.execute(work)
  return rows.length > 0
}
