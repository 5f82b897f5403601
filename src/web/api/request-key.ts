import { useRef } from 'react'

/**
 * Idempotency keys: a second click, or a retry after a lost answer, makes no second record (SPEC B23).
 * A body sent again unchanged keeps its key; a changed one is another request and gets its own.
 */
export function useRequestKey() {
  const last = useRef<{ text: string; key: string } | null>(null)

  return {
    keyFor(body: object): string {
      const text = JSON.stringify(body)
      if (last.current?.text !== text) last.current = { text, key: newKey() }
      return last.current.key
    },
    /** Once answered, the same body is a new wish: the record may have been deleted since. */
    forget() {
      last.current = null
    },
  }
}

/** `crypto.randomUUID` is missing where an office opens the program over plain http. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
