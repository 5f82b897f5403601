/** The work weeks with open settlements (SPEC C50). */
import { z } from 'zod'
import { addDays, weekOf, type Day, type Period, type Weekday } from '#core/calendar.ts'

/** Older dates without a settlement, and older unpaid statements, are found in the lists. Drafts are found at any age. */
const WEEKS_SEARCHED = 13

const count = z.int()

const openWeekSchema = z.object({
  from: z.string().describe('First day of the work week'),
  to: z.string(),
  toPrepare: count.describe('Trucks and dates with loads, without a settlement'),
  toApprove: count.describe('Drafts that are not on hold'),
  held: count.describe('Drafts on hold'),
  toPay: count.describe('Approved statements that are not paid in full'),
})

export const openWorkSchema = z.object({
  weeks: z.array(openWeekSchema).describe('Oldest first; weeks without open settlements left out'),
  toPay: count.describe('Approved statements that are not paid in full, of any week'),
  missingTaxIds: count.describe(
    'Payees without a tax ID whose statements paid in the tax year reach the 1099 threshold',
  ),
})

export type OpenWeek = z.output<typeof openWeekSchema>
export type OpenWork = z.output<typeof openWorkSchema>

/** Open settlements of one settlement date. */
export type OpenDate = Omit<OpenWeek, 'from' | 'to'> & { settlementDate: Day }

/** The settlement dates that are searched: the last 13 completed weeks, and up to `today`. */
export function searchedDates(today: Day, firstWeekday: Weekday): Period {
  return { from: addDays(weekOf(today, firstWeekday).from, -7 * WEEKS_SEARCHED), to: today }
}

type OpenFigure = 'toPrepare' | 'toApprove' | 'held' | 'toPay'

/** Adds up one figure of weeks, or of dates. */
export function sumOpen(weeks: readonly Record<OpenFigure, number>[], figure: OpenFigure): number {
  return weeks.reduce((sum, week) => sum + week[figure], 0)
}

/** Adds up the dates by work week. `dates`: oldest first. */
export function toOpenWeeks(dates: OpenDate[], firstWeekday: Weekday): OpenWeek[] {
  const weeks = Map.groupBy(dates, (date) => weekOf(date.settlementDate, firstWeekday).from)
  return [...weeks.values()].flatMap((ofWeek) => {
    const [first] = ofWeek
    if (!first) return []
    const sum = (figure: OpenFigure) => sumOpen(ofWeek, figure)
    const figures = { toPrepare: sum('toPrepare'), toApprove: sum('toApprove') }
    const others = { held: sum('held'), toPay: sum('toPay') }
    return [{ ...weekOf(first.settlementDate, firstWeekday), ...figures, ...others }]
  })
}

/** Counts open settlements. Settlements on hold don't count, because they wait for a decision. */
export function countOpen({ toPrepare, toApprove, toPay }: OpenWeek): number {
  return toPrepare + toApprove + toPay
}

/** The oldest week with open work, other than the week that begins on `except`. */
export function findOpenWeek(weeks: OpenWeek[], except?: Day): OpenWeek | undefined {
  return weeks.find((week) => week.from !== except && countOpen(week) > 0)
}

/** The week with most open work, on which the run opens; of several, the oldest. */
export function findBusiestWeek(weeks: OpenWeek[]): OpenWeek | undefined {
  const most = Math.max(0, ...weeks.map(countOpen))
  return most ? weeks.find((week) => countOpen(week) === most) : undefined
}

/** "1 to prepare, 6 to approve". */
export function describeOpen({ toPrepare, toApprove, toPay, held }: OpenWeek): string {
  const parts = [
    [toPrepare, 'to prepare'],
    [toApprove, 'to approve'],
    [toPay, 'to pay'],
    [held, 'on hold'],
  ] as const
  return parts.flatMap(([count, text]) => (count ? [`${count} ${text}`] : [])).join(', ')
}

/** What the tabs and the sidebar count: settlements to prepare or approve, unpaid statements, payees without a tax ID. */
export function countOpenWork({
  weeks,
  toPay,
  missingTaxIds,
}: OpenWork): Record<'run' | 'statements' | 'year', number> {
  const run = sumOpen(weeks, 'toPrepare') + sumOpen(weeks, 'toApprove')
  return { run, statements: toPay, year: missingTaxIds }
}
