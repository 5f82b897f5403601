/**
 * The forms with unsaved changes. One list for all of them: forms open above one another, and the question
 * before leaving names each.
 */
import { useEffect, useId } from 'react'

const unsaved = new Map<string, string>()

/** Registers `what` ("this load") while it has unsaved changes. */
export function useUnsaved(changed: boolean, what: string): void {
  const id = useId()
  useEffect(() => {
    if (!changed) return
    unsaved.set(id, what)
    return () => void unsaved.delete(id)
  }, [id, changed, what])
}

export function unsavedWork(): string[] {
  return [...new Set(unsaved.values())]
}

/** The user chose to discard the changes: do not ask again. */
export function discardUnsaved(): void {
  unsaved.clear()
}
