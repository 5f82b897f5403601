import { useState } from 'react'
import { useMedia } from '#web/ui/use-media.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_SECONDS = 7 * 24 * 60 * 60
const NARROW = '(width < 768px)'
/** At this width, a list needs the space more than the sidebar's titles do. */
const MEDIUM = '(768px <= width <= 1100px)'

/**
 * Expanded or icons only on a wide screen, a sheet on a narrow one. Ctrl or Cmd + B toggles it (SPEC A2). At medium width
 * it is collapsed until the user expands it (SPEC C55); the cookie then keeps the state for a wide screen.
 */
export function useSidebar() {
  const [wide, setWide] = useState(() => !document.cookie.includes(`${COOKIE}=false`))
  const [medium, setMedium] = useState(false)
  const [sheetOpen, setSheetOpen] = useState(false)
  const isMedium = useMedia(MEDIUM)
  const expanded = isMedium ? medium : wide
  if (medium && !isMedium) setMedium(false)

  function toggle() {
    if (window.matchMedia(NARROW).matches) {
      setSheetOpen((open) => !open)
      return
    }
    const next = !expanded
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${SEVEN_DAYS_SECONDS}; samesite=lax`
    setWide(next)
    if (isMedium) setMedium(next)
  }

  useShortcuts({
    sidebar: (event) => {
      event.preventDefault()
      toggle()
    },
  })

  return { expanded, sheetOpen, setSheetOpen, toggle }
}
