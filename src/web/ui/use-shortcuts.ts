import { useEffect, useEffectEvent } from 'react'
import { isPressed, SHORTCUTS, type ShortcutName } from './shortcuts.ts'

type Acts = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const ABOVE = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * Listens as long as the component stands. A letter that is typed into a field is a letter, and below
 * a dialog nothing happens; only the sidebar, which is a dialog itself on a phone, is heard always.
 */
export function useShortcuts(acts: Acts): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const name = (Object.keys(acts) as ShortcutName[]).find((one) => isPressed(one, event))
    if (!name || event.defaultPrevented || !isFree(name, event)) return
    acts[name]?.(event)
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isFree(name: ShortcutName, { target }: KeyboardEvent): boolean {
  if (name === 'sidebar') return true
  if (document.querySelector(ABOVE)) return false
  const typing = target instanceof Element && target.closest(TYPING) !== null
  return !typing || SHORTCUTS[name].keys.startsWith('Mod+')
}
