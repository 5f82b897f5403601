/** The short way to pay one statement: one payment, for the open amount, a part of it, or more (SPEC C11, C314). */
import { toCents, type Amount } from '#core/money.ts'
import { allocate } from '#core/payments/allocate.ts'
import { askMore } from '#core/payments/questions.ts'
import type { PaymentEntry } from '#core/settlements/approval.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readPayableStatements } from '#server/settlements/approval/payable-statements.ts'
import { confirmPosting, throwUnlessConfirmed, type Confirmed } from './confirm.ts'
import { insertPosting, lockPayee } from './rows.ts'

type Paying = PaymentEntry & { amount?: Amount | undefined; confirmed: Confirmed }

/** The caller holds the truck's row, and the statement is approved with an open amount. Throws 400, 409. */
export async function payStatement(
  work: Work,
  userId: string,
  { id, payee }: { id: number; payee: string },
  { paidOn, paymentMethod: method, paymentReference: reference, amount, confirmed }: Paying,
): Promise<void> {
  await lockPayee(work, userId, payee)
  const [statement] = await readPayableStatements(work, userId, { ids: [id] })
  if (!statement) throw badField('amount', 'Nothing is open')
  const { open, ownerId, driverId, payeeName, approvedOn } = statement
  const posting = { paidOn, method, reference, amount: amount ?? open }
  throwUnlessConfirmed(askMore(toCents(posting.amount), toCents(open)), confirmed)
  await confirmPosting(work, userId, posting, [approvedOn], confirmed)
  const truckId = ownerId === null && driverId === null ? statement.truckId : null
  const others = {
    payeeName,
    kind: 'settlement',
    ruleId: null,
    note: null,
    replaces: null,
  } as const
  const { parts } = allocate([{ id, open }], toCents(posting.amount))
  await insertPosting(work, userId, { ownerId, driverId, truckId, ...posting, ...others }, parts)
}
