/** The dashboard's figures, each declared once with who sees it (SPEC A2, B34, B35, C73). */
import { z } from 'zod'
import type { Amount } from '#core/money.ts'
import type { FigureValues, Figures } from './figures.ts'
import { toDoFigures } from './to-do.ts'

/** The maximum number of loads on a card (SPEC A9). */
export const LISTED_LOADS = 5

/** The months in the chart, including the current one. */
export const CHARTED_MONTHS = 12

const amount = z.string().describe('Dollars with two decimals: "1234.50"') as z.ZodType<Amount>
const day = z.string().describe('A day: "2026-11-20"')
const activeOfAll = z.object({ active: z.int(), total: z.int() })

/** Totals of the calendar periods that contain today. */
const periodSums = z.object({
  thisWeek: amount,
  thisMonth: amount,
  yearToDate: amount,
  lastMonth: amount,
  percentChange: z
    .number()
    .nullable()
    .describe('This month compared with last month; null if last month is 0'),
})

/** A calendar month: revenue by delivery date, expenses by settlement date. */
const month = {
  from: { seenBy: 'revenue', of: day },
  to: { seenBy: 'revenue', of: day },
  revenue: { seenBy: 'revenue', of: amount },
  expenses: { seenBy: 'settlements', of: amount },
} as const satisfies Figures

const openLoad = {
  id: { seenBy: 'office', of: z.int() },
  loadId: { seenBy: 'office', of: z.string() },
  truckNumber: { seenBy: 'office', of: z.string().nullable() },
  broker: { seenBy: 'office', of: z.string().nullable() },
  revenue: { seenBy: 'revenue', of: amount },
  since: {
    seenBy: 'office',
    of: day.describe('The delivery, or the pickup of a load without a delivery date'),
  },
} as const satisfies Figures

const loadList = {
  count: { seenBy: 'office', of: z.int() },
  amount: {
    seenBy: 'revenue',
    of: amount.describe('The revenue of all `count` loads, not only of the listed ones'),
  },
  loads: { seenBy: 'office', of: [openLoad] },
} as const satisfies Figures

export const dashboardFigures = {
  trucks: { seenBy: 'office', of: activeOfAll },
  drivers: { seenBy: 'office', of: activeOfAll },
  loads: {
    seenBy: 'office',
    of: z.object({ deliveredThisWeek: z.int(), total: z.int() }),
  },
  settlementsToGenerate: { seenBy: 'settlements', of: z.int() },
  revenue: { seenBy: 'revenue', of: periodSums },
  expenses: { seenBy: 'settlements', of: periodSums },
  extraPay: {
    seenBy: 'settlements',
    of: periodSums.describe('The extra pay among the expenses, positive amounts (SPEC C18)'),
  },
  months: { seenBy: 'revenue', of: [month] },
  pendingBol: { seenBy: 'office', of: loadList },
  unpaid: { seenBy: 'office', of: loadList },
  toDo: { seenBy: 'office', of: toDoFigures },
  hasSample: {
    seenBy: 'admin',
    of: z.boolean().describe('The account has sample data (SPEC C64)'),
  },
} as const satisfies Figures

export type Dashboard = FigureValues<typeof dashboardFigures>
export type PeriodSums = z.output<typeof periodSums>
export type MonthSums = FigureValues<typeof month>
export type OpenLoad = FigureValues<typeof openLoad>
export type LoadList = FigureValues<typeof loadList>
