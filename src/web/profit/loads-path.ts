import { NOT_ASSIGNED, PROFIT_VIEWS, type ProfitQuery } from '#core/profit/profit.ts'

/** The lists of the loads behind a row, with how many each has. */
export type LoadsPath = { path: string; count: number; isWithoutDay: boolean }

type Counts = { loads: number; withoutDay: number }

/**
 * Loads without a delivery day count by settlement date: their list is another one (SPEC C583, C596). Empty if the list has no such
 * filter: a lane, and an owner, whose trucks can change. `key`: undefined for all loads.
 */
export function loadsPathsOf(
  { by, from, to }: ProfitQuery,
  { loads, withoutDay }: Counts,
  key?: string,
): LoadsPath[] {
  const filter = PROFIT_VIEWS.find(({ value }) => value === by)?.filter ?? null
  if (key !== undefined && filter === null) return []
  const row = key === undefined ? '' : `${filter}=${key === NOT_ASSIGNED ? 'none' : key}&`
  const delivered = `deliveryDate.from=${from}&deliveryDate.to=${to}`
  const settled = `deliveryDate=none&settlementDate.from=${from}&settlementDate.to=${to}`
  const lists = [
    { path: `/loads?${row}${delivered}`, count: loads - withoutDay, isWithoutDay: false },
    { path: `/loads?${row}${settled}`, count: withoutDay, isWithoutDay: true },
  ]
  return lists.filter(({ count }) => count > 0)
}

/** The one list of a figure; null if it has none, or two. */
export function loadsPathOf(query: ProfitQuery, counts: Counts, key?: string): string | null {
  const [only, other] = loadsPathsOf(query, counts, key)
  return only && !other ? only.path : null
}
