/** Money paid out as an advance or a loan (SPEC C13). Its balance is the recurring deduction that collects it. */
import { sql } from 'kysely'
import { addUp, formatMoney, toCents, type Amount } from '#core/money.ts'
import type { NewPayment, Payment } from '#core/payments/payments.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { lockHandOutLimit } from '#server/settlements/balances/hand-out-limit.ts'
import { confirmPosting } from './confirm.ts'
import { findPayeeName, readPaidTo, toKey, unknownPayee } from './paid-to.ts'
import { insertPayment, lockPayee } from './rows.ts'

/** Pays out an advance or a loan. Throws 400 at a field, and 409 if something must be confirmed. */
export async function handOut(work: Work, userId: string, values: NewPayment): Promise<Payment> {
  const { ruleId, paidOn, method, reference, amount, note, confirmed } = values
  if (ruleId === null) throw badField('ruleId', 'Choose the advance or loan that was paid out')
  const paidTo = readPaidTo(values)
  const payeeName = await findPayeeName(work, userId, paidTo)
  if (payeeName === null) throw unknownPayee(paidTo)
  const payee = toKey(paidTo)
  // This locks the deduction before the payee, in the same order as an approval.
  await rejectTooMuch(work, userId, { ruleId, payee, amount })
  await lockPayee(work, userId, payee)
  await confirmPosting(work, userId, values, [], confirmed)
  const posting = { paidOn, method, reference, amount, note, replaces: null, ruleId }
  return await insertPayment(
    work,
    userId,
    { ...paidTo, ...posting, kind: 'hand-out', payeeName },
    [],
  )
}

/** Throws 400 at the deduction, the payee or the amount. */
async function rejectTooMuch(work: Work, userId: string, { ruleId, payee, amount }: HandedOut) {
  const lent = await lockHandOutLimit(work, userId, ruleId, payee)
  const before = (await readHandedOut(work, userId, ruleId)).filter((one) => one.payee === payee)
  const left = toCents(lent) - addUp(before.map((one) => one.amount))
  if (toCents(amount) > left)
    throw badField('amount', `Only ${formatMoney(left)} of its total is left to pay out`)
}

export type HandedOut = { ruleId: number; payee: string; amount: Amount }

/** Grouped by deduction and payee. Reversed payments do not count. `ruleId`: only this deduction. */
export async function readHandedOut(
  work: Database | Work,
  userId: string,
  ruleId?: number,
): Promise<HandedOut[]> {
  const ofRule = ruleId === undefined ? sql`true` : sql`rule_id = ${ruleId}`
  const { rows } = await sql<HandedOut>`select rule_id, payee, sum(amount) as amount from payouts
    where user_id = ${userId} and kind = 'hand-out' and reversal is null and ${ofRule}
    group by rule_id, payee order by rule_id, payee`.execute(work)
  return rows
}
