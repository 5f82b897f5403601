/** Work that is done whole or not at all. */
import type { Database, Work } from './open.ts'

/** PostgreSQL's codes of refusals that the stores have words for, by its own names. */
export const UNIQUE_VIOLATION = '23505'
/** A link to nothing; of a deletion: something still points there. */
export const FOREIGN_KEY_VIOLATION = '23503'
export const CHECK_VIOLATION = '23514'

const TRIES = 3
/** A deadlock or a serialization failure: nothing was written, the same work may simply be done again. */
const TRY_AGAIN = new Set(['40001', '40P01'])

/** Runs `work` in a transaction, again when the database asks for it. `work` must have no effect outside. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Work) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (tried === TRIES || !TRY_AGAIN.has(codeOf(error))) throw error
    }
  }
}

/** PostgreSQL's five-character code of an error, "" where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The name of the constraint that refused, "" where none did. */
export function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}
