import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Light or dark, kept in local storage; /theme.js puts it on before the first paint (SPEC A2, B37). */
export function ThemeToggle() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'))

  function toggle() {
    document.documentElement.classList.toggle('dark', !dark)
    setDark(!dark)
    keep(dark ? 'light' : 'dark')
  }

  const Icon = dark ? Sun : Moon
  return (
    <IconButton label={dark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}

function keep(theme: 'light' | 'dark'): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage is switched off: the theme holds until the page is loaded again.
  }
}
