import { expect, test } from 'vitest'
import { runMoneyHistory } from '#server/testing/money-history.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

/** More steps by hand: MONEY_STEPS=200000 npx vitest run --project unit src/server/settlements/money-history.test.ts */
const STEPS = Number(process.env.MONEY_STEPS ?? 10_000)
const STEPS_OF_CARRIER = 250
const FIRST_SEED = Number(process.env.MONEY_SEED ?? 1)

test(
  'C7 C10 C11 C12 C13 Random histories of carriers agree with an independent model',
  async () => {
    let accepted = 0
    for (let taken = 0, seed = FIRST_SEED; taken < STEPS; taken += STEPS_OF_CARRIER, seed++)
      accepted += (await runMoneyHistory(app, seed, STEPS_OF_CARRIER)).accepted
    expect(accepted).toBeGreaterThan(STEPS / 4)
  },
  24 * 60 * 60 * 1000,
)
