/**
 * What is known about papers, by their bytes: whole in a packet, or why they can't be in one (SPEC C426). A paper that can't be
 * merged is then answered at once. Each instance learns it by itself, and forgets it when it stops.
 */
import type { Failure } from './merge-papers.ts'

/** `name`: the digest of the bytes, or of several papers together. */
export type PaperMemory = {
  isWhole: (name: string) => boolean
  failureOf: (name: string) => Failure | undefined
  /** Undefined: the paper was whole. */
  store: (name: string, failure: Failure | undefined) => void
}

/** An entry takes about 200 bytes. */
const MOST = 20_000

export function openPaperMemory(): PaperMemory {
  const known = new Map<string, Failure | undefined>()
  return {
    isWhole: (name) => known.has(name) && known.get(name) === undefined,
    failureOf: (name) => known.get(name),
    store(name, failure) {
      known.delete(name)
      known.set(name, failure)
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
  }
}
