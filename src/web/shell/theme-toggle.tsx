import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'

/** Light or dark, kept in local storage; /theme.js puts it on before the first paint (SPEC A2, B37). */
export function ThemeToggle() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'))

  function toggle() {
    localStorage.setItem('theme', dark ? 'light' : 'dark')
    document.documentElement.classList.toggle('dark', !dark)
    setDark(!dark)
  }

  const Icon = dark ? Sun : Moon
  return (
    <IconButton label={dark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}
