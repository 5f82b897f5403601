import { afterAll, beforeAll, vi } from 'vitest'

/**
 * The tests of this file have one day, also if midnight passes while they run: `Date` stands still. The clock of the database goes on,
 * and so do timers. Call it before the file reads the day.
 */
export function keepDay(): void {
  const now = new Date()
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
  afterAll(() => void vi.useRealTimers())
}
