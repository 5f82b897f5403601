/**
 * Connections that only look-ups of sessions use. They take a millisecond each. Behind the requests of forty busy
 * accounts they would wait for seconds, and a flood of them would delay those requests.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'

const reserved = new AsyncLocalStorage<true>()

/** Runs the queries of `work` on the reserved connections. */
export function onReservedConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  return reserved.run(true, work)
}

/** One pool for Kysely: queries go to `forLookUps` within `onReservedConnection`, else to `forRequests`. */
export function joinPools(forRequests: PostgresPool, forLookUps: PostgresPool): PostgresPool {
  return {
    options: forRequests.options,
    connect: () => (reserved.getStore() ? forLookUps : forRequests).connect(),
    end: async () => {
      await Promise.all([forRequests.end(), forLookUps.end()])
    },
  }
}
