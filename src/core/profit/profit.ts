/** Profit by truck, driver, broker, lane, dispatcher or owner (SPEC C582–C585). */
import { z } from 'zod'
import { addDays, countDays, type Day, type Period } from '#core/calendar.ts'
import { day } from '#core/fields/fields.ts'
import { toCents } from '#core/money.ts'
import { addSums, figureFields, toFigures, type ProfitFigures, type ProfitSums } from './figures.ts'

/** What a row of each view is. `filter`: the filter of the list of loads that shows the loads of a row. */
export const PROFIT_VIEWS = [
  { value: 'truck', label: 'Truck', filter: 'truckId' },
  { value: 'driver', label: 'Driver', filter: 'driverId' },
  { value: 'broker', label: 'Broker', filter: 'brokerId' },
  { value: 'lane', label: 'Lane', filter: null },
  { value: 'city', label: 'Cities', filter: null },
  { value: 'dispatcher', label: 'Dispatcher', filter: 'dispatcherId' },
  { value: 'owner', label: 'Owner', filter: null },
] as const

export type ProfitView = (typeof PROFIT_VIEWS)[number]['value']

const VIEW_VALUES = PROFIT_VIEWS.map(({ value }) => value)

/** The key of the row of everything that has no truck, driver, …. */
export const NOT_ASSIGNED = 'none'

/** 13 weeks: a quarter of a year. */
const DAYS_BEFORE = 91

const LONGEST_DAYS = 366

export const profitMessages = {
  order: 'To must not be before From',
  tooLong: `Choose at most ${LONGEST_DAYS} days`,
}

/** Why the days are no period; undefined if they are. */
export function findPeriodProblem({ from, to }: Period): string | undefined {
  if (from > to) return profitMessages.order
  return countDays(from, to) < LONGEST_DAYS ? undefined : profitMessages.tooLong
}

/** The 13 weeks before the day. */
export function weeksBefore(before: Day): Period {
  return { from: addDays(before, -DAYS_BEFORE), to: addDays(before, -1) }
}

export const profitQuery = z
  .object({
    by: z.enum(VIEW_VALUES, 'Choose truck, driver, broker, lane, city, dispatcher or owner'),
    from: day('From').schema,
    to: day('To').schema,
  })
  .superRefine((period, context) => {
    const message = findPeriodProblem(period)
    if (message) context.addIssue({ code: 'custom', message, path: ['to'] })
  })

export type ProfitQuery = z.output<typeof profitQuery>

const figures = z.object(figureFields)
const dayText = z.string().describe('A day: "2026-11-20"')

export const profitSchema = z.object({
  by: z.enum(VIEW_VALUES),
  from: dayText,
  to: dayText,
  rows: z
    .array(
      z.object({
        key: z.string().describe('An ID, "TX-IL", or two cities'),
        label: z.string(),
        ...figureFields,
      }),
    )
    .describe('By gross, the largest first'),
  notAssigned: figures.describe('What belongs to no row'),
  total: figures.describe('The rows and `notAssigned` added up: the same in every view'),
  before: figures.extend({ from: dayText, to: dayText }).describe('The account’s 13 weeks before'),
  purchasesWithoutTruck: z.int().describe('Card purchases of the period that are not counted'),
  purchasesUnclear: z
    .int()
    .describe(
      'Card purchases of the period that are not counted, because nothing says whose truck it was',
    ),
})

export type Profit = z.output<typeof profitSchema>
export type ProfitRow = Profit['rows'][number]

/** Sums by key. `key`: null for what belongs to no row. */
export type KeyedSums = { key: string | null; label?: string | null; sums: Partial<ProfitSums> }

/** The rows, what belongs to none, and the total, which is the sum of both. */
export function buildRows(
  keyed: readonly KeyedSums[],
  labels: ReadonlyMap<string, string>,
): Pick<Profit, 'rows' | 'notAssigned' | 'total'> {
  const byKey = Map.groupBy(keyed, ({ key }) => key)
  const sums = [...byKey].map(([key, all]) => ({
    key,
    label: all.find(({ label }) => label)?.label,
    sums: addSums(all.map((one) => one.sums)),
  }))
  const rows = sums.flatMap(({ key, label, sums: of }) =>
    key === null ? [] : [{ key, label: label ?? labels.get(key) ?? key, ...toFigures(of) }],
  )
  return {
    rows: rows.toSorted(compareRows),
    notAssigned: toFigures(addSums(sums.filter(({ key }) => key === null).map((one) => one.sums))),
    total: toFigures(addSums(sums.map((one) => one.sums))),
  }
}

function compareRows(a: ProfitRow, b: ProfitRow): number {
  const difference = toCents(b.gross) - toCents(a.gross)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a.label < b.label ? -1 : 1
}

/** True if the row has a figure. */
export function hasFigures({
  gross,
  paid,
  kept,
  chargedBack,
  costs,
  loads,
}: ProfitFigures): boolean {
  return loads > 0 || [gross, paid, kept, chargedBack, costs].some((text) => toCents(text) !== 0n)
}
