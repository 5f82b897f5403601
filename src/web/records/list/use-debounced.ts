import { useEffect, useState } from 'react'

/** Long enough that a word typed quickly causes only one request. */
const TYPING_PAUSE_MS = 200

/** Returns the typed text once typing pauses. */
export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed)

  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return debounced
}
