/** Every shortcut, declared once: the listeners and the dialog that lists them read it here. */

import type { KeyboardEvent } from 'react'

type Shortcut = {
  /** A key as the browser names it; "Mod" is Ctrl, or Cmd on a Mac. */
  keys: string
  does: string
  where: 'Anywhere' | 'In a list' | 'In a form'
}

export const SHORTCUTS = {
  palette: { keys: 'Mod+K', does: 'Find a record, go to a screen, add', where: 'Anywhere' },
  sidebar: { keys: 'Mod+B', does: 'Show or hide the sidebar', where: 'Anywhere' },
  help: { keys: '?', does: 'Show these shortcuts', where: 'Anywhere' },
  search: { keys: '/', does: 'Search the list', where: 'In a list' },
  add: { keys: 'N', does: 'Add a new one', where: 'In a list' },
  next: { keys: 'J', does: 'Go to the next row', where: 'In a list' },
  previous: { keys: 'K', does: 'Go to the row before', where: 'In a list' },
  edit: { keys: 'E', does: 'Edit the row', where: 'In a list' },
  open: { keys: 'Enter', does: 'Open the row', where: 'In a list' },
  save: { keys: 'Mod+Enter', does: 'Save', where: 'In a form' },
  close: { keys: 'Escape', does: 'Close the dialog', where: 'In a form' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof SHORTCUTS

type Pressed = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function isPressed(name: ShortcutName, { key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  const keys = SHORTCUTS[name].keys
  const withMod = keys.startsWith('Mod+')
  if (altKey || withMod !== (ctrlKey || metaKey)) return false
  return key.toLowerCase() === keys.replace('Mod+', '').toLowerCase()
}

/** Saves a form from anywhere in it, a field of several lines too. */
export function saveByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  // A form above it has heard it already: its events come here too.
  if (!isPressed('save', event) || event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** "Mod+K" → ["Ctrl", "K"], on a Mac ["⌘", "K"]. */
export function keyNames(name: ShortcutName): string[] {
  const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const names: Record<string, string> = { Mod: mod, Escape: 'Esc' }
  return SHORTCUTS[name].keys.split('+').map((key) => names[key] ?? key)
}

/** As `aria-keyshortcuts` wants it. */
export function ariaKeys(name: ShortcutName): string {
  const { keys } = SHORTCUTS[name]
  return keys.startsWith('Mod+')
    ? ['Control', 'Meta'].map((mod) => keys.replace('Mod', mod)).join(' ')
    : keys
}
