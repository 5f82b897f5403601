/** The dashboard's totals. They add up the totals per day and kind that triggers maintain (SPEC B34, B35). */
import { sql } from 'kysely'
import {
  monthBefore,
  monthOf,
  monthsUntil,
  weekOf,
  yearOf,
  type Day,
  type Period,
} from '#core/calendar.ts'
import { CHARTED_MONTHS, type Dashboard, type PeriodSums } from '#core/dashboard/dashboard.ts'
import type { ToDo } from '#core/dashboard/to-do.ts'
import { percentChange, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'

const SUNDAY = 0

/** `month`: the first day of the month, null for a count. `week`: the part of the amount in the current week. */
type Sum = { kind: string; month: Day | null; amount: Amount; week: Amount }

type Sums = Pick<Dashboard, 'revenue' | 'expenses' | 'extraPay' | 'months'> &
  Pick<ToDo, 'drafts' | 'held' | 'statementsToPay'>

/** Reads all periods in one query: revenue by delivery date, expenses by settlement date. */
export async function readSums(database: Database, userId: string, today: Day): Promise<Sums> {
  const sums = await readMonthlySums(database, userId, today)
  const count = (kind: string) => sums.find((sum) => sum.kind === kind)?.amount ?? 0
  const months = monthsUntil(today, CHARTED_MONTHS).map((month) => ({
    ...month,
    revenue: toAmount(addUp(sums, 'revenue', month)),
    expenses: toAmount(addUp(sums, 'expenses', month)),
  }))
  return {
    months,
    revenue: toPeriodSums(sums, 'revenue', today),
    expenses: toPeriodSums(sums, 'expenses', today),
    extraPay: toPeriodSums(sums, 'extra-pay', today),
    drafts: Number(count('drafts')),
    held: Number(count('held')),
    statementsToPay: Number(count('to-pay')),
  }
}

async function readMonthlySums(database: Database, userId: string, today: Day): Promise<Sum[]> {
  const week = weekOf(today, SUNDAY)
  const months = listMonths(today, week)
  const [first = week, last = week] = [months[0], months.at(-1)]
  const isWithin = (from: Day, to: Day) =>
    sql`place between place_of_day(${from}) and place_of_day(${to})`
  const starts = months.map(({ from }) => from)
  const { rows } = await sql<Omit<Sum, 'month'> & { number: number | null }>`
    select kind, width_bucket(place, array(select place_of_day(start) from unnest(${starts}::date[]) as start)) as number,
      sum(amount) as amount,
      coalesce(sum(amount) filter (where ${isWithin(week.from, week.to)}), 0.00) as week
    from sums where user_id = ${userId} and kind in ('revenue', 'expenses', 'extra-pay')
      and ${isWithin(first.from, last.to)} group by 1, 2
    union all select kind, null, sum(amount), 0.00 from sums
      where user_id = ${userId} and kind in ('drafts', 'held', 'to-pay') and place = 0
      group by kind`.execute(database)
  return rows.map(({ number, ...sum }) => ({ ...sum, month: starts[(number ?? 0) - 1] ?? null }))
}

/** The months from the first charted one to the end of the year, or of the current week, which may end in the next year. */
function listMonths(today: Day, week: Period): Period[] {
  const first = monthsUntil(today, CHARTED_MONTHS)[0]?.from ?? today
  const last = [week.to, yearOf(today).to].toSorted()[1] ?? today
  return monthsUntil(last, 2 * CHARTED_MONTHS + 1).filter(({ from }) => from >= first)
}

function toPeriodSums(sums: Sum[], kind: string, today: Day): PeriodSums {
  const [thisMonth, lastMonth] = [monthOf(today), monthBefore(today)].map((month) =>
    addUp(sums, kind, month),
  ) as [Cents, Cents]
  const ofWeek = sums.filter((sum) => sum.kind === kind).map(({ week }) => toCents(week))
  return {
    thisWeek: toAmount(ofWeek.reduce((sum, cents) => sum + cents, 0n)),
    thisMonth: toAmount(thisMonth),
    yearToDate: toAmount(addUp(sums, kind, yearOf(today))),
    lastMonth: toAmount(lastMonth),
    percentChange: percentChange(thisMonth, lastMonth),
  }
}

/** The period must be whole months. */
function addUp(sums: Sum[], kind: string, { from, to }: Period): Cents {
  return sums
    .filter((sum) => sum.kind === kind && sum.month && sum.month >= from && sum.month <= to)
    .reduce((sum, { amount }) => sum + toCents(amount), 0n)
}
