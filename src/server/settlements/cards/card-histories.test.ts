import { expect, test } from 'vitest'
import { runCardHistory } from '#server/testing/cards/history.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

const HISTORIES = shortOrLong(3, 250)
const STEPS = shortOrLong(90, 160)
const UNTIL_DONE = { timeout: 24 * 60 * 60 * 1000 }

test(
  'C563 C564 C565 C566 C569 C570 C571 C572 C573 C574 C575 C576 C577 Random weeks of cards and their files agree with an independent model, line by line',
  UNTIL_DONE,
  async () => {
    const taken = new Set<string>()
    for (let history = 0; history < HISTORIES; history++) {
      await database.deleteFrom('attempts').execute()
      const seed = readSeed(1) + history
      for (const name of await runCardHistory(app, database, { seed, steps: STEPS }))
        taken.add(name)
    }
    expect(taken.size).toBeGreaterThan(20)
  },
)
