/** Asks for confirmation before unusual money is posted (SPEC C197). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import { receiptMessages } from '#core/receipts/messages.ts'
import { askMoneyDay, askReceiptNumber } from '#core/receipts/questions.ts'
import type { Work } from '#server/database/open.ts'
import { askToConfirm, badField } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

/** Throws 409 if the day is unusual and not confirmed. */
export function confirmDay(field: string, day: Day, confirmed: readonly string[]): void {
  const question = askMoneyDay(field, day, accountDay())
  if (question && !confirmed.includes(field)) throw askToConfirm(field, question.message)
}

type Deposited = { receivedOn: Day; depositedOn?: Day | null | undefined }

/** Throws 400 for a deposit before the money was received, and 409 for one in the future that is not confirmed. */
export function checkDepositDay(
  { receivedOn, depositedOn }: Deposited,
  confirmed: readonly string[],
): void {
  if (!depositedOn) return
  if (depositedOn < receivedOn)
    throw badField('depositedOn', receiptMessages.beforeReceipt(receivedOn))
  // Whether a day is long ago is asked about the day of the money.
  if (depositedOn > accountDay()) confirmDay('depositedOn', depositedOn, confirmed)
}

type Numbered = { id: number; brokerId: number; reference: string | null }

/**
 * Throws 409 if another receipt of the broker has the same number, unless that is confirmed. `id`: the id of the new receipt. The
 * caller has locked the broker.
 */
export async function confirmReference(
  work: Work,
  userId: string,
  { id, brokerId, reference }: Numbered,
  confirmed: readonly string[],
): Promise<void> {
  if (reference === null || confirmed.includes('reference')) return
  const { rows } = await sql<{
    receivedOn: Day
    method: string
    amount: Amount
    reversedOn: Day | null
  }>`select received_on, method, amount, reversed_on from receipts
    where user_id = ${userId} and broker_id = ${brokerId} and lower(reference) = lower(${reference})
      and id <> ${id}
    order by id desc limit 1`.execute(work)
  const question = askReceiptNumber(reference, rows[0] ?? null)
  if (question) throw askToConfirm(question.field, question.message)
}
