/** Restarts the embedded database if it exits unexpectedly (SPEC C26). */
import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddedServer } from './embedded.ts'
import { ClusterError, DatabaseEndedError } from './errors.ts'

export type Limits = {
  /** Gives up after this many unexpected exits within `withinMs`. */
  maxExits: number
  withinMs: number
  /** The pause before the next try while the disk is full or processes still use the old server's memory. */
  retryMs: number
}

export const LIMITS: Limits = { maxExits: 3, withinMs: 10 * 60 * 1000, retryMs: 500 }

type Supervision = {
  limits: Limits
  onEnd: (error: Error) => void
  onBack: () => void
}

type Supervised = Pick<EmbeddedServer, 'ended' | 'restart' | 'stopping'> & {
  disk: Pick<EmbeddedServer['disk'], 'isFull' | 'canStart'>
}

/** Resolves with the reason when it gives up, and with undefined if the server was stopped. */
export async function superviseEmbedded(
  server: Supervised,
  { limits, onEnd, onBack }: Supervision,
): Promise<Error | undefined> {
  const exits: number[] = []
  let error: unknown = await server.ended()
  while (!server.stopping.aborted) {
    const counted = countsAsExit(error) && !server.disk.isFull()
    if (counted) exits.push(performance.now())
    const recent = exits.filter((at) => performance.now() - at < limits.withinMs)
    if (recent.length >= limits.maxExits) return giveUp(error, limits)
    onEnd(error instanceof Error ? error : new Error(String(error)))
    if (!counted) await pause(limits.retryMs)
    while (!server.stopping.aborted && !(await server.disk.canStart())) await pause(limits.retryMs)
    try {
      await server.restart()
      onBack()
      error = await server.ended()
    } catch (failure) {
      error = failure
    }
  }
  return undefined
}

/** A full disk and leftover processes of the old server are temporary, so they do not count. */
function countsAsExit(error: unknown): boolean {
  return !(error instanceof DatabaseEndedError && (error.diskFull || error.inUse))
}

function giveUp(error: unknown, { maxExits, withinMs }: Limits): ClusterError {
  const reason = error instanceof Error ? error.message : String(error)
  const minutes = Math.round(withinMs / 60_000)
  return new ClusterError(
    `The database stopped ${maxExits} times within ${minutes} minutes, so Haulbook stops. The last time:\n${reason}`,
  )
}
