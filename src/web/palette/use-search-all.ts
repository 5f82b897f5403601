import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LONGEST_SEARCH } from '#core/api.ts'
import { getEntity } from '#core/entities/entities.ts'
import { findReference, isPaper, type Found } from '#core/search/search.ts'
import { request } from '#web/api/client.ts'
import { recordLabel } from '#web/records/format.ts'

/**
 * The records of every entity that match. While the latest search loads, earlier results stay only if their label or a
 * reference contains the new text: Enter must not open a record that no longer matches.
 */
export function useSearchAll(typed: string) {
  const search = typed.trim().slice(0, LONGEST_SEARCH)
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) =>
      request<Found[]>('GET', `/api/search?${new URLSearchParams({ q: search })}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Another screen may have changed a record since.
    gcTime: 0,
  })
  const found = search === '' ? [] : (data ?? [])
  return {
    found: isPlaceholderData ? found.filter((hit) => numberContains(hit, search)) : found,
    searching: search !== '' && isFetching,
    error,
  }
}

function numberContains(hit: Found, search: string): boolean {
  if (isPaper(hit)) return hit.record.number.toLowerCase().includes(search.toLowerCase())
  const { entity, record } = hit
  const label = recordLabel(getEntity(entity), record).toLowerCase()
  return (
    label.includes(search.toLowerCase()) ||
    findReference(getEntity(entity), record, search) !== undefined
  )
}
