import { useEffect, useState } from 'react'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_SECONDS = 7 * 24 * 60 * 60
const NARROW = '(width < 768px)'

/** Expanded or icons on a wide screen, a sheet on a narrow one; Ctrl or Cmd + B toggles (SPEC A2). */
export function useSidebar() {
  const [expanded, setExpanded] = useState(() => !document.cookie.includes(`${COOKIE}=false`))
  const [sheetOpen, setSheetOpen] = useState(false)

  function toggle() {
    if (window.matchMedia(NARROW).matches) {
      setSheetOpen((open) => !open)
      return
    }
    const next = !expanded
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${SEVEN_DAYS_SECONDS}; samesite=lax`
    setExpanded(next)
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return { expanded, sheetOpen, setSheetOpen, toggle }
}
