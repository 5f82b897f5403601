import type { Watched } from './statement-watch.ts'

/**
 * What earlier files of this worker checked. Files share the worker's modules, and most of them send the same statements: planning
 * these again took longer than many tests.
 */
const checked: Watched = new Map()

/** The statements that no earlier file sent from the same places. */
export function listUnchecked(watched: Watched): Watched {
  return new Map(
    [...watched].filter(([text, senders]) => {
      const known = checked.get(text)
      return [...senders].some((sender) => !known?.has(sender))
    }),
  )
}

/** Call it after the checks found nothing. */
export function markChecked(watched: Watched): void {
  for (const [text, senders] of watched)
    checked.set(text, new Set([...senders, ...(checked.get(text) ?? [])]))
}
