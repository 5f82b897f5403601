import { useEffect, useState } from 'react'

/** A word typed quickly is one request. */
const TYPING_PAUSE_MS = 200

/** The text after typing has paused. */
export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed)

  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return debounced
}
