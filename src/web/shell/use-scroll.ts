/** Where a screen opens: at its top, or where it was (SPEC C464). */
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** The scroll positions of the entries of the browser's history, by their key. */
const positions = new Map<string, number>()
/** How long a screen may take to become as long as it was. */
const GROWING_MS = 3_000

/**
 * A new screen opens at its top. Back and Forward return to where the screen was, once its data makes it long enough. A change
 * of the address within a screen, such as a filter or a dialog, does not scroll.
 */
export function useScroll(): void {
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])

  const openAt = useEffectEvent(() => (isReturn ? (positions.get(key) ?? 0) : 0))
  useLayoutEffect(() => scrollWhenLongEnough(openAt()), [pathname])

  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}

/** Returns what ends the attempt. A person who scrolls meanwhile ends it too. */
function scrollWhenLongEnough(wanted: number): () => void {
  window.scrollTo(0, wanted)
  if (wanted === 0) return () => undefined
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, wanted)
    if (Math.abs(window.scrollY - wanted) < 2) end()
  })
  const timer = setTimeout(end, GROWING_MS)
  function end() {
    clearTimeout(timer)
    observer.disconnect()
    window.removeEventListener('wheel', end)
    window.removeEventListener('keydown', end)
    window.removeEventListener('pointerdown', end)
  }
  window.addEventListener('wheel', end, { passive: true })
  window.addEventListener('keydown', end)
  window.addEventListener('pointerdown', end)
  observer.observe(document.body)
  return end
}
