/** The requests of the Profit screen and of the line on loads (SPEC C582, C588). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Day } from '#core/calendar.ts'
import type { ProfitDetails, RateBefore } from '#core/profit/details.ts'
import type { Profit, ProfitQuery } from '#core/profit/profit.ts'
import { request } from '#web/api/client.ts'

export function profitQuery({ by, from, to }: ProfitQuery) {
  return queryOptions({
    queryKey: ['profit', by, from, to],
    queryFn: () => request<Profit>('GET', `/api/profit?${new URLSearchParams({ by, from, to })}`),
    placeholderData: keepPreviousData,
  })
}

/** `key`: of the row. */
export function detailsQuery({ by, from, to }: ProfitQuery, key: string) {
  return queryOptions({
    queryKey: ['profit', by, from, to, 'details', key],
    queryFn: () =>
      request<ProfitDetails>(
        'GET',
        `/api/profit/details?${new URLSearchParams({ by, from, to, key })}`,
      ),
  })
}

export function rateBeforeQuery(before: Day) {
  return queryOptions({
    queryKey: ['profit', 'rate-before', before],
    queryFn: () => request<RateBefore>('GET', `/api/profit/rate-before?before=${before}`),
    placeholderData: keepPreviousData,
  })
}
