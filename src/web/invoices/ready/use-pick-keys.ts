import { useState, type KeyboardEvent } from 'react'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { UsedPicks } from './use-picks.ts'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The keys of a table of checkboxes, which is one tab stop: the arrow keys, Home and End move, Shift with an arrow key selects a
 * range, Ctrl+A selects all. Space is the checkbox's own key. J and K work anywhere on the page.
 */
export function usePickKeys({ extend, all }: Pick<UsedPicks, 'extend' | 'all'>) {
  const [stop, setStop] = useState<number>()

  useShortcuts({
    selectAll(event) {
      // In a field, Ctrl+A selects the text.
      if (event.target instanceof Element && event.target.closest(TEXT)) return
      event.preventDefault()
      all()
      if (!focusedBox()) moveTo(listBoxes()[0])
    },
    next: () => move(1),
    previous: () => move(-1),
  })

  function move(step: number): HTMLInputElement | undefined {
    const boxes = listBoxes()
    const focused = focusedBox()
    const from = focused ? boxes.indexOf(focused) : step > 0 ? -1 : boxes.length
    return moveTo(boxes[Math.min(Math.max(from + step, 0), boxes.length - 1)])
  }

  return {
    /** The box that Tab reaches. */
    stop,
    onFocus: (event: { target: Element }) => {
      const box = event.target.closest<HTMLElement>(BOX)
      if (box) setStop(Number(box.dataset.pick))
    },
    onKeyDown(event: KeyboardEvent) {
      const box = (event.target as Element).closest<HTMLElement>(BOX)
      if (!box || event.altKey || event.ctrlKey || event.metaKey) return
      const boxes = listBoxes()
      const step = STEPS[event.key]
      if (step !== undefined) {
        event.preventDefault()
        const reached = move(step)
        if (event.shiftKey && reached)
          extend(Number(box.dataset.pick), Number(reached.dataset.pick))
      }
      if (event.key === 'Home' || event.key === 'End') {
        event.preventDefault()
        moveTo(event.key === 'Home' ? boxes[0] : boxes.at(-1))
      }
    },
  }
}

/** The checkboxes of loads. A broker's checkbox is a separate tab stop. */
const BOX = '[data-pick]'
const TEXT = 'input:not([type=checkbox]), textarea'

function listBoxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input${BOX}`)]
}

function focusedBox(): HTMLInputElement | undefined {
  return listBoxes().find((box) => box === document.activeElement)
}

function moveTo(box: HTMLInputElement | undefined): HTMLInputElement | undefined {
  box?.focus()
  box?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return box
}
