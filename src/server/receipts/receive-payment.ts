/** Receives a payment from a broker: a receipt with its parts and differences (SPEC C192). */
import { addUp, toAmount, toCents } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import type { NewReceipt } from '#core/receipts/requests.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { confirmFactorMoney } from '#server/factoring/broker-money.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { checkDepositDay, confirmDay, confirmReference } from './confirm.ts'
import { postParts } from './posting/post-parts.ts'
import { lockBroker, readReceipt } from './rows.ts'

/** Posts a receipt. Throws 400 at a field, and 409 for what must be confirmed. */
export function receivePayment(
  database: Database,
  userId: string,
  values: NewReceipt,
  request: Repeatable,
): Promise<Receipt> {
  return runIdempotent(database, userId, request, (work) =>
    postReceipt(work, userId, values, request.personId),
  )
}

async function postReceipt(
  work: Work,
  userId: string,
  values: NewReceipt,
  personId: string,
): Promise<Receipt> {
  const { brokerId, receivedOn, amount, parts, confirmed } = values
  if (!(await lockBroker(work, userId, brokerId)))
    throw badField('brokerId', receiptMessages.noBroker)
  const applied = addUp(parts.map((part) => part.amount))
  if (applied > toCents(amount)) throw badField('amount', receiptMessages.moreThanAmount(applied))
  const id = await insertReceipt(work, userId, values)
  const posted = {
    brokerId,
    receiptId: id,
    receivedOn,
    day: receivedOn,
    wasUnapplied: false,
    personId,
  }
  await postParts(work, userId, posted, parts)
  const rest = toAmount(applied - toCents(amount))
  await postEntries(work, userId, [
    { brokerId, invoiceId: null, day: receivedOn, kind: 'payment', amount: rest, receiptId: id },
  ])
  // Asks last, so that an invalid input is reported before a question.
  checkDepositDay(values, confirmed)
  confirmDay('receivedOn', receivedOn, confirmed)
  await confirmReference(work, userId, { ...values, id }, confirmed)
  await confirmFactorMoney(work, userId, parts, confirmed)
  return readReceipt(work, userId, id)
}

async function insertReceipt(
  work: Work,
  userId: string,
  { brokerId, receivedOn, method, reference, amount, depositedOn, note }: NewReceipt,
): Promise<number> {
  const { id } = await work
    .insertInto('receipts')
    .values({
      userId,
      brokerId,
      receivedOn,
      method,
      reference,
      amount,
      depositedOn,
      note,
      reversedOn: null,
      reversalReason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
