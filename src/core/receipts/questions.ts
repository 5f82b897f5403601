/** What a person must confirm before unusual money is posted (SPEC C197). */
import { addDays, countDays, formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { nameMethod } from './kinds.ts'

type ReceiptQuestion = { field: string; message: string }

/** A day longer ago than this, or after tomorrow, must be confirmed. */
const MAX_DAYS_BACK = 180
/** Unapplied money is returned within this time: 49 CFR 378. */
export const UNAPPLIED_DAYS = 30

/** Asks about an unusual day. `field`: the field of the day. */
export function askMoneyDay(field: string, day: Day, today: Day): ReceiptQuestion | null {
  if (day > addDays(today, 1)) {
    const message = `${formatDay(day)} is in the future. Use this day anyway?`
    return { field, message }
  }
  if (day >= addDays(today, -MAX_DAYS_BACK)) return null
  const message = `${formatDay(day)} is more than ${MAX_DAYS_BACK} days ago. Use this day anyway?`
  return { field, message }
}

type Used = { receivedOn: Day; method: string; amount: Amount; reversedOn: Day | null }

/** `used`: the latest receipt of the broker with this number. */
export function askReceiptNumber(reference: string, used: Used | null): ReceiptQuestion | null {
  if (!used) return null
  const { method, amount, receivedOn, reversedOn } = used
  const end = reversedOn ? ', reversed' : ''
  const message = `${nameMethod(method)} ${reference} from this broker is already recorded: ${formatMoney(toCents(amount))} on ${formatDay(receivedOn)}${end}. Record another one?`
  return { field: 'reference', message }
}

/** True for money that is unapplied for more than 30 days (49 CFR 378). */
export function isRefundDue(
  { receivedOn, unapplied }: { receivedOn: Day; unapplied: Amount },
  today: Day,
): boolean {
  return toCents(unapplied) > 0n && countDays(receivedOn, today) > UNAPPLIED_DAYS
}
