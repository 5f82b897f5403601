/** Merges papers in a worker thread, one packet at a time; the accounts take turns (SPEC C175, S29). */
import { busyError, createQueue, runQueued } from '#server/queue.ts'
import { openThreadPool, ThreadEndedError } from '#server/thread-pool.ts'
import type { Merged, MergedPaper, Numbering } from './merge-papers.ts'
import type { MergeJob, MergeResult } from './thread.ts'

export type Merger = {
  /**
   * Calls `read` when it is the packet's turn, so that the papers of waiting packets take no memory. Throws what `read` throws,
   * 429 if too many packets of the account are waiting, 503 if the server is too busy, and `MergeFailedError`.
   */
  merge: (
    turn: readonly [userId: string, personId: string],
    read: () => Promise<MergedPaper[]>,
    numbering?: Numbering,
  ) => Promise<Merged>
  close: () => Promise<void>
}

/** The papers need too much time or memory, or end the thread. */
export class MergeFailedError extends Error {}

const THREAD = new URL('./thread.ts', import.meta.url)
const LIMITS = { memoryMb: 256, cpuMs: 30_000, timeoutMs: 120_000, maxThreads: 1 }
/** The queue of merges. A screen shows a few packets at once. */
const TURNS = { maxRunning: 1, maxWaiting: 100, maxWaitMs: 120_000 }

export function openMerger(thread = THREAD, limits = LIMITS): Merger {
  const { run, close } = openThreadPool<MergeJob, MergeResult>(thread, limits)
  const queue = createQueue(TURNS)
  return {
    merge: (turn, read, numbering) =>
      runQueued(queue, turn, async () => {
        const papers = await read()
        const merged = await run({ papers, numbering }, { ports: listBuffers(papers) }).catch(
          explain,
        )
        if ('error' in merged) throw new MergeFailedError(merged.error)
        return merged
      }),
    close,
  }
}

/** The buffers that are handed to the thread without a copy. */
function listBuffers(papers: readonly MergedPaper[]): ArrayBuffer[] {
  return papers.map(({ bytes }) => bytes.buffer as ArrayBuffer)
}

function explain(error: unknown): never {
  if (error instanceof ThreadEndedError) throw busyError(503)
  throw new MergeFailedError(String(error))
}
