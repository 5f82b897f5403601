import { expect, test } from 'vitest'
import { KEPT_MONEY, runMoneyHistory } from '#server/testing/money/history.ts'
import { STEPS } from '#server/testing/money/steps.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

const COUNT = shortOrLong(250, 25_000)
const FIRST_SEED = readSeed(1)
/** A history in which money is kept a second time and the payee has another statement. */
const SEED_OF_KEPT_MONEY = 20
const STEPS_OF_CARRIER = 250
const UNTIL_DONE = { timeout: 24 * 60 * 60 * 1000 }

test(
  'C7 C10 C11 C12 C13 C25 C320 C321 C322 Random histories of carriers agree with an independent model',
  UNTIL_DONE,
  async () => {
    const accepted = new Map<string, number>()
    for (let taken = 0, seed = FIRST_SEED; taken < COUNT; taken += STEPS_OF_CARRIER, seed++) {
      // One address may not sign up this many carriers.
      await database.deleteFrom('attempts').execute()
      for (const [name, count] of await runMoneyHistory(app, seed, STEPS_OF_CARRIER))
        accepted.set(name, (accepted.get(name) ?? 0) + count)
    }
    // Each step was accepted at least once: none of them is only ever rejected. A short run does not reach each of them.
    if (COUNT < 10_000) return
    expect(Object.keys(STEPS).filter((name) => !accepted.has(name))).toEqual([])
  },
)

test('C12 Kept money covers any statement unless it is held for a draft', UNTIL_DONE, async () => {
  await runMoneyHistory(app, SEED_OF_KEPT_MONEY, shortOrLong(80, STEPS_OF_CARRIER), KEPT_MONEY)
})
