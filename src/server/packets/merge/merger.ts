/** Merges papers in worker threads; the accounts take turns (SPEC C175, C426, S29). */
import { busyError, createQueue, runQueued } from '#server/queue.ts'
import { openThreadPool, ThreadEndedError } from '#server/thread-pool.ts'
import type { Failure, Merged, MergedPaper, Numbering } from './merge-papers.ts'
import { openPaperMemory, type PaperMemory } from './paper-memory.ts'
import type { MergeJob, MergeResult } from './thread.ts'

/** `sha256`: the digest of the bytes. */
export type PaperToMerge = Omit<MergedPaper, 'isLookedAt'> & { sha256: string }

/** `isEarlier`: as version 1.0.0 merged, with its limits. */
export type MergeOptions = { numbering?: Numbering | undefined; isEarlier?: boolean }

type Options = MergeOptions & { userId: string }

/** `only`: the position of the one paper to read. Without it, all papers are read. */
export type ReadPapers = (only?: number) => Promise<PaperToMerge[]>

export type Merger = {
  /**
   * Calls `read` when it is the packet's turn, so that the papers of waiting packets take no memory, and again for each paper that
   * could have ended their thread. Throws what `read` throws, 429 if too many packets of the account are waiting, 503 if the server
   * is too busy, and `MergeFailedError`.
   */
  merge: (
    turn: readonly [userId: string, personId: string],
    read: ReadPapers,
    options?: MergeOptions,
  ) => Promise<Merged>
  /** Why the account's paper with these bytes could not be merged before. */
  failureOf: (userId: string, sha256: string) => Failure | undefined
  close: () => Promise<void>
}

/** The papers together need too much time or memory, or end the thread. */
export class MergeFailedError extends Error {}

const THREAD = new URL('./thread.ts', import.meta.url)
/** `cpuMs`: for each paper. `earlierCpuMs`: for all papers together, as version 1.0.0 had it. */
const LIMITS = { memoryMb: 256, cpuMs: 8_000, earlierCpuMs: 30_000, timeoutMs: 120_000 }
/** A screen shows a few packets at once. One account's packets leave a thread to the others. */
const TURNS = { maxRunning: 2, maxRunningEach: 1, maxWaiting: 100, maxWaitMs: 120_000 }

export type Settings = {
  thread?: URL
  memory?: PaperMemory
  limits?: typeof LIMITS
  turns?: typeof TURNS
}

export function openMerger({
  thread = THREAD,
  memory = openPaperMemory(),
  limits = LIMITS,
  turns = TURNS,
}: Settings = {}): Merger {
  const { earlierCpuMs, ...poolLimits } = limits
  const { run, close } = openThreadPool<MergeJob, MergeResult>(thread, {
    ...poolLimits,
    maxThreads: turns.maxRunning,
  })
  const queue = createQueue(turns)

  /** Throws `StepError` if the papers ended the thread or used up its time or memory. */
  async function runJob(papers: PaperToMerge[], options: Options): Promise<Merged> {
    const { userId, numbering, isEarlier = false } = options
    const step = new Int32Array(new SharedArrayBuffer(4))
    const told = papers.map((paper) => ({
      ...paper,
      isLookedAt: memory.isWhole(userId, paper.sha256),
    }))
    const job = { papers: told, numbering, isEarlier, step }
    const readStep = () => Atomics.load(step, 0)
    // One paper alone has its time for all steps.
    const perStep = papers.length > 1 ? { readStep } : {}
    const limit = isEarlier ? { cpuMs: earlierCpuMs } : perStep
    const merged = await run(job, { ports: listBuffers(papers), ...limit }).catch((error) => {
      if (error instanceof ThreadEndedError) throw busyError(503)
      throw new StepError(String(error), readStep())
    })
    if ('error' in merged) throw new StepError(merged.error, readStep(), 'damaged')
    return merged
  }

  async function runMerge(read: ReadPapers, options: Options): Promise<Merged> {
    const { userId } = options
    const papers = await read()
    const together = papers.map(({ sha256 }) => sha256).join()
    if (memory.failureOf(userId, together) && papers.length > 1)
      throw new MergeFailedError('as before')
    try {
      const merged = await runJob(papers, options)
      remember(memory, papers, merged, userId)
      return merged
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      for (const paper of listSuspects(error.step, papers, (sha256) =>
        memory.isWhole(userId, sha256),
      ))
        if (papers.length === 1 || (await endsThread(paper, read, options))) {
          const { reason } = error
          memory.store(userId, papers[paper]?.sha256 ?? '', { reason })
          return { failures: [{ paper, reason }] }
        }
      memory.store(userId, together, { reason: error.reason })
      throw new MergeFailedError(error.message)
    }
  }

  /** What is known about papers is about today's way. So it is neither used nor stored. */
  async function runEarlier(read: ReadPapers, options: Options): Promise<Merged> {
    try {
      return await runJob(await read(), options)
    } catch (error) {
      throw error instanceof StepError ? new MergeFailedError(error.message) : error
    }
  }

  /** Whether the paper alone ends its thread too. */
  async function endsThread(paper: number, read: ReadPapers, options: Options): Promise<boolean> {
    const alone = await read(paper)
    try {
      remember(memory, alone, await runJob(alone, options), options.userId)
      return false
    } catch (error) {
      if (error instanceof StepError) return true
      throw error
    }
  }

  return {
    merge: (turn, read, options = {}) =>
      runQueued(queue, turn, () =>
        (options.isEarlier ? runEarlier : runMerge)(read, { ...options, userId: turn[0] }),
      ),
    failureOf: memory.failureOf,
    close,
  }
}

/** `step`: where the thread was. */
class StepError extends Error {
  readonly step: number
  readonly reason: Failure['reason']

  constructor(message: string, step: number, reason: Failure['reason'] = 'complex') {
    super(message)
    this.step = step
    this.reason = reason
  }
}

/** The paper of a step (`Way`). While the packet was being saved, each paper that is not known. */
function listSuspects(
  step: number,
  papers: readonly PaperToMerge[],
  isWhole: (sha256: string) => boolean,
): number[] {
  const { length } = papers
  if (length > 1 && step === length)
    return [...papers.keys()].filter((at) => !isWhole(papers[at]?.sha256 ?? ''))
  return [length === 1 ? 0 : step < length ? step : step - length - 1]
}

function remember(
  memory: PaperMemory,
  papers: readonly PaperToMerge[],
  merged: Merged,
  userId: string,
): void {
  if ('pdf' in merged) for (const { sha256 } of papers) memory.store(userId, sha256, undefined)
  else
    for (const { paper, ...failure } of merged.failures)
      memory.store(userId, papers[paper]?.sha256 ?? '', failure)
}

/** The buffers that are handed to the thread without a copy. */
function listBuffers(papers: readonly PaperToMerge[]): ArrayBuffer[] {
  return papers.map(({ bytes }) => bytes.buffer as ArrayBuffer)
}
