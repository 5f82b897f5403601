/** Reads the rows of a view of profit, and the account's 13 weeks before (SPEC C582–C585, C588). */
import { sql } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { addSums, toFigures, type ProfitSums } from '#core/profit/figures.ts'
import { findItemKey } from '#core/profit/items.ts'
import {
  buildRows,
  weeksBefore,
  type KeyedSums,
  type Profit,
  type ProfitQuery,
  type ProfitView,
} from '#core/profit/profit.ts'
import type { Database } from '#server/database/open.ts'
import { countPurchasesWithoutTruck, readItems } from './read-items.ts'
import { KEYS, LOAD_SUMS, withLoads, type LoadSums } from './select-loads.ts'

export async function readProfit(
  database: Database,
  userId: string,
  { by, from, to }: ProfitQuery,
): Promise<Profit> {
  const period = { from, to }
  const [loads, { items, unclear: purchasesUnclear }, before, purchasesWithoutTruck] =
    await Promise.all([
      readLoadSums(database, userId, period, by),
      readItems(database, userId, period),
      readBefore(database, userId, from),
      countPurchasesWithoutTruck(database, userId, period),
    ])
  const keyed = [...loads, ...items.map((item) => ({ key: findItemKey(by, item), sums: item }))]
  const labels = await readLabels(database, userId, by, keyed)
  return {
    by,
    from,
    to,
    ...buildRows(keyed, labels),
    before,
    purchasesWithoutTruck,
    purchasesUnclear,
  }
}

/** The figures of the account in the 13 weeks before the day. */
async function readBefore(database: Database, userId: string, day: Day): Promise<Profit['before']> {
  const weeks = weeksBefore(day)
  const [loads, { items }] = await Promise.all([
    readLoadSums(database, userId, weeks, null),
    readItems(database, userId, weeks),
  ])
  return { ...weeks, ...toFigures(addSums([...loads.map(({ sums }) => sums), ...items])) }
}

/** `by`: null for the whole account. */
async function readLoadSums(
  database: Database,
  userId: string,
  period: Period,
  by: ProfitView | null,
): Promise<KeyedSums[]> {
  const { key, label } = by ? KEYS[by] : { key: sql`null::text`, label: sql`null::text` }
  type Row = LoadSums & { key: string | null; label: string | null }
  const { rows } = await sql<Row>`with ${withLoads(userId, period)}
    select ${key} as key, ${label} as label, ${LOAD_SUMS} from earning group by 1`.execute(database)
  return rows.map(({ key: ofRow, label: named, ...sums }) => ({
    key: ofRow,
    label: named,
    sums: toProfitSums(sums),
  }))
}

function toProfitSums(sums: LoadSums): Partial<ProfitSums> {
  const { loads, withoutDay, withoutMiles, notSettled } = sums
  return {
    loads,
    withoutDay,
    withoutMiles,
    notSettled,
    gross: toCents(sums.gross),
    miles: toCents(sums.miles),
    emptyMiles: toCents(sums.emptyMiles),
    measuredGross: toCents(sums.measuredGross),
    measuredEmpty: toCents(sums.measuredEmpty),
    paid: toCents(sums.paid),
    kept: toCents(sums.kept),
  }
}

/** The table and the column that name a row. A lane names itself. */
const NAMES: Partial<Record<ProfitView, [table: string, column: string]>> = {
  truck: ['trucks', 'truckId'],
  driver: ['drivers', 'name'],
  broker: ['brokers', 'companyName'],
  dispatcher: ['dispatchers', 'name'],
  owner: ['owners', 'name'],
}

async function readLabels(
  database: Database,
  userId: string,
  by: ProfitView,
  keyed: readonly KeyedSums[],
): Promise<Map<string, string>> {
  const [table, column] = NAMES[by] ?? []
  const ids = [...new Set(keyed.flatMap(({ key }) => key ?? []))]
  if (!table || !column || !ids.length) return new Map()
  const { rows } = await sql<{ id: number; label: string }>`
    select id, ${sql.ref(column)} as label from ${sql.table(table)}
    where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(database)
  return new Map(rows.map(({ id, label }) => [String(id), label]))
}
