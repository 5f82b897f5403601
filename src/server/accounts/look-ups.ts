/** Look-ups before the account is known. Anyone can cause look-ups, for example with invented tokens. */
import { onReservedConnection } from '#server/database/reserved-connections.ts'
import { createQueue, runQueued } from '#server/queue.ts'
import { toTurns } from './network.ts'

/**
 * Networks take turns, and look-ups have separate connections: an office of 200 behind one address is served
 * while others flood the server. A line that does not move is short enough to report a hanging database in time; one that moves
 * on a busy computer is waited for.
 */
const lookUps = createQueue({
  maxRunning: 2,
  maxWaiting: 2_000,
  maxWaitMs: 10_000,
  maxStillMs: 2_000,
})

/** `subject` distinguishes the look-ups of one network. Throws 429 and 503. */
export function lookUp<Result>(
  address: string,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return runQueued(lookUps, [...toTurns(address), subject], () => onReservedConnection(work))
}
