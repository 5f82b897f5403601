/** Asks for confirmation before an unusual payment is posted (SPEC C11). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { askPaidOn, askReference, type Question } from '#core/payments/questions.ts'
import type { Payment } from '#core/payments/payments.ts'
import type { Work } from '#server/database/open.ts'
import { askToConfirm } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

export type Confirmed = readonly string[]

/** Throws 409 if the question's field is not confirmed. */
export function throwUnlessConfirmed(question: Question | null, confirmed: Confirmed): void {
  if (question && !confirmed.includes(question.field))
    throw askToConfirm(question.field, question.message)
}

type Asked = Pick<Payment, 'paidOn' | 'method' | 'reference'>

/** Throws 409 for an unusual pay date or a used check number. `approvedOn`: the approval days of the paid statements. */
export async function confirmPosting(
  work: Work,
  userId: string,
  { paidOn, method, reference }: Asked,
  approvedOn: readonly Day[],
  confirmed: Confirmed,
): Promise<void> {
  const latest = approvedOn.toSorted().at(-1) ?? null
  throwUnlessConfirmed(askPaidOn(paidOn, latest, accountDay()), confirmed)
  await confirmCheckNumber(work, userId, { method, reference }, confirmed)
}

type AskedReference = Pick<Payment, 'method' | 'reference'> & { except?: number }

/** Throws 409 for a used check number. `except`: the payment that gets the number. */
export async function confirmCheckNumber(
  work: Work,
  userId: string,
  { method, reference, except = 0 }: AskedReference,
  confirmed: Confirmed,
): Promise<void> {
  if (method !== 'check' || reference === null || confirmed.includes('reference')) return
  const used = await readChecks(work, userId, reference, except)
  throwUnlessConfirmed(askReference(reference, used), confirmed)
}

/** Reads the checks with a number, reversed ones included: their numbers stay used. */
async function readChecks(work: Work, userId: string, reference: string, except: number) {
  const { rows } = await sql<{ paidOn: Day; payeeName: string | null }>`
    select paid_on, payee_name from payouts
    where user_id = ${userId} and lower(reference) = lower(${reference}) and method = 'check'
      and id <> ${except}
    order by id desc limit 1`.execute(work)
  return rows
}
