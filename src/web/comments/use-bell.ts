import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Bell } from '#core/comments/bell.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { queryClient } from '#web/api/queries.ts'

/** Of the member who is signed in. */
export const bellQuery = queryOptions({
  queryKey: ['bell'],
  queryFn: () => request<Bell>('GET', '/api/bell'),
})

/** Read on opening a page and after the user's own changes (SPEC V8). */
export function useBell() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    void queryClient.invalidateQueries({ queryKey: ['bell'] })
  }, [pathname])

  return useQuery({ ...bellQuery, enabled: useMay('office') })
}
