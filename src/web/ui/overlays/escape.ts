import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { isPressed } from '#web/ui/shortcuts.ts'

const leftToUs = new WeakSet<Event>()

/**
 * Radix lets Escape close only what it holds to be uppermost, and that may be a notification, or the dialog
 * below a question. So each layer hears its own; what has closed already has prevented the default.
 */
export function onEscape(close: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (!isPressed('close', event)) return
    if (event.defaultPrevented && !leftToUs.has(event.nativeEvent)) return
    leftToUs.delete(event.nativeEvent)
    event.preventDefault()
    close()
  }
}

/** A dialog's answer where Radix would close it: whichever layer has the focus hears the key, by `onEscape`. */
export function leaveEscape(event: KeyboardEvent): void {
  event.preventDefault()
  leftToUs.add(event)
}
