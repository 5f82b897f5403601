/** All keyboard shortcuts, for the listeners and for the dialog that lists them. */
import type { KeyboardEvent } from 'react'

type Shortcut = {
  /** The browser's name of the key; "Mod" is Ctrl, or Cmd on a Mac. */
  keys: string
  label: string
  where: 'Anywhere' | 'In a list' | 'In a form'
}

export const SHORTCUTS = {
  palette: { keys: 'Mod+K', label: 'Search, jump or add', where: 'Anywhere' },
  sidebar: { keys: 'Mod+B', label: 'Show or hide the sidebar', where: 'Anywhere' },
  help: { keys: '?', label: 'Show these shortcuts', where: 'Anywhere' },
  search: { keys: '/', label: 'Search the list', where: 'In a list' },
  add: { keys: 'N', label: 'New record', where: 'In a list' },
  next: { keys: 'J', label: 'Next row', where: 'In a list' },
  previous: { keys: 'K', label: 'Previous row', where: 'In a list' },
  edit: { keys: 'E', label: 'Edit row', where: 'In a list' },
  select: { keys: 'X', label: 'Select row', where: 'In a list' },
  hold: { keys: 'H', label: 'Hold the selected settlements', where: 'In a list' },
  open: { keys: 'Enter', label: 'Open row', where: 'In a list' },
  save: { keys: 'Mod+Enter', label: 'Save', where: 'In a form' },
  close: { keys: 'Escape', label: 'Close the dialog', where: 'In a form' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof SHORTCUTS

type Pressed = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function isPressed(name: ShortcutName, { key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  const keys = SHORTCUTS[name].keys
  const withMod = keys.startsWith('Mod+')
  if (altKey || withMod !== (ctrlKey || metaKey)) return false
  return key.toLowerCase() === keys.replace('Mod+', '').toLowerCase()
}

/** Saves a form from any of its fields, including a text area. */
export function saveByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  // React also delivers the events of a form opened from this one, which has handled the key.
  if (!isPressed('save', event) || event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** "Mod+K" → ["Ctrl", "K"], on a Mac ["⌘", "K"]. */
export function keyNames(name: ShortcutName, platform = navigator.platform): string[] {
  const mod = /Mac|iPhone|iPad/.test(platform) ? '⌘' : 'Ctrl'
  const names: Record<string, string> = { Mod: mod, Escape: 'Esc' }
  return SHORTCUTS[name].keys.split('+').map((key) => names[key] ?? key)
}

/** For `aria-keyshortcuts`: "Control+K Meta+K". */
export function ariaKeys(name: ShortcutName): string {
  const { keys } = SHORTCUTS[name]
  return keys.startsWith('Mod+')
    ? ['Control', 'Meta'].map((mod) => keys.replace('Mod', mod)).join(' ')
    : keys
}
