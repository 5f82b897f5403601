/** Who has their turn, and who waits for it: so that what one person asks for does not hold up the others. */
import { retryLater, type RequestError } from './errors.ts'

/** Waits for a turn and gives what ends it; ending it twice does no harm. Throws 429, 503. */
export type Turns = (name: string) => Promise<() => void>

type Limits = { atOnce: number; waiting: number; patienceMs?: number }

/** At most `atOnce` have their turn under one name; `waiting` more wait, in the order in which they came. */
export function createQueue({ atOnce, waiting, patienceMs }: Limits): Turns {
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
    if (line.length >= atOnce + waiting) throw busy(429)
    lines.set(name, line)
    const { promise: myTurn, resolve: start, reject } = Promise.withResolvers<void>()
    line.push(start)
    if (line.length <= atOnce) start()
    const giveUp = () => {
      leave(name, start)
      reject(busy(503))
    }
    const timer = patienceMs ? setTimeout(giveUp, patienceMs) : undefined
    await myTurn.finally(() => clearTimeout(timer))
    return () => leave(name, start)
  }
}

/** Does the work in its turn, which ends with it, however it ends. Throws as the turns and the work do. */
export async function runQueued<Result>(
  turns: Turns,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = await turns(name)
  try {
    return await work()
  } finally {
    end()
  }
}

function busy(status: 429 | 503): RequestError {
  return retryLater(status, 'Too many requests at once.')
}
