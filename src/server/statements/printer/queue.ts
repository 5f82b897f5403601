/** Whose statement is printed next: however many one account asks for, another one waits for one of them at most. */
import { runQueued, createQueue } from '#server/queue.ts'
import type { Printer } from './printer.ts'
import type { Statement } from '#server/statements/text.ts'

/** Throws as the printer does, and 429 where very many of the account's wait already. */
export type PrintFor = (userId: string, statement: Statement) => Promise<Uint8Array>

/** A statement of thousands of loads takes seconds: four at once of such would stand before everybody else's. */
export function queuePrinter({ print }: Pick<Printer, 'print'>): PrintFor {
  const turns = createQueue({ atOnce: 1, waiting: 250 })
  return (userId, statement) => runQueued(turns, userId, () => print(statement))
}
