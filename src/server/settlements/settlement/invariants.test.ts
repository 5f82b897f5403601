import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBroken } from '#server/testing/money/broken-rules.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { createTruckSteps, steps } from '#server/testing/truck-steps.ts'
import { shortOrLong } from '#server/testing/long.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()

test('C1 C2 C3 C4 C5 C7 C10 Steps in any order and in parallel break none of the rules', async () => {
  const nextTruck = await createTruckSteps(await createCarrierWithOwners(app))
  await fc.assert(
    fc.asyncProperty(steps, async (rounds) => {
      const take = await nextTruck()
      for (const round of rounds) {
        const statuses = await Promise.all(round.map(take))
        expect([round, statuses.filter((status) => status >= 500)]).toEqual([round, []])
      }
      expect(await findBroken(database)).toEqual([])
    }),
    { numRuns: shortOrLong(4, 60) },
  )
}, 300_000)
