/** All keyboard shortcuts, for the listeners and for the dialog that lists them. */
import type { KeyboardEvent } from 'react'

type Shortcut = {
  /** The browser's name of the key after "Mod" (Ctrl, or Cmd on a Mac), "Alt" or "Shift". */
  keys: string
  label: string
  where: 'Anywhere' | 'In a list' | 'In a form'
}

export const SHORTCUTS = {
  palette: { keys: 'Mod+K', label: 'Search, jump or add', where: 'Anywhere' },
  sidebar: { keys: 'Mod+B', label: 'Show or hide the sidebar', where: 'Anywhere' },
  notifications: { keys: 'F8', label: 'Go to the notification', where: 'Anywhere' },
  help: { keys: '?', label: 'Show these shortcuts', where: 'Anywhere' },
  search: { keys: '/', label: 'Search the list', where: 'In a list' },
  add: { keys: 'N', label: 'New record', where: 'In a list' },
  next: { keys: 'J', label: 'Next row', where: 'In a list' },
  previous: { keys: 'K', label: 'Previous row', where: 'In a list' },
  right: { keys: 'ArrowRight', label: 'Next button, view or column header', where: 'In a list' },
  left: { keys: 'ArrowLeft', label: 'Previous button, view or column header', where: 'In a list' },
  edit: { keys: 'E', label: 'Edit row, or the record on the page', where: 'In a list' },
  selectAll: { keys: 'Mod+A', label: 'Select all loads to bill', where: 'In a list' },
  select: { keys: 'X', label: 'Select row', where: 'In a list' },
  hold: { keys: 'H', label: 'Hold the selected settlements', where: 'In a list' },
  open: { keys: 'Enter', label: 'Open row', where: 'In a list' },
  save: { keys: 'Mod+Enter', label: 'Save', where: 'In a form' },
  saveAndAdd: { keys: 'Mod+Shift+Enter', label: 'Save and add another load', where: 'In a form' },
  nextTab: { keys: 'Alt+PageDown', label: 'Next tab of a load', where: 'In a form' },
  previousTab: { keys: 'Alt+PageUp', label: 'Previous tab of a load', where: 'In a form' },
  close: { keys: 'Escape', label: 'Close the dialog', where: 'In a form' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof SHORTCUTS

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  shiftKey?: boolean
}

export function isPressed(name: ShortcutName, pressed: KeyPress): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey = false } = pressed
  const parts = SHORTCUTS[name].keys.split('+')
  const last = parts.at(-1) ?? ''
  if (altKey !== parts.includes('Alt') || (ctrlKey || metaKey) !== parts.includes('Mod'))
    return false
  // "?" needs Shift on some keyboards and not on others.
  if (last.length > 1 && shiftKey !== parts.includes('Shift')) return false
  return key.toLowerCase() === last.toLowerCase()
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
  const isApple = /Mac|iPhone|iPad/.test(platform)
  const names: Record<string, string> = {
    Mod: isApple ? '⌘' : 'Ctrl',
    Alt: isApple ? 'Option' : 'Alt',
    Escape: 'Esc',
    PageDown: 'Page Down',
    PageUp: 'Page Up',
    ArrowRight: '→',
    ArrowLeft: '←',
  }
  return SHORTCUTS[name].keys.split('+').map((key) => names[key] ?? key)
}

/** For `aria-keyshortcuts`: "Control+K Meta+K". */
export function ariaKeys(name: ShortcutName): string {
  const { keys } = SHORTCUTS[name]
  return keys.startsWith('Mod+')
    ? ['Control', 'Meta'].map((mod) => keys.replace('Mod', mod)).join(' ')
    : keys
}
