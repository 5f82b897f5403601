/** The requests of the Balances screen (SPEC C20, C21). */
import { queryOptions } from '@tanstack/react-query'
import type { QuarterInterest } from '#core/balances/responses.ts'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { Quarter } from '#core/balances/interest.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import { request } from '#web/api/client.ts'

export type BalanceScope = 'open' | 'all'

export function openBalancesQuery(include: BalanceScope) {
  return queryOptions({
    queryKey: ['open-balances', include],
    queryFn: () => request<OpenBalance[]>('GET', `/api/balances?include=${include}`),
  })
}

/** The open balances of one payee. */
export function payeeBalancesQuery(payee: string) {
  return queryOptions({
    queryKey: ['open-balances', 'payee', payee],
    queryFn: () => request<OpenBalance[]>('GET', `/api/balances?${new URLSearchParams({ payee })}`),
  })
}

export function entriesQuery({ ruleId, truckId, payeeKey }: OpenBalance) {
  const query = new URLSearchParams({ payee: payeeKey })
  if (truckId !== null) query.set('truckId', String(truckId))
  return queryOptions({
    queryKey: ['balance-entries', ruleId, truckId, payeeKey],
    queryFn: () => request<BalanceEntry[]>('GET', `/api/balances/${ruleId}/entries?${query}`),
  })
}

export function interestQuery(quarter: Quarter) {
  return queryOptions({
    queryKey: ['escrow-interest', quarter],
    queryFn: () => request<QuarterInterest>('GET', `/api/balances/interest?quarter=${quarter}`),
  })
}
