import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LONGEST_SEARCH } from '#core/api.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Found } from '#core/search/search.ts'
import { request } from '#web/api/client.ts'
import { recordLabel } from '#web/records/format.ts'

/**
 * The records of every list that match. Until those of the latest letters are there, only what agrees with them by
 * name: Enter must never open what an earlier search had found.
 */
export function useSearchAll(typed: string) {
  const search = typed.trim().slice(0, LONGEST_SEARCH)
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) =>
      request<Found[]>('GET', `/api/search?${new URLSearchParams({ q: search })}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Another screen may have changed it since, and the palette is opened for a moment only.
    gcTime: 0,
  })
  const found = search === '' ? [] : (data ?? [])
  return {
    found: isPlaceholderData ? found.filter((one) => agrees(one, search)) : found,
    searching: search !== '' && isFetching,
    error,
  }
}

function agrees({ entity, record }: Found, search: string): boolean {
  return recordLabel(getEntity(entity), record).toLowerCase().includes(search.toLowerCase())
}
