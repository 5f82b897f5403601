/** Who has their turn, and who waits for it: so that what one person asks for does not hold up the others. */
import { RequestError } from './errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Waits for a turn and gives what ends it; ending it twice does no harm. Throws 429. */
export type Turns = (name: string) => Promise<() => void>

/** At most `atOnce` have their turn under one name; `waiting` more wait, in the order in which they came. */
export function turnsFor({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const lines = new Map<string, (() => void)[]>()

  /** The first ones of a line have their turn. */
  function leave(name: string, mine: () => void): void {
    const line = lines.get(name) ?? []
    const place = line.indexOf(mine)
    if (place < 0) return
    line.splice(place, 1)
    if (!line.length) lines.delete(name)
    if (place < atOnce) line[atOnce - 1]?.()
  }

  return async (name) => {
    const line = lines.get(name) ?? []
    if (line.length >= atOnce + waiting) {
      const message = 'Too many requests at once. Please try again in a moment.'
      throw new RequestError(429, message, { retryAfter: RETRY_AFTER_SECONDS })
    }
    lines.set(name, line)
    let start: () => void = () => undefined
    const myTurn = new Promise<void>((resolve) => (start = resolve))
    line.push(start)
    if (line.length <= atOnce) start()
    await myTurn
    return () => leave(name, start)
  }
}
