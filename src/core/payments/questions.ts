/** What a user must confirm before the server saves something unusual (SPEC C11, C41, C313). */
import { addDays, formatDay, type Day } from '#core/calendar.ts'
import { RATE_PLACES, toUnits } from '#core/decimals.ts'
import { formatMoney, formatQuantity, type Amount, type Cents } from '#core/money.ts'

/** A question that a person must answer: its field and its text. */
export type Question = { field: string; message: string }

/** A pay date later than this must be confirmed. */
const MAX_DAYS_AHEAD = 31
/** A day earlier than this must be confirmed. */
const MAX_DAYS_BACK = 90

/** A deduction of a higher percentage must be confirmed: 1200 may be a typo for 12.00. */
const MOST_PERCENT = toUnits('100', RATE_PLACES)

/** `percent`: of a deduction; negative for a credit. `what`: "Fuel". */
export function askPercent(field: string, what: string, percent: Amount): Question | null {
  const units = toUnits(percent, RATE_PLACES)
  if (units <= MOST_PERCENT && units >= -MOST_PERCENT) return null
  const message = `${what}: ${formatQuantity(percent)}% is more than 100%. Use this percentage anyway?`
  return { field, message }
}

/** `approvedOn`: the latest approval day of the statements that are paid; null if none are. */
export function askPaidOn(paidOn: Day, approvedOn: Day | null, today: Day): Question | null {
  const field = 'paidOn'
  if (approvedOn !== null && paidOn < approvedOn) {
    const message = `${formatDay(paidOn)} is before the approval on ${formatDay(approvedOn)}. Pay on this date anyway?`
    return { field, message }
  }
  if (paidOn > addDays(today, MAX_DAYS_AHEAD)) {
    const message = `${formatDay(paidOn)} is more than ${MAX_DAYS_AHEAD} days ahead. Pay on this date anyway?`
    return { field, message }
  }
  return askPast(field, paidOn, today)
}

/** The day of a balance change or of an approval must be confirmed if it is long past or in the future (SPEC C41, C318). */
export function askEntryDay(day: Day, today: Day, field = 'day'): Question | null {
  if (day > addDays(today, 1)) {
    const message = `${formatDay(day)} is in the future. Use this day anyway?`
    return { field, message }
  }
  return askPast(field, day, today)
}

function askPast(field: string, day: Day, today: Day): Question | null {
  if (day >= addDays(today, -MAX_DAYS_BACK)) return null
  const message = `${formatDay(day)} is more than ${MAX_DAYS_BACK} days ago. Use this day anyway?`
  return { field, message }
}

/** A payment of more than is open, because a check that left the office is always recorded (SPEC C314). */
export function askMore(amount: Cents, covered: Cents): Question | null {
  if (amount <= covered) return null
  const rest = formatMoney(amount - covered)
  const message = `${rest} of this payment covers no statement. Record ${formatMoney(amount)} anyway? The rest stays with the payee as unapplied money.`
  return { field: 'amount', message }
}

/** `used`: the payments of the account that already have this check number. */
export function askReference(
  reference: string,
  used: readonly { paidOn: Day; payeeName: string | null }[],
): Question | null {
  const [first] = used
  if (!first) return null
  const payee = first.payeeName ? ` to ${first.payeeName}` : ''
  const message = `Check ${reference} was used on ${formatDay(first.paidOn)}${payee}. Use it again?`
  return { field: 'reference', message }
}

/** The day of a reversal or repayment: not before the payment, not in the future. */
export function askDay(day: Day, paidOn: Day, today: Day): Question | null {
  const first = paidOn < today ? paidOn : today
  if (day >= first && day <= addDays(today, 1)) return null
  const message = `${formatDay(day)} is not between ${formatDay(first)} and today. Use this day anyway?`
  return { field: 'day', message }
}
