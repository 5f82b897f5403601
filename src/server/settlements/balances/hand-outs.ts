/** Pays out the money of an advance or a loan to its payee (SPEC C22). */
import type { NewHandOut } from '#core/balances/entries.ts'
import type { Payment } from '#core/payments/payments.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import { toCents } from '#core/money.ts'
import { handOut } from '#server/payments/hand-out.ts'
import { lockBalance } from './lock-balance.ts'

/** Throws 400 at a field, 404, and 409 for escrow and if something must be confirmed. */
export function handOutBalance(
  database: Database,
  userId: string,
  ruleId: number,
  { truckId, payee, ...paid }: NewHandOut,
  request: Repeatable,
): Promise<Payment> {
  return runIdempotent(database, userId, request, async (work) => {
    const { balance } = await lockBalance(work, userId, ruleId, { truckId, payee })
    if (balance.balance === 'escrow')
      throw new RequestError(409, 'Escrow can’t be paid out here: refund it on a settlement')
    if (balance.balance === 'deferred')
      throw new RequestError(409, 'Only an advance or a loan is paid out')
    if (toCents(paid.amount) === 0n) throw badField('amount', 'Amount must be more than 0')
    const paidTo = { ownerId: null, driverId: null, truckId: null, ...readKey(balance.payeeKey) }
    return handOut(work, userId, { ...paid, ...paidTo, kind: 'hand-out', ruleId, note: null })
  })
}

/** "owner:12" → the owner's id. */
function readKey(payee: string) {
  const [kind, id] = payee.split(':')
  return { [`${kind}Id`]: Number(id) }
}
