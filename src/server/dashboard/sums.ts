/** The dashboard's totals of revenue, expenses and extra pay (SPEC B34, B35). */
import { sql, type RawBuilder } from 'kysely'
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
import { percentChange, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'

const SUNDAY = 0

/** `month`: its first day. `week`: the part of the amount in the current week. */
type Sum = { kind: string; month: Day | undefined; amount: Amount; week: Amount }

type Sums = Pick<Dashboard, 'revenue' | 'expenses' | 'extraPay' | 'months'>

/** Revenue by delivery date, expenses and extra pay by settlement date. */
export async function readSums(database: Database, userId: string, today: Day): Promise<Sums> {
  const sums = await readMonthlySums(database, userId, today)
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
  }
}

/** All periods in one query. The days are a range of an index that has the amounts, so no row of the tables is read. */
async function readMonthlySums(database: Database, userId: string, today: Day): Promise<Sum[]> {
  const week = weekOf(today, SUNDAY)
  const months = listMonths(today, week)
  const starts = months.map(({ from }) => from)
  const [first = week, last = week] = [months[0], months.at(-1)]
  const select = (kind: string, table: string, day: RawBuilder<unknown>, amount: string) => sql`
    select ${sql.lit(kind)} as kind, width_bucket(${day}, ${starts}::date[]) as number,
      sum(${sql.ref(amount)}) as amount,
      coalesce(sum(${sql.ref(amount)}) filter (where ${day} between ${week.from} and ${week.to}), 0.00) as week
    from ${sql.table(table)} where user_id = ${userId} and ${day} between ${first.from} and ${last.to}`
  const ofBilling = (kind: string, amount: string) =>
    sql`${select(kind, 'billing', sql.ref('settlementDate'), amount)} and status <> 'void' group by 2`
  const { rows } = await sql<Omit<Sum, 'month'> & { number: number }>`
    ${select('revenue', 'loads', sql.ref('deliveryDate'), 'revenue')} group by 2
    union all ${ofBilling('expenses', 'totalExpenses')} union all ${ofBilling('extra-pay', 'extraPay')}`.execute(
    database,
  )
  return rows.map(({ number, ...sum }) => ({ ...sum, month: starts[number - 1] }))
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
