import { useEffect, type RefObject } from 'react'

/** Long enough for screens that move the focus themselves after a removal. */
const WAIT_MS = 100

/**
 * Moves the focus to the screen if the focused element was removed, for example the button of a finished step. Otherwise a
 * keyboard user would have to start again at the top of the page.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = screen.current
    if (!root) return
    let focused: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element && root.contains(target) ? target : focused
    }
    const isLost = () =>
      focused !== null && !focused.isConnected && document.activeElement === document.body
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isLost()) root.focus({ preventScroll: true })
      }, WAIT_MS)
    })

    document.addEventListener('focusin', remember)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [screen])
}
