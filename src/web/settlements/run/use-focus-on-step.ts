import { useEffect, useRef, type RefObject } from 'react'
import type { RunRow } from '#core/settlements/run/run.ts'
import type { RunStep } from './run-steps.ts'

const OVERLAYS = '[role=menu], [role=dialog], [role=alertdialog]'

/**
 * The element of the shown step. It gets the focus when the run goes on to the next step, and when the focused part is
 * gone: the approved rows leave "Approve 0 Settlements" disabled, a received BOL removes its exception. Otherwise a
 * keyboard user would have to start again at the top.
 */
export function useFocusOnStep(step: RunStep, rows: RunRow[]): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const last = useRef(step)
  /** Whether the user works in the step, or in a menu or dialog above it. */
  const isInside = useRef(false)

  useEffect(() => {
    function note({ target }: FocusEvent) {
      if (!(target instanceof Element) || target.closest(OVERLAYS)) return
      // A closed menu whose button is gone gives the focus to the page.
      if (isInside.current && target.matches('main')) panel.current?.focus()
      else isInside.current = panel.current?.contains(target) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  useEffect(() => {
    const isNext = last.current !== step
    last.current = step
    const hasLeft = isNext && !panel.current?.contains(document.activeElement)
    if (hasLeft || (isInside.current && isLost())) panel.current?.focus()
  }, [step, rows])

  return panel
}

/** Whether nothing useful has the focus: the page itself, or a button that no longer works. */
function isLost(): boolean {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.matches('main, :disabled')
}
