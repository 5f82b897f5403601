/** The advance or loan that a payment pays out (SPEC C22). */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { payeeKey } from '#core/settlements/payee.ts'
import type { StoredRule } from '#core/settlements/rules.ts'
import type { Work } from '#server/database/open.ts'
import { badField, notFound } from '#server/errors.ts'
import { selectRule } from './lock-balance.ts'
import { readOpenBalances } from './sums.ts'

/**
 * Locks the advance or loan, and returns the total amount that can be paid out for it: its total, less what came from
 * another balance. Throws 400 at the deduction or at the payee.
 */
export async function lockHandOutLimit(
  work: Work,
  userId: string,
  ruleId: number,
  payee: string,
): Promise<Amount> {
  const rule = await selectRule(work, userId, ruleId).forNoKeyUpdate().executeTakeFirst()
  if (!rule) throw badField('ruleId', 'Recurring deduction was not found')
  if (rule.total === null || rule.balance === 'escrow')
    throw badField('ruleId', 'Choose an advance or a loan')
  if (!canHandOutTo(rule, payee)) throw badField('ownerId', 'This balance belongs to another payee')
  if (rule.truckId === null && rule.ownerId === null && rule.driverId === null) return rule.total
  const [balance] = await readOpenBalances(work, userId, { ruleId })
  if (!balance) throw notFound()
  const received = toCents(balance.received)
  return toAmount(toCents(rule.total) - received)
}

/** A deduction for all trucks and payees can pay out to any payee. */
function canHandOutTo({ truckId, ...ids }: StoredRule, payee: string): boolean {
  if (truckId === null && ids.ownerId === null && ids.driverId === null) return true
  return payeeKey({ ...ids, truckId: truckId ?? 0 }) === payee
}
