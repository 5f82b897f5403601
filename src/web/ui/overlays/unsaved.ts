/**
 * What is typed on the screen and not saved yet. One list for all forms: they stand above one another,
 * and whoever asks before leaving has to know of each.
 */
import { useEffect, useId } from 'react'

const unsaved = new Map<string, string>()

/** `what` would be lost as long as it is `changed`: "this load". */
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

/** The person has agreed to lose it: nobody asks again. */
export function discardUnsaved(): void {
  unsaved.clear()
}
