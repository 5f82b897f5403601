/** A start is patient: it tries again what a later try can repair (SPEC C490). */
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseEndedError, DiskFullError } from '#server/database/embedded/errors.ts'
import { DataFolderInUseError } from '#server/database/embedded/lock.ts'
import { ConnectionError } from '#server/database/prepare.ts'
import { mayPass } from './database-place.ts'

const LONGEST_START_MS = 10 * 60_000
/** A killed instance needs a moment until the system has ended it. A running one keeps its folder. */
const LONGEST_END_MS = 3_000
const TRY_EVERY_MS = 500

type Trying = {
  stop: AbortSignal
  /** Called with each error that a later try can repair. */
  onWait: (error: Error) => void
}

/** Throws the error that no later try can repair, or the last one when the patience is over. */
export async function keepTrying<Result>(
  step: () => Promise<Result>,
  { stop, onWait }: Trying,
): Promise<Result> {
  const begun = performance.now()
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (stop.aborted || !(error instanceof Error)) throw error
      if (performance.now() - begun > findPatience(error)) throw error
      onWait(error)
      await pause(TRY_EVERY_MS, undefined, { signal: stop })
    }
  }
}

/** The milliseconds after which the error ends the start. */
function findPatience(error: Error): number {
  if (error instanceof DataFolderInUseError) return LONGEST_END_MS
  if (error instanceof DiskFullError) return LONGEST_START_MS
  if (error instanceof DatabaseEndedError)
    return error.diskFull || error.inUse ? LONGEST_START_MS : 0
  return mayPass(error instanceof ConnectionError ? error.cause : error) ? LONGEST_START_MS : 0
}
