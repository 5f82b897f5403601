/** The legal deadlines of a bill (SPEC C208). Dates only: Haulbook gives no legal advice. */
import { z } from 'zod'
import { addDays, countDays, type Day } from '#core/calendar.ts'

export const lawDatesSchema = z.object({
  moreChargesBy: z
    .string()
    .describe('Additional charges are billed within 180 days of the first bill (49 USC 13710)'),
  contestBy: z.string().describe('The broker contests charges within 180 days (49 USC 13710)'),
  suitBy: z.string().describe('A suit begins within 18 months after delivery (49 USC 14705)'),
})

export type LawDates = z.output<typeof lawDatesSchema>

const BILLING_DAYS = 180
const SUIT_MONTHS = 18
/** How many days ahead the list shows the last day for a suit. */
const SUIT_NOTICE_DAYS = 92

/** `billedOn`: the day the bill was sent. `deliveredOn`: the first delivery of its loads. */
export function listLawDates({
  billedOn,
  deliveredOn,
}: {
  billedOn: Day
  deliveredOn: Day | null
}): LawDates {
  const by = addDays(billedOn, BILLING_DAYS)
  return {
    moreChargesBy: by,
    contestBy: by,
    suitBy: addMonths(deliveredOn ?? billedOn, SUIT_MONTHS),
  }
}

/** True if less than three months are left, or the day has passed. */
export function isSuitNear({ suitBy }: Pick<LawDates, 'suitBy'>, today: Day): boolean {
  return countDays(today, suitBy) <= SUIT_NOTICE_DAYS
}

/** Adds months: the same day of the month, or the last day of a shorter month. August 31 plus 18 months is February 28. */
function addMonths(day: Day, months: number): Day {
  const place = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const first = `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}-01`
  const next = `${Math.floor((place + 1) / 12)}-${String(((place + 1) % 12) + 1).padStart(2, '0')}-01`
  const length = countDays(first, next)
  return addDays(first, Math.min(Number(day.slice(8)), length) - 1)
}
