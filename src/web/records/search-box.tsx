import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextInput } from '#web/ui/text-input.tsx'

type SearchBoxProps = {
  label: string
  value: string
  onSearch: (search: string) => void
}

const TYPING_PAUSE_MS = 200

/** Searches when typing pauses; "/" anywhere on the page brings the caret here. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back, or "clear", changed the search from outside.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }

  useEffect(() => {
    function focusOnSlash(event: KeyboardEvent) {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focusOnSlash)
    return () => document.removeEventListener('keydown', focusOnSlash)
  }, [])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setKnown(text.trim())
      onSearch(text.trim())
    }, TYPING_PAUSE_MS)
  }

  return (
    <div className="relative w-full max-w-sm">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder="Search"
        className="pl-9"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  )
}
