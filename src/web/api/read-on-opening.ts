import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from './queries.ts'

/** Reads a query again each time another page is opened, never on a timer (SPEC A7.3). */
export function useReadOnOpening(key: string): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    void queryClient.invalidateQueries({ queryKey: [key] })
  }, [pathname, key])
}
