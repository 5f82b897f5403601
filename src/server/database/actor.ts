/**
 * The person who sent the request. Triggers write the audit log, so the person reaches them as a setting of the
 * transaction (SPEC C70). The connection does not keep it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection } from 'kysely'

/**
 * `closedReason`: why the request changes a closed month. Triggers list the changes with it (SPEC C375). `timeZone`: the
 * account's (SPEC C460); null if it has none yet.
 */
type Actor = { personId: string; closedReason: string | null; timeZone: string | null }

const actors = new AsyncLocalStorage<Actor>()

/** The log names the person for all changes by `work` and by its callbacks. `personId`: a UUID of the database. */
export function actAs<Result>(
  personId: string,
  work: () => Result,
  { closedReason = null, timeZone = null }: Partial<Omit<Actor, 'personId'>> = {},
): Result {
  return actors.run({ personId, closedReason, timeZone }, work)
}

/** The person of the request; null for background jobs and scripts. */
export function readActor(): string | null {
  return actors.getStore()?.personId ?? null
}

/** The time zone of the account whose request this is: "America/Chicago". "UTC" if the account has none yet, and in jobs. */
export function readTimeZone(): string {
  return actors.getStore()?.timeZone ?? 'UTC'
}

/** A connection whose `begin` also sets the person, in the same message. */
export function withActor(connection: DatabaseConnection): DatabaseConnection {
  const actor = actors.getStore()
  if (!actor) return connection
  const name = writeSettings(actor)
  return {
    executeQuery: <Row>(begin: CompiledQuery) =>
      connection.executeQuery<Row>({
        ...begin,
        sql: `${begin.sql}; ${name}`,
      } as CompiledQuery<Row>),
    streamQuery: connection.streamQuery.bind(connection),
  }
}

/** The reason is typed text, so it is sent in hexadecimal digits, which need no quoting. */
function writeSettings({ personId, closedReason }: Actor): string {
  const person = `set local haulbook.person = '${personId}'`
  if (closedReason === null) return person
  return `${person}; set local haulbook.closed_reason = '${Buffer.from(closedReason).toString('hex')}'`
}
