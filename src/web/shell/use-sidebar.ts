import { useState } from 'react'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_SECONDS = 7 * 24 * 60 * 60
const NARROW = '(width < 768px)'

/** Expanded or icons only on a wide screen, a sheet on a narrow one. Ctrl or Cmd + B toggles it (SPEC A2). */
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

  useShortcuts({
    sidebar: (event) => {
      event.preventDefault()
      toggle()
    },
  })

  return { expanded, sheetOpen, setSheetOpen, toggle }
}
