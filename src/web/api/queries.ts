/** What the screens read (SPEC A7: no refetch on focus or interval, never stale, no retry). */
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { request, requestPage } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      // Without a network a call fails at once and says so, where it would wait in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export function useCompany() {
  return useQuery({
    queryKey: ['settings'],
    queryFn: () => request<Company | UnsavedCompany>('GET', '/api/settings'),
  })
}

export function useRecord(name: EntityName, id: number | null) {
  return useQuery({
    queryKey: [name, id],
    queryFn: () => request<AnyRecord>('GET', `/api/${name}/${id}`),
    enabled: id !== null,
  })
}

/** The words for records by their ids; `to` undefined or no ids: none. */
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

/** The first records of a list, and how many there are in all. */
export function useRecords(name: string, params: Record<string, string>) {
  return useQuery({
    queryKey: [name, 'first', params],
    queryFn: () => requestPage<AnyRecord>(`/api/${name}?${new URLSearchParams(params)}`),
    placeholderData: keepPreviousData,
  })
}

/** A page of a list; the page before stays until the next one is there. How many match is asked for aside. */
export function useRows(name: string, params: Record<string, string>) {
  const query = new URLSearchParams({ ...params, counted: 'no' })
  return useQuery({
    queryKey: [name, 'list', params],
    queryFn: ({ signal }) => request<AnyRecord[]>('GET', `/api/${name}?${query}`, { signal }),
    placeholderData: (before, last) =>
      last?.queryKey[0] === name ? keepPreviousData(before) : undefined,
  })
}

/** How many records match in all; undefined until that is known. */
export function useCount(name: string, match: Record<string, string>, enabled: boolean) {
  const path = `/api/${name}/count?${new URLSearchParams(match)}`
  const { data } = useQuery({
    queryKey: [name, 'count', match],
    queryFn: ({ signal }) => request<{ count: number }>('GET', path, { signal }),
    enabled,
  })
  return data?.count
}

/** After each change: what is on the screen is read again, the rest when it is next shown (SPEC A7). */
export async function refetchLists(): Promise<void> {
  await queryClient.invalidateQueries()
}
