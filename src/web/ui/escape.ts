import type { KeyboardEvent } from 'react'
import { isPressed } from './shortcuts.ts'

/**
 * Radix lets Escape close only what opened last, and a notification counts: over a dialog it would take
 * the first Escape. So each layer hears its own; what has closed already has prevented the default.
 */
export function onEscape(close: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isPressed('close', event) || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
}
