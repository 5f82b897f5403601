/** Prints the accounts' statements in turn: one account's many statements do not delay another's. */
import { createQueue, runQueued } from '#server/queue.ts'
import type { Papers, Printer } from './printer.ts'

/** Throws what the printer throws, and 429 if too many statements of the account are waiting. */
export type PrintFor = (userId: string, papers: Papers) => Promise<Uint8Array>

/** Prints one statement at a time per account: several statements of thousands of loads would block other accounts for seconds. */
export function queuePrinter({ print }: Pick<Printer, 'print'>): PrintFor {
  const queue = createQueue({ maxRunningEach: 1, maxWaiting: 250 })
  return (userId, papers) => runQueued(queue, [userId, ''], () => print(papers))
}
