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

/** The number of a shard, which Citus adds to the names of tables and constraints: `trucks_truck_id_key_102214`. */
const SHARD_NUMBER = /_\d{5,}$/

/**
 * The name of the violated constraint, "" if there is none. Citus drops the field, so the name is read from the message:
 * PostgreSQL writes `constraint "…"`, and Haulbook's triggers write the name before a colon (SPEC C258).
 */
export function constraintOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('constraint' in error && error.constraint) return String(error.constraint)
  const { message } = error
  if (codeOf(error).startsWith('23'))
    return (
      (/ constraint "([^"]+)"/.exec(message) ?? /^(\w+): /.exec(message))?.[1]?.replace(
        SHARD_NUMBER,
        '',
      ) ?? ''
    )
  return ''
}

/** The message without the name of the constraint that it begins with. */
export function stripConstraintName(error: Error): string {
  return error.message.replace(/^\w+: /, '')
}

/** What a `guard_*` function names as the detail of its error, "" if there is none. */
export function detailOf(error: unknown): string {
  return error instanceof Error && 'detail' in error ? String(error.detail) : ''
}
