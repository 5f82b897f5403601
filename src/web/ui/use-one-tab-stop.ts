import { useState, type KeyboardEvent } from 'react'
import { isPressed } from './shortcuts.ts'

/** The attributes of an item in a group with one tab stop. */
export type TabStop = { tabIndex: number; 'data-stop': true; onFocus: () => void }

/**
 * Makes a group of `count` links or buttons one tab stop: the item that had the focus last. The left and right
 * arrow keys move within the group.
 */
export function useOneTabStop(count: number) {
  const [last, setLast] = useState(0)
  const stop = Math.min(last, count - 1)
  return {
    item: (index: number): TabStop => ({
      tabIndex: index === stop ? 0 : -1,
      'data-stop': true,
      onFocus: () => setLast(index),
    }),
    onKeyDown(event: KeyboardEvent) {
      const step = isPressed('right', event) ? 1 : isPressed('left', event) ? -1 : 0
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
      const from = items.findIndex((item) => item === event.target)
      if (!step || from === -1) return
      event.preventDefault()
      items.at((from + step) % items.length)?.focus()
    },
  }
}
