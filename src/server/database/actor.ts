/**
 * The person who sent the request. Triggers write the audit log, so the person reaches them as a setting of the
 * transaction (SPEC C70). The connection does not keep it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection } from 'kysely'

const actors = new AsyncLocalStorage<string>()

/** The log names the person for all changes by `work` and by its callbacks. `personId`: a UUID of the database. */
export function actAs<Result>(personId: string, work: () => Result): Result {
  return actors.run(personId, work)
}

/** The person of the request; null for background jobs and scripts. */
export function readActor(): string | null {
  return actors.getStore() ?? null
}

/** A connection whose `begin` also sets the person, in the same message. */
export function withActor(connection: DatabaseConnection): DatabaseConnection {
  const personId = readActor()
  if (!personId) return connection
  const name = `set local haulbook.person = '${personId}'`
  return {
    executeQuery: <Row>(begin: CompiledQuery) =>
      connection.executeQuery<Row>({
        ...begin,
        sql: `${begin.sql}; ${name}`,
      } as CompiledQuery<Row>),
    streamQuery: connection.streamQuery.bind(connection),
  }
}
