import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { isPressed } from '#web/ui/shortcuts.ts'

const leftToOnEscape = new WeakSet<Event>()

/**
 * Closes the layer that has the focus. Radix closes the layer that it considers topmost, which may be a toast, or the
 * dialog below a question. A layer that has already handled the key has called `preventDefault`.
 */
export function onEscape(close: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (!isPressed('close', event)) return
    if (event.defaultPrevented && !leftToOnEscape.has(event.nativeEvent)) return
    leftToOnEscape.delete(event.nativeEvent)
    event.preventDefault()
    close()
  }
}

/** Stops Radix from closing a dialog on Escape, and leaves the key to `onEscape`. */
export function leaveEscape(event: KeyboardEvent): void {
  event.preventDefault()
  leftToOnEscape.add(event)
}
