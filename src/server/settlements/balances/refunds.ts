/** Refunds of escrow, advances and loans on a pending settlement (SPEC C5). */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { RefundValues } from '#core/settlements/balances.ts'
import type { Line } from '#core/settlements/lines.ts'
import { isPayeeOf, type StoredRule } from '#core/settlements/rules.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { refreshDependentLines } from '#server/settlements/deductions/apply.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { mapBalanceLimitError } from '#server/settlements/deductions/limits.ts'
import { BLANK_LINE, deleteLine, insertLine, readLineRows } from '#server/settlements/lines/rows.ts'
import { readBalances } from './balances.ts'
import { saveSettlement, lockPending } from '#server/settlements/settlement/lock.ts'

/** Adds a negative line that refunds part of what the rule deducted. Throws 404, 409, 400 at the amount. */
export async function addRefund(
  database: Database,
  userId: string,
  billingId: number,
  ruleId: number,
  { amount, description }: RefundValues,
  request: Repeatable,
): Promise<Line> {
  if (toCents(amount) === 0n) throw badField('amount', 'Amount must be more than 0')
  return runIdempotent(database, userId, request, async (work) => {
    const settlement = await lockPending(work, userId, billingId)
    const rule = await readRuleWithTotal(work, userId, ruleId)
    if (!isPayeeOf(rule, settlement.payee))
      throw new RequestError(
        409,
        "This balance belongs to another payee. Refund it on that payee's settlement.",
      )
    const text = description ?? `${rule.description}: refund`
    const line = await mapBalanceLimitError(
      () => insertRefund(work, userId, settlement, rule, { amount, description: text }),
      () => badField('amount', "Refund can't exceed what was deducted"),
    )
    await refreshDependentLines(work, userId, settlement)
    await saveSettlement(work, userId, billingId)
    return line
  })
}

type RefundedRule = Pick<StoredRule, 'id' | 'balance' | 'category'>

/** `amount`: positive. Throws the database's error if it is more than was deducted. */
export async function insertRefund(
  work: Work,
  userId: string,
  settlement: Settlement,
  rule: RefundedRule,
  { amount, description }: Pick<Line, 'amount' | 'description'>,
): Promise<Line> {
  await removeReplacedLine(work, userId, settlement, rule, amount)
  return insertLine(work, userId, settlement, {
    ...BLANK_LINE,
    kind: 'refund',
    category: rule.category,
    description,
    amount: toAmount(-toCents(amount)),
    ruleId: rule.id,
  })
}

/** A refund of all the escrow that was held before this settlement replaces its deduction on this settlement (SPEC C23). */
async function removeReplacedLine(
  work: Work,
  userId: string,
  settlement: Settlement,
  { id, balance }: Pick<StoredRule, 'id' | 'balance'>,
  amount: Amount,
): Promise<void> {
  if (balance !== 'escrow') return
  const before = (await readBalances(work, userId, settlement)).find(({ ruleId }) => ruleId === id)
  if (!before || toCents(before.opening) !== toCents(amount)) return
  const lines = await readLineRows(work, userId, settlement.id)
  const replaced = lines.find(
    ({ kind, ruleId, byHand }) => kind === 'rule' && ruleId === id && !byHand,
  )
  if (replaced) await deleteLine(work, userId, replaced.id)
}

/** Throws 404, and 409 for a rule without a balance. */
async function readRuleWithTotal(work: Work, userId: string, id: number) {
  const rule = await work
    .selectFrom('deductionRules')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!rule) throw notFound()
  if (rule.total === null)
    throw new RequestError(409, 'Only advances, loans and escrow can be refunded')
  return rule
}
