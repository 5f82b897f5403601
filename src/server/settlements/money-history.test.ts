import { expect, test } from 'vitest'
import { runMoneyHistory } from '#server/testing/money/history.ts'
import { STEPS } from '#server/testing/money/steps.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

/** For more: MONEY_STEPS=200000 MONEY_SEED=100 npx vitest run --project unit src/server/settlements/money-history.test.ts */
const COUNT = Number(process.env.MONEY_STEPS ?? 10_000)
const FIRST_SEED = Number(process.env.MONEY_SEED ?? 1)
const STEPS_OF_CARRIER = 250
const ONE_DAY_MS = 24 * 60 * 60 * 1000

test(
  'C7 C10 C11 C12 C13 Random histories of carriers agree with an independent model',
  async () => {
    const accepted = new Map<string, number>()
    for (let taken = 0, seed = FIRST_SEED; taken < COUNT; taken += STEPS_OF_CARRIER, seed++)
      for (const [name, count] of await runMoneyHistory(app, seed, STEPS_OF_CARRIER))
        accepted.set(name, (accepted.get(name) ?? 0) + count)
    // Each step was accepted at least once: none of them is only ever rejected.
    expect(Object.keys(STEPS).filter((name) => !accepted.has(name))).toEqual([])
  },
  ONE_DAY_MS,
)
