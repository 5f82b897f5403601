/** Money handed out as an advance or a loan (SPEC C13). Its balance is the recurring deduction that collects it. */
import type { NewPayment, Payment } from '#core/payments/payments.ts'
import { codeOf, constraintOf, FOREIGN_KEY_VIOLATION } from '#server/database/transaction.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { confirmPosting } from './confirm.ts'
import { findPayeeName } from './payee-name.ts'
import { readPaidTo, toKey, unknownPayee } from './paid-to.ts'
import { insertPayment, lockPayee } from './rows.ts'

/** Throws 400 at a field, and 409 for what must be confirmed. */
export async function handOut(work: Work, userId: string, values: NewPayment): Promise<Payment> {
  const { ruleId, paidOn, method, reference, amount, note, confirmed } = values
  if (ruleId === null) throw badField('ruleId', 'Choose the advance or loan that was handed out')
  const paidTo = readPaidTo(values)
  const payeeName = await findPayeeName(work, userId, paidTo)
  if (payeeName === null) throw unknownPayee(paidTo)
  await lockPayee(work, userId, toKey(paidTo))
  await confirmPosting(work, userId, values, [], confirmed)
  const posting = { paidOn, method, reference, amount, note, replaces: null, ruleId }
  try {
    return await insertPayment(
      work,
      userId,
      { ...paidTo, ...posting, kind: 'hand-out', payeeName },
      [],
    )
  } catch (error) {
    if (codeOf(error) === FOREIGN_KEY_VIOLATION && constraintOf(error) === 'payouts_rule_id_fkey')
      throw badField('ruleId', 'Recurring deduction was not found')
    throw error
  }
}
