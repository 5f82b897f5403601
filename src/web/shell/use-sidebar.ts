import { useState } from 'react'
import { useMedia } from '#web/ui/use-media.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_SECONDS = 7 * 24 * 60 * 60
const NARROW = '(width < 768px)'
/** At this width, a list needs the space more than the sidebar's titles do. */
const MEDIUM = '(768px <= width <= 1100px)'

/**
 * Expanded or icons only on a wide screen, a sheet on a narrow one. Ctrl or Cmd + B toggles it, and a cookie remembers the
 * state (SPEC A2). Without the cookie it is collapsed at medium width (SPEC C55).
 */
export function useSidebar() {
  const [chosen, setChosen] = useState(readCookie)
  const [sheetOpen, setSheetOpen] = useState(false)
  const isMedium = useMedia(MEDIUM)
  const expanded = chosen ?? !isMedium

  function toggle() {
    if (window.matchMedia(NARROW).matches) {
      setSheetOpen((open) => !open)
      return
    }
    const next = !expanded
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${SEVEN_DAYS_SECONDS}; samesite=lax`
    setChosen(next)
  }

  useShortcuts({
    sidebar: (event) => {
      event.preventDefault()
      toggle()
    },
  })

  return { expanded, sheetOpen, setSheetOpen, toggle }
}

/** Undefined without the cookie. */
function readCookie(): boolean | undefined {
  const stored = new RegExp(`(?:^|; )${COOKIE}=(true|false)`).exec(document.cookie)?.[1]
  return stored === undefined ? undefined : stored === 'true'
}
