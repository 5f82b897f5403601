/** Completes new loads that were delivered before today (SPEC C362). */
import { sql } from 'kysely'
import { addDays, type Day, type Weekday } from '#core/calendar.ts'
import { suggestSettlementDate } from '#core/loads/suggest-settlement-date.ts'
import type { PastCounts, PastSettlement, PastStatus } from '#core/transfer/past-loads.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { findNewestDate } from '#server/settlements/settlement/read-settlements.ts'
import type { CheckedRow } from './check-rows.ts'
import type { RowValues } from './read-row.ts'

export type PastChoices = { today: Day; past: PastStatus; unsettled: PastSettlement }

/** `set`: the values that a row gets beside those of the file, by field. */
export type CompletedRow = CheckedRow & { set?: RowValues }

type NewRow = CompletedRow & { state: 'new' }

/** Returns a function that completes the rows of a batch in place, and one that returns the counts. */
export function createPastLoads(
  database: Database | Work,
  userId: string,
  { today, past, unsettled }: PastChoices,
) {
  const counts: PastCounts = { withoutStatus: 0, unsettled: 0 }
  let company: Promise<Company> | undefined

  function complete(row: NewRow, values: RowValues): void {
    row.values = { ...row.values, ...values }
    row.set = { ...row.set, ...values }
  }

  async function settleByWeek(rows: NewRow[]): Promise<void> {
    const withTruck = rows.filter(({ values }) => values.truckId)
    if (!withTruck.length) return
    const { firstWeekday, newest } = await (company ??= readCompany(database, userId))
    const used = await readUsedDates(database, userId, withTruck)
    for (const row of withTruck) {
      const dates = used.get(Number(row.values.truckId)) ?? []
      const delivered = String(row.values.deliveryDate)
      const { date } = suggestSettlementDate(delivered, firstWeekday, [
        ...dates.filter((one) => isNear(one, delivered)),
        ...newest,
      ])
      complete(row, { settlementDate: date })
    }
  }

  return {
    counts,
    async complete(rows: CompletedRow[]): Promise<void> {
      const late = rows.filter(
        (row): row is NewRow => row.state === 'new' && isBefore(row.values.deliveryDate, today),
      )
      const blank = late.filter(({ sent }) => sent.deliveryStatus === undefined)
      counts.withoutStatus += blank.length
      if (past === 'delivered')
        for (const row of blank) complete(row, { deliveryStatus: 'delivered' })
      const open = late.filter(({ values }) => isOpen(values))
      counts.unsettled += open.length
      if (unsettled === 'elsewhere')
        for (const row of open) complete(row, { settledElsewhere: 'yes' })
      if (unsettled === 'weeks') await settleByWeek(open)
    },
  }
}

function isBefore(day: unknown, today: Day): boolean {
  return typeof day === 'string' && day < today
}

function isOpen({ deliveryStatus, settlementDate, settledElsewhere }: RowValues): boolean {
  return deliveryStatus === 'delivered' && !settlementDate && settledElsewhere !== 'yes'
}

function isNear(one: Day, other: Day): boolean {
  return one >= addDays(other, -6) && one <= addDays(other, 6)
}

/** `newest`: the newest settlement date of the account, whose weekday settlements have. */
type Company = { firstWeekday: Weekday; newest: Day[] }

async function readCompany(database: Database | Work, userId: string): Promise<Company> {
  const firstWeekday = await readFirstWeekday(database, userId)
  const newest = await findNewestDate(database, userId)
  return { firstWeekday, newest: newest === undefined ? [] : [newest] }
}

/** The settlement dates that the trucks of the rows already have around the deliveries, the newest first, by truck. */
async function readUsedDates(database: Database | Work, userId: string, rows: NewRow[]) {
  const trucks = [...new Set(rows.map(({ values }) => Number(values.truckId)))]
  const days = rows.map(({ values }) => String(values.deliveryDate)).toSorted()
  const [from, to] = [addDays(days[0] ?? '', -6), addDays(days.at(-1) ?? '', 6)]
  const { rows: used } = await sql<{ truckId: number; date: Day }>`
    select distinct truck_id, settlement_date as date from loads
    where user_id = ${userId} and truck_id = any(${trucks}::bigint[])
      and settlement_date between ${from} and ${to}
    order by date desc`.execute(database)
  const byTruck = Map.groupBy(used, ({ truckId }) => truckId)
  return new Map([...byTruck].map(([id, dates]) => [id, dates.map(({ date }) => date)]))
}
