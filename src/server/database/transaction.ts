/** Transactions, and PostgreSQL's error codes. */
import type { Database, Work } from './open.ts'

export const UNIQUE_VIOLATION = '23505'
/** A link to a missing record, or the deletion of a record that has links. */
export const FOREIGN_KEY_VIOLATION = '23503'
export const CHECK_VIOLATION = '23514'

const TRIES = 3
/** A serialization failure or a deadlock: nothing was written, so the work can run again. */
const RETRIED = new Set(['40001', '40P01'])

/** Runs `work` in a transaction, at most three times. `work` must change nothing outside the database. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Work) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (tried === TRIES || !RETRIED.has(codeOf(error))) throw error
    }
  }
}

/** PostgreSQL's five-character code of an error, "" if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The name of the violated constraint, "" if there is none. */
export function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}
