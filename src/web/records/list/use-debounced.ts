import { useEffect, useState } from 'react'

/** Long enough that a word typed at once is one request, short enough to feel immediate. */
const TYPING_PAUSE_MS = 200

/** What was typed, once typing has paused. */
export function useDebounced(typed: string): string {
  const [paused, setPaused] = useState(typed)

  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return paused
}
