/** The screens' queries (SPEC A7: no refetch on focus or interval, never stale, no retry). */
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import type { Totals } from '#core/lists/totals.ts'
import { request, requestPage } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      // By default, a call without a network waits silently. With this mode it fails immediately with a message.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const companyQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => request<Company | UnsavedCompany>('GET', '/api/settings'),
})

export function useCompany() {
  return useQuery(companyQuery)
}

/** The first save creates the settings, with these `headers`; each later one updates the version it is based on (SPEC A7, B22). */
export async function saveCompany(
  { id, version }: Company | UnsavedCompany,
  body: object,
  headers: Record<string, string> = {},
): Promise<Company> {
  const match = { 'If-Match': `"${version}"` }
  const saved =
    id === null
      ? await request<Company>('POST', '/api/settings', { body, headers })
      : await request<Company>('PUT', `/api/settings/${id}`, { body, headers: match })
  // Another section of the settings opens with this version.
  queryClient.setQueryData(companyQuery.queryKey, saved)
  return saved
}

export function useRecord(name: EntityName, id: number | null) {
  return useQuery({
    queryKey: [name, id],
    queryFn: () => request<AnyRecord>('GET', `/api/${name}/${id}`),
    enabled: id !== null,
  })
}

/** The record with its bank details and tax ID. The server logs it (SPEC C73). */
export function revealRecord(name: string, id: number): Promise<AnyRecord> {
  return request<AnyRecord>('POST', `/api/${name}/${id}/reveal`)
}

/** Labels of records by id; empty without `to` or ids. */
export function useLabels(to: EntityName | undefined, ids: string[]): Record<string, string> {
  const { data } = useQuery({
    queryKey: [to, 'labels', ids],
    queryFn: () => request<AnyRecord[]>('GET', `/api/${to}?id=${ids.join(',')}`),
    enabled: to !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  if (!to || !data) return {}
  const { label } = getEntity(to)
  return Object.fromEntries(data.map((record) => [record.id, String(record[label])]))
}

/** The first records of a list, and the number of all records. */
export function useRecords(name: string, params: Record<string, string>) {
  return useQuery({
    queryKey: [name, 'first', params],
    queryFn: () => requestPage<AnyRecord>(`/api/${name}?${new URLSearchParams(params)}`),
    placeholderData: keepPreviousData,
  })
}

/** A page of a list, without the total. The previous page stays until the next one arrives. */
export function useRows(name: string, params: Record<string, string>) {
  const search = new URLSearchParams({ ...params, counted: 'no' })
  return useQuery({
    queryKey: [name, 'list', params],
    queryFn: ({ signal }) => request<AnyRecord[]>('GET', `/api/${name}?${search}`, { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[0] === name ? keepPreviousData(previous) : undefined,
  })
}

/** The number of matching records; undefined while loading. */
export function useCount(name: string, match: Record<string, string>, enabled: boolean) {
  const path = `/api/${name}/count?${new URLSearchParams(match)}`
  const { data } = useQuery({
    queryKey: [name, 'count', match],
    queryFn: ({ signal }) => request<{ count: number }>('GET', path, { signal }),
    enabled,
  })
  return data?.count
}

/** The totals of all matching records; undefined while loading. */
export function useTotals(name: string, match: Record<string, string>, enabled: boolean) {
  const path = `/api/${name}/totals?${new URLSearchParams(match)}`
  const { data } = useQuery({
    queryKey: [name, 'totals', match],
    queryFn: ({ signal }) => request<Totals>('GET', path, { signal }),
    enabled,
  })
  return data
}

/** After a change: reloads the lists on the screen now, and the others when they are next shown (SPEC A7). */
export async function refetchLists(): Promise<void> {
  await queryClient.invalidateQueries()
}
