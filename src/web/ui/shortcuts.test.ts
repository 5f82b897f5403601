import { expect, test } from 'vitest'
import { ariaKeys, isPressed, keyNames, SHORTCUTS } from './shortcuts.ts'

const NO_KEYS = { ctrlKey: false, metaKey: false, altKey: false }

test('A2.shell.5 Ctrl or Cmd with B toggles the sidebar, in either case', () => {
  expect(isPressed('sidebar', { ...NO_KEYS, key: 'b', ctrlKey: true })).toBe(true)
  expect(isPressed('sidebar', { ...NO_KEYS, key: 'B', metaKey: true })).toBe(true)
  expect(isPressed('sidebar', { ...NO_KEYS, key: 'b' })).toBe(false)
  expect(isPressed('sidebar', { ...NO_KEYS, key: 'b', ctrlKey: true, altKey: true })).toBe(false)
})

test('B41 A single key counts only without Ctrl, Cmd and Alt', () => {
  expect(isPressed('add', { ...NO_KEYS, key: 'n' })).toBe(true)
  expect(isPressed('add', { ...NO_KEYS, key: 'n', ctrlKey: true })).toBe(false)
  expect(isPressed('add', { ...NO_KEYS, key: 'n', altKey: true })).toBe(false)
  expect(isPressed('help', { ...NO_KEYS, key: '?' })).toBe(true)
})

test('C61 Save and Save & Add Another differ by Shift', () => {
  const enter = { ...NO_KEYS, key: 'Enter', ctrlKey: true }
  expect(isPressed('save', { ...enter, shiftKey: false })).toBe(true)
  expect(isPressed('save', { ...enter, shiftKey: true })).toBe(false)
  expect(isPressed('saveAndAdd', { ...enter, shiftKey: true })).toBe(true)
  expect(isPressed('saveAndAdd', { ...enter, shiftKey: false })).toBe(false)
})

/** Shortcuts with Page Up, Page Down, Enter or a digit, of Chrome, Edge, Firefox and Safari on Windows, macOS, Linux. */
const BROWSER_KEYS = [
  ...['Mod+PageDown', 'Mod+PageUp', 'Mod+Shift+PageDown', 'Mod+Shift+PageUp', 'Shift+PageDown'],
  ...['PageDown', 'PageUp', 'Shift+PageUp', 'Alt+Enter', 'Shift+Enter', 'Mod+Alt+PageDown'],
  ...Array.from({ length: 9 }, (_, n) => [`Mod+${n + 1}`, `Alt+${n + 1}`]).flat(),
  ...['Alt+F', 'Alt+D', 'Alt+E', 'Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'],
]

test('C61 No browser takes the keys of the three tabs', () => {
  const { nextTab, previousTab, saveAndAdd } = SHORTCUTS
  for (const { keys } of [nextTab, previousTab, saveAndAdd])
    expect(BROWSER_KEYS).not.toContain(keys)
  expect(isPressed('nextTab', { ...NO_KEYS, key: 'PageDown', altKey: true })).toBe(true)
  expect(isPressed('nextTab', { ...NO_KEYS, key: 'PageDown', ctrlKey: true })).toBe(false)
  expect(isPressed('nextTab', { ...NO_KEYS, key: 'PageDown' })).toBe(false)
  expect(keyNames('previousTab', 'Win32')).toEqual(['Alt', 'Page Up'])
  expect(keyNames('previousTab', 'MacIntel')).toEqual(['Option', 'Page Up'])
})

test('B41 No two shortcuts share their keys', () => {
  const keys = Object.values(SHORTCUTS).map((shortcut) => shortcut.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  ['Win32', ['Ctrl', 'K']],
  ['Linux x86_64', ['Ctrl', 'K']],
  ['MacIntel', ['⌘', 'K']],
  ['iPad', ['⌘', 'K']],
])('B41 On %s the palette’s keys are %s', (platform, names) => {
  expect(keyNames('palette', platform)).toEqual(names)
})

test('B41 Keys without a modifier look the same on every system', () => {
  expect(keyNames('close', 'MacIntel')).toEqual(['Esc'])
  expect(keyNames('search', 'Win32')).toEqual(['/'])
})

test('B41 Screen readers get both modifiers', () => {
  expect(ariaKeys('palette')).toBe('Control+K Meta+K')
  expect(ariaKeys('search')).toBe('/')
})
