/**
 * A queue with one limit for all, in which networks take turns. Ten thousand requests from one network then delay a
 * request from another network by one turn.
 */
import { busyError, type Queue } from './queue.ts'

type Limits = {
  /** Requests that run at once, of all networks together. */
  maxRunning: number
  /** More requests than this in one line, such as one network's, are rejected with 429. */
  maxWaiting: number
  /** A request that waits longer is rejected with 503. */
  maxWaitMs: number
}

type Waiting = { start: () => void; gaveUp: boolean }

/** The names of one level in the order of their turns; at the last level, the requests in their order. */
type Branch = Map<string, Branch> | Waiting[]

/** Memory for waiting requests is bounded. */
const MAX_WAITING = 10_000

/**
 * The name is a path, such as `['203.0.113.0/24', '203.0.113.9', 'ann@example.com']`: the networks of the first level
 * take turns, within one of them its addresses, and within an address its emails. Requests whose names differ only at the
 * last level form one line.
 */
export function createFairQueue({ maxRunning, maxWaiting, maxWaitMs }: Limits): Queue<string[]> {
  const root = new Map<string, Branch>()
  const lines = new Map<string, number>()
  let [running, all] = [0, 0]

  function startNext(): void {
    while (running < maxRunning) {
      const next = takeNext(root)
      if (!next) return
      if (next.gaveUp) continue
      running++
      next.start()
    }
  }

  function count(line: string, change: 1 | -1): void {
    const length = (lines.get(line) ?? 0) + change
    all += change
    if (length) lines.set(line, length)
    else lines.delete(line)
  }

  return async (path) => {
    const line = JSON.stringify(path.slice(0, -1))
    if ((lines.get(line) ?? 0) >= maxWaiting) throw busyError(429)
    if (all >= MAX_WAITING) throw busyError(503)
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>()
    const request: Waiting = { start, gaveUp: false }
    const timer = setTimeout(() => {
      request.gaveUp = true
      reject(busyError(503))
    }, maxWaitMs)
    count(line, 1)
    addTo(root, path, request)
    startNext()
    await started.finally(() => {
      clearTimeout(timer)
      count(line, -1)
    })
    let left = false
    return () => {
      if (left) return
      left = true
      running--
      startNext()
    }
  }
}

function addTo(branch: Map<string, Branch>, path: string[], request: Waiting): void {
  const [name = '', ...rest] = path
  const inner = branch.get(name) ?? (rest.length ? new Map<string, Branch>() : [])
  branch.set(name, inner)
  if (Array.isArray(inner)) inner.push(request)
  else addTo(inner, rest, request)
}

/** Takes a request of the name whose turn it is. The name then waits until all others had a turn. */
function takeNext(branch: Branch): Waiting | undefined {
  if (Array.isArray(branch)) return branch.shift()
  for (const [name, inner] of branch) {
    branch.delete(name)
    const taken = takeNext(inner)
    if (Array.isArray(inner) ? inner.length : inner.size) branch.set(name, inner)
    return taken
  }
  return undefined
}
