/** A queue per name, so that the requests of one account or network do not delay those of others. */
import { retryLater, type RequestError } from './errors.ts'

/** Waits for a place and returns the function that frees it. Throws 429 if too many wait, 503 after `maxWaitMs`. */
export type Queue<Name = string> = (name: Name) => Promise<() => void>

type Limits = { maxRunning: number; maxWaiting: number; maxWaitMs?: number }

/** At most `maxRunning` run under one name. Up to `maxWaiting` more wait in order, each up to `maxWaitMs`. */
export function createQueue({ maxRunning, maxWaiting, maxWaitMs }: Limits): Queue {
  const lines = new Map<string, (() => void)[]>()

  /** The first `maxRunning` entries of a line are running. */
  function leave(name: string, start: () => void): void {
    const line = lines.get(name) ?? []
    const index = line.indexOf(start)
    if (index < 0) return
    line.splice(index, 1)
    if (!line.length) lines.delete(name)
    if (index < maxRunning) line[maxRunning - 1]?.()
  }

  return async (name) => {
    const line = lines.get(name) ?? []
    if (line.length >= maxRunning + maxWaiting) throw busyError(429)
    lines.set(name, line)
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>()
    line.push(start)
    if (line.length <= maxRunning) start()
    const giveUp = () => {
      leave(name, start)
      reject(busyError(503))
    }
    const timer = maxWaitMs ? setTimeout(giveUp, maxWaitMs) : undefined
    await started.finally(() => clearTimeout(timer))
    return () => leave(name, start)
  }
}

/** Runs the work once it has a place, and frees the place afterward. Throws what the queue and the work throw. */
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
export function busyError(status: 429 | 503): RequestError {
  return retryLater(status, 'Too many requests at once.')
}
