/** Which requests ask more than one worker. Run it on an empty cluster: `npm run test:cluster`. */
import { expect, test } from 'vitest'
import { clusterApp, type Sent } from '#server/testing/cluster.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'

const { app, sent } = await clusterApp()

/** They change people or accounts, whose tables are on every node. */
const OF_ALL_WORKERS = [
  'POST /api/signup',
  'POST /api/invitation',
  'POST /api/account/delete',
  'PUT /api/auth/language',
]

test('C400 A request of an account asks one worker, and commits there in one phase', async () => {
  await useEveryFeature(app)
  expect(sent.length).toBeGreaterThan(150)
  const wide = sent.filter(({ workers, inTwoPhases }) => workers.size > 1 || inTwoPhases)
  const routes = [...new Set(wide.map(describe))].filter((route) => !OF_ALL_WORKERS.includes(route))
  expect(routes).toEqual([])
})

function describe({ route }: Sent): string {
  return route
}
