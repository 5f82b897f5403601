/** Which requests ask more than one worker. Run it on an empty cluster: `npm run test:cluster`. */
import { expect, test } from 'vitest'
import { clusterApp, readEveryRoute, type Sent } from '#server/testing/cluster.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'

const { app, sent } = await clusterApp()

/** They change people, whose table is on every node. */
const OF_ALL_WORKERS = ['POST /api/invitation', 'POST /api/signup']

/** They insert rows that a query reads. Citus sends these as a copy, which it commits in two phases, also on one worker. */
const IN_TWO_PHASES = ['DELETE /api/owners/:id', 'PUT /api/loads/:id/charges']

test('C400 A request of an account asks one worker, and commits there in one phase', async () => {
  await readEveryRoute(await useEveryFeature(app))
  expect(sent.length).toBeGreaterThan(150)
  expect(listRoutes(({ workers }) => workers.size > 1)).toEqual(OF_ALL_WORKERS)
  expect(listRoutes(({ workers, inTwoPhases }) => workers.size === 1 && inTwoPhases)).toEqual(
    IN_TWO_PHASES,
  )
})

function listRoutes(matches: (one: Sent) => boolean): string[] {
  return [...new Set(sent.filter(matches).map(({ route }) => route))].toSorted()
}
