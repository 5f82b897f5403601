import { Moon, Sun } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { setDarkTheme, useDarkTheme } from './theme.ts'

const LABELS = { toLight: 'Switch to light mode', toDark: 'Switch to dark mode' }

export function ThemeToggle({ labels = LABELS }: { labels?: typeof LABELS }) {
  const dark = useDarkTheme()
  const Icon = dark ? Sun : Moon
  return (
    <IconButton label={dark ? labels.toLight : labels.toDark} onClick={() => setDarkTheme(!dark)}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}
