import { NOT_ASSIGNED, PROFIT_VIEWS, type ProfitQuery } from '#core/profit/profit.ts'

/**
 * The list of the loads behind a row; null if the list has no such filter: a lane, and an owner, whose trucks can change. `key`: undefined
 * for all loads.
 */
export function loadsPathOf({ by, from, to }: ProfitQuery, key?: string): string | null {
  const days = `deliveryDate.from=${from}&deliveryDate.to=${to}`
  if (key === undefined) return `/loads?${days}`
  const filter = PROFIT_VIEWS.find(({ value }) => value === by)?.filter ?? null
  return filter === null ? null : `/loads?${filter}=${key === NOT_ASSIGNED ? 'none' : key}&${days}`
}
