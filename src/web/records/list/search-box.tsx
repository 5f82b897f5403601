import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LONGEST_SEARCH } from '#core/api.ts'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

type SearchBoxProps = {
  label: string
  value: string
  onSearch: (search: string) => void
}

/** Shorter than the pause between two keystrokes, so that the rows update after each keystroke. */
const SEARCH_PAUSE_MS = 20

/** Searches when typing pauses. "/" anywhere on the page focuses the box. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useTyped(value, onSearch)

  useShortcuts({
    search: (event) => {
      event.preventDefault()
      input.current?.focus()
    },
  })

  return (
    <div className="relative max-w-sm min-w-40 grow basis-40 max-md:basis-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={ariaKeys('search')}
        placeholder="Search"
        maxLength={LONGEST_SEARCH}
        className="pl-9"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

/**
 * The text in the box. It follows the address (Back, "Clear filters"), except when the address repeats what was
 * typed: that change arrives late and would delete the letters typed since.
 */
function useTyped(value: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const search = useEffectEvent(onSearch)

  if (value !== known) {
    setKnown(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }

  useEffect(() => {
    const text = typed.trim()
    if (text === sent) return
    const timer = setTimeout(() => {
      setSent(text)
      search(text)
    }, SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, sent])

  return [typed, setTyped] as const
}
