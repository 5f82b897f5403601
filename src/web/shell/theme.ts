/** Light or dark, kept in local storage. /theme.js applies it before the first paint (SPEC A2, B37). */
import { useSyncExternalStore } from 'react'

const readers = new Set<() => void>()

function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

export function useDarkTheme(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}

function subscribe(onChange: () => void): () => void {
  readers.add(onChange)
  return () => readers.delete(onChange)
}

export function setDarkTheme(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark)
  storeTheme(dark ? 'dark' : 'light')
  for (const read of readers) read()
}

function storeTheme(theme: 'light' | 'dark'): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Local storage is turned off: the theme lasts until the page is reloaded.
  }
}
