/** A queue per name, so that the requests of one account or network do not delay those of others. */
import { retryLater, type RequestError } from './errors.ts'

/** Waits for a place and returns the function that frees it. Throws 429 if too many wait, 503 after the patience. */
export type Queue<Name = string> = (name: Name) => Promise<() => void>

type Limits = { atOnce: number; waiting: number; patienceMs?: number }

/** At most `atOnce` run under one name; up to `waiting` more wait in order, each up to `patienceMs`. */
export function createQueue({ atOnce, waiting, patienceMs }: Limits): Queue {
  const lines = new Map<string, (() => void)[]>()

  /** The first `atOnce` entries of a line are running. */
  function leave(name: string, start: () => void): void {
    const line = lines.get(name) ?? []
    const index = line.indexOf(start)
    if (index < 0) return
    line.splice(index, 1)
    if (!line.length) lines.delete(name)
    if (index < atOnce) line[atOnce - 1]?.()
  }

  return async (name) => {
    const line = lines.get(name) ?? []
    if (line.length >= atOnce + waiting) throw busy(429)
    lines.set(name, line)
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>()
    line.push(start)
    if (line.length <= atOnce) start()
    const giveUp = () => {
      leave(name, start)
      reject(busy(503))
    }
    const timer = patienceMs ? setTimeout(giveUp, patienceMs) : undefined
    await started.finally(() => clearTimeout(timer))
    return () => leave(name, start)
  }
}

/** Runs the work once it has a place, and frees the place afterwards. Throws what the queue and the work throw. */
export async function runQueued<Name, Result>(
  queue: Queue<Name>,
  name: Name,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await queue(name)
  try {
    return await work()
  } finally {
    leave()
  }
}

/** 429 if one account or network sends too much at once, 503 if the whole server is busy. */
export function busy(status: 429 | 503): RequestError {
  return retryLater(status, 'Too many requests at once.')
}
