import { useEffect, useEffectEvent } from 'react'
import { isPressed, SHORTCUTS, type ShortcutName } from './shortcuts.ts'

type Handlers = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * Handles shortcuts while the component is mounted. Keys typed into a field are text, and no shortcut works
 * below a dialog, except the sidebar's: on a phone the sidebar is a dialog itself.
 */
export function useShortcuts(handlers: Handlers): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const name = (Object.keys(handlers) as ShortcutName[]).find((key) => isPressed(key, event))
    if (!name || event.defaultPrevented || !isAllowed(name, event)) return
    handlers[name]?.(event)
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isAllowed(name: ShortcutName, { target }: KeyboardEvent): boolean {
  if (name === 'sidebar') return true
  if (document.querySelector(OVERLAYS)) return false
  const isTyping = target instanceof Element && target.closest(TYPING) !== null
  return !isTyping || SHORTCUTS[name].keys.startsWith('Mod+')
}
