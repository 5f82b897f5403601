/**
 * A queue with limits, in which names take turns. Ten thousand requests from one network or account then delay a request from
 * another one by one turn.
 */
import { retryLater, type RequestError } from './errors.ts'

/**
 * Waits for a place and returns the function that frees it. Throws 429 if too many wait in the line, 503 if too many wait in all
 * lines or after `maxWaitMs`.
 *
 * The name is a path, such as `['203.0.113.0/24', '203.0.113.9', 'ann@example.com']`: the networks of the first level
 * take turns, within one of them its addresses, and within an address its emails. Requests whose names differ only at the
 * last level form one line.
 */
export type Queue = (path: readonly string[]) => Promise<() => void>

type Limits = {
  /** Requests that run at once, of all names together. */
  maxRunning?: number
  /** Requests that run at once under one name of the first level. */
  maxRunningEach?: number
  /** Places that a name leaves free if it has one already: the others' way in. */
  keptForOthers?: number
  /** More requests than this in one line, such as one network's, are rejected. */
  maxWaiting: number
  /** A request that waits longer is rejected. */
  maxWaitMs?: number
  /** So is one that waits this long while no other gets a place. */
  maxStillMs?: number | undefined
}

type Waiting = { start: () => void; gaveUp: boolean }

/** The names of one level in the order of their turns; at the last level, the requests in their order. */
type Branch = Map<string, Branch> | Waiting[]

/** Memory for waiting requests is bounded. */
const MAX_WAITING = 10_000

const NO_LIMIT = Number.POSITIVE_INFINITY

export function createQueue({
  maxRunning = NO_LIMIT,
  maxRunningEach = NO_LIMIT,
  keptForOthers = 0,
  maxWaiting,
  maxWaitMs,
  maxStillMs = maxWaitMs,
}: Limits): Queue {
  const root = new Map<string, Branch>()
  const waiting = createCounts()
  const running = createCounts()
  /** When a request last got a place. */
  let movedAt = 0
  const hasPlace = (name: string) =>
    running.of(name) < maxRunningEach &&
    (!running.of(name) || running.all() < maxRunning - keptForOthers)

  function startNext(): void {
    while (running.all() < maxRunning) {
      const next = takeNext(root, hasPlace)
      if (!next) return
      if (!next.gaveUp) next.start()
    }
  }

  return async (path) => {
    const [name = ''] = path
    const line = JSON.stringify(path.slice(0, -1))
    if (waiting.of(line) >= maxWaiting) throw busyError(429)
    if (waiting.all() >= MAX_WAITING) throw busyError(503)
    const { promise: started, resolve, reject } = Promise.withResolvers<void>()
    const request: Waiting = { start, gaveUp: false }
    const since = performance.now()
    let timer = maxStillMs === undefined ? undefined : setTimeout(look, maxStillMs)

    function start(): void {
      clearTimeout(timer)
      movedAt = performance.now()
      waiting.add(line, -1)
      running.add(name, 1)
      resolve()
    }
    /** Goes on waiting while the line moves. */
    function look(): void {
      const now = performance.now()
      const still = (maxStillMs ?? 0) - (now - Math.max(since, movedAt))
      const left = Math.min(still, (maxWaitMs ?? NO_LIMIT) - (now - since))
      if (left <= 0) giveUp()
      else timer = setTimeout(look, left)
    }
    function giveUp(): void {
      request.gaveUp = true
      waiting.add(line, -1)
      reject(busyError(503))
    }

    waiting.add(line, 1)
    addTo(root, path, request)
    startNext()
    await started
    let left = false
    return () => {
      if (left) return
      left = true
      running.add(name, -1)
      startNext()
    }
  }
}

/** Runs the work once it has a place, and frees the place afterward. Throws what the queue and the work throw. */
export async function runQueued<Result>(
  queue: Queue,
  path: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await queue(path)
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

/** Counts by name. Names without a count take no memory. */
export function createCounts() {
  const counts = new Map<string, number>()
  let sum = 0
  const of = (name: string) => counts.get(name) ?? 0

  function add(name: string, change: 1 | -1): void {
    const count = of(name) + change
    sum += change
    if (count) counts.set(name, count)
    else counts.delete(name)
  }
  return { of, add, all: () => sum }
}

function addTo(branch: Map<string, Branch>, path: readonly string[], request: Waiting): void {
  const [name = '', ...rest] = path
  const inner = branch.get(name) ?? (rest.length ? new Map<string, Branch>() : [])
  branch.set(name, inner)
  if (Array.isArray(inner)) inner.push(request)
  else addTo(inner, rest, request)
}

/** Takes a request of the name whose turn it is. The name then waits until all others had a turn. */
function takeNext(
  branch: Branch,
  hasPlace: (name: string) => boolean = () => true,
): Waiting | undefined {
  if (Array.isArray(branch)) return branch.shift()
  for (const [name, inner] of branch) {
    if (!hasPlace(name)) continue
    branch.delete(name)
    const taken = takeNext(inner)
    if (Array.isArray(inner) ? inner.length : inner.size) branch.set(name, inner)
    return taken
  }
  return undefined
}
