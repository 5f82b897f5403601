/**
 * Tries to merge a file when it is uploaded (SPEC C426), so that the person who has the paper hears it, and not the office weeks
 * later. It has its own thread: packets don't wait for uploads.
 */
import { documentMessages } from '#core/documents/documents.ts'
import type { UnreadableReason } from '#core/packets/packets.ts'
import { badFile } from '#server/documents/check/walk.ts'
import type { PaperTrial } from '#server/documents/document-store.ts'
import { RequestError } from '#server/errors.ts'
import type { Failure } from './merge-papers.ts'
import { MergeFailedError, openMerger, type Settings } from './merger.ts'
import type { PaperMemory } from './paper-memory.ts'

const TURNS = { maxRunning: 1, maxRunningEach: 1, maxWaiting: 100, maxWaitMs: 30_000 }

/**
 * A paper that fails for another reason can be read, or this machine is too slow for it. So it is stored. It blocks its packet, which
 * names it.
 */
const REJECTED: Partial<Record<UnreadableReason, string>> = {
  password: documentMessages.password,
  damaged: documentMessages.damagedInside,
  empty: documentMessages.damaged,
  pixels: documentMessages.tooManyPixels,
  xfa: documentMessages.xfa,
  portfolio: documentMessages.portfolio,
}

export function openTrial(
  memory: PaperMemory,
  settings: Pick<Settings, 'thread' | 'limits'> = {},
): PaperTrial {
  const merger = openMerger({ memory, turns: TURNS, ...settings })

  async function findFailure({ turn, read, ...paper }: Parameters<PaperTrial['try']>[0]) {
    if (memory.isWhole(turn[0], paper.sha256)) return undefined
    const known = memory.failureOf(turn[0], paper.sha256)
    if (known) return known
    const readAll = async () => [{ ...paper, bytes: await read(), label: '' }]
    const merged = await merger.merge(turn, readAll).catch(letPass)
    return merged && 'failures' in merged ? merged.failures[0] : undefined
  }

  return {
    async try(paper) {
      const failure: Failure | undefined = await findFailure(paper)
      const message = failure && REJECTED[failure.reason]
      if (message !== undefined) throw badFile(message)
    },
    close: merger.close,
  }
}

/** A busy server can't try the paper. Its packet will. */
function letPass(error: unknown): undefined {
  const isBusy = error instanceof RequestError && [429, 503].includes(error.statusCode)
  if (!isBusy && !(error instanceof MergeFailedError)) throw error
}
