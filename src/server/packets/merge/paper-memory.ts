/**
 * What is known about papers, by their bytes: whole in a packet, or why they can't be in one (SPEC C426). A paper that can't be
 * merged is then answered at once. Each instance learns it by itself, and forgets it when it stops.
 */
import type { Failure } from './merge-papers.ts'

/** `userId`: the account. Nothing shows whether another account has the same file. `name`: a digest of bytes, or several together. */
export type PaperMemory = {
  isWhole: (userId: string, name: string) => boolean
  failureOf: (userId: string, name: string) => Failure | undefined
  /** Undefined: the paper was whole. */
  store: (userId: string, name: string, failure: Failure | undefined) => void
}

/** An entry takes about 300 bytes. */
const MOST = 20_000

export function openPaperMemory(): PaperMemory {
  const known = new Map<string, Failure | undefined>()
  const keyOf = (userId: string, name: string) => `${userId}/${name}`
  return {
    isWhole(userId, name) {
      const key = keyOf(userId, name)
      return known.has(key) && known.get(key) === undefined
    },
    failureOf: (userId, name) => known.get(keyOf(userId, name)),
    store(userId, name, failure) {
      const key = keyOf(userId, name)
      known.delete(key)
      known.set(key, failure)
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
  }
}
