import { useQuery } from '@tanstack/react-query'
import type { Bell } from '#core/comments/bell.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useReadOnOpening } from '#web/api/read-on-opening.ts'

/** Read on opening a page and after the user's own changes (SPEC V8). */
export function useBell() {
  useReadOnOpening('bell')
  return useQuery({
    queryKey: ['bell'],
    queryFn: () => request<Bell>('GET', '/api/bell'),
    enabled: useMay('office'),
  })
}
