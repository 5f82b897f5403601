import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Bell } from '#core/comments/bell.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useReadOnOpening } from '#web/api/read-on-opening.ts'

/** The bell of the signed-in member. */
export const bellQuery = queryOptions({
  queryKey: ['bell'],
  queryFn: () => request<Bell>('GET', '/api/bell'),
})

/** Requests the bell when a page opens and after the user's own changes (SPEC C86). */
export function useBell() {
  useReadOnOpening('bell')
  return useQuery({ ...bellQuery, enabled: useMay('office') })
}
