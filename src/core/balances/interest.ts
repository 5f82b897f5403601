/**
 * Interest on escrow: simple interest on the average daily balance of a calendar quarter. The rate is at least the
 * 13-week Treasury bill rate on the quarter's first day (49 CFR 376.12(k), SPEC C21).
 */
import { z } from 'zod'
import { addDays, type Day, type Period } from '#core/calendar.ts'
import { RATE_PLACES, toUnits } from '#core/decimals.ts'
import { rate as rateField } from '#core/fields/amounts.ts'
import { day } from '#core/fields/fields.ts'
import { text } from '#core/fields/text.ts'
import { confirmed } from '#core/payments/confirmed.ts'
import type { Question } from '#core/payments/questions.ts'
import {
  divideRounded,
  formatQuantity,
  toAmount,
  toCents,
  type Amount,
  type Cents,
} from '#core/money.ts'

const QUARTER = /^((?:19|2\d)\d\d)-Q([1-4])$/

/** "2026-Q3". */
export type Quarter = string

export function isQuarter(value: string): value is Quarter {
  return QUARTER.test(value)
}

/** "2026-Q3" → July 1 to September 30, 2026. */
export function quarterPeriod(quarter: Quarter): Period {
  const [, year = '', number = ''] = QUARTER.exec(quarter) ?? []
  const from = `${year}-${String(Number(number) * 3 - 2).padStart(2, '0')}-01`
  const next =
    number === '4'
      ? `${Number(year) + 1}-01-01`
      : `${year}-${String(Number(number) * 3 + 1).padStart(2, '0')}-01`
  return { from, to: addDays(next, -1) }
}

/** The quarter that contains a day. */
export function quarterOf(day: Day): Quarter {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

export function quarterBefore(quarter: Quarter): Quarter {
  return quarterOf(addDays(quarterPeriod(quarter).from, -1))
}

/** A quarter that ended more than a year ago must be confirmed (SPEC C41). */
export function askQuarter(quarter: Quarter, today: Day): Question | null {
  if (quarterPeriod(quarter).to >= addDays(today, -DAYS_OF_YEAR)) return null
  const message = `${formatQuarter(quarter)} ended more than a year ago. Post its interest anyway?`
  return { field: 'quarter', message }
}

/** The rate of a 13-week Treasury bill was never above 20%. */
const MOST_RATE = toUnits('20', RATE_PLACES)

/** An unusual rate must be confirmed: 42.5 may be a typo for 4.25 (SPEC C313). */
export function askRate(rate: Amount): Question | null {
  if (toUnits(rate, RATE_PLACES) <= MOST_RATE) return null
  const message = `${formatQuantity(rate)}% per year is unusually high. Post interest at this rate anyway?`
  return { field: 'rate', message }
}

/** "2026-Q3" → "Q3 2026". */
export function formatQuarter(quarter: Quarter): string {
  return quarter.replace(/^(\d+)-(Q\d)$/, '$2 $1')
}

export const QUARTER_MESSAGE = 'Quarter must be a calendar quarter, e.g. 2026-Q3'

const DAYS_OF_YEAR = 365

const MAX_UNITS = 100n * 10n ** BigInt(RATE_PLACES)

export const interestFields = {
  quarter: {
    ...text('Quarter'),
    schema: z.string(QUARTER_MESSAGE).refine(isQuarter, QUARTER_MESSAGE),
  },
  rate: rateField('13-Week Treasury Bill Rate (%)'),
}

/** `rate`: saved for the quarter. If it is omitted, the saved rate is used. */
export const newInterestSchema = z.object({
  quarter: interestFields.quarter.schema,
  rate: interestFields.rate.schema
    .refine((value) => toUnits(value, RATE_PLACES) <= MAX_UNITS, 'Rate must be at most 100')
    .nullish(),
  confirmed,
})

export type NewInterest = z.output<typeof newInterestSchema>

/** The fields of a quarter's rate in the audit log and in the account's export. */
export const escrowRateFields = {
  quarter: day('First Day of the Quarter'),
  rate: interestFields.rate,
}

/** A change in the amount held. A change before the period may have any earlier day. */
export type HeldChange = { day: Day; amount: Amount }

/** Adds up the balances at the end of each day of the period. A balance below zero counts as zero. */
export function sumDailyBalances(changes: readonly HeldChange[], { from, to }: Period): Cents {
  const onDay = new Map<Day, Cents>()
  for (const { day, amount } of changes) {
    const at = day < from ? from : day
    onDay.set(at, (onDay.get(at) ?? 0n) + toCents(amount))
  }
  let held = 0n
  let sum = 0n
  for (let day = from; day <= to; day = addDays(day, 1)) {
    held += onDay.get(day) ?? 0n
    if (held > 0n) sum += held
  }
  return sum
}

/** Average balance × rate × days ÷ 365, rounded once, half away from zero. `rate`: percent per year. */
export function computeInterest(balanceDays: Cents, rate: Amount): Cents {
  const divisor = BigInt(DAYS_OF_YEAR) * 100n * 10n ** BigInt(RATE_PLACES)
  return divideRounded(balanceDays * toUnits(rate, RATE_PLACES), divisor)
}

/** The average of the daily balances, rounded to the cent. For display only. */
export function averageBalance(balanceDays: Cents, { from, to }: Period): Amount {
  let days = 0n
  for (let day = from; day <= to; day = addDays(day, 1)) days++
  return toAmount(divideRounded(balanceDays, days))
}
