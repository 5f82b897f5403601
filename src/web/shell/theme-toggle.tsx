import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

const LABELS = { toLight: 'Switch to light mode', toDark: 'Switch to dark mode' }

/** Light or dark, kept in local storage. /theme.js applies it before the first paint (SPEC A2, B37). */
export function ThemeToggle({ labels = LABELS }: { labels?: typeof LABELS }) {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'))

  function toggle() {
    document.documentElement.classList.toggle('dark', !dark)
    setDark(!dark)
    storeTheme(dark ? 'light' : 'dark')
  }

  const Icon = dark ? Sun : Moon
  return (
    <IconButton label={dark ? labels.toLight : labels.toDark} onClick={toggle}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}

function storeTheme(theme: 'light' | 'dark'): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Local storage is turned off: the theme lasts until the page is reloaded.
  }
}
