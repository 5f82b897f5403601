/** Adds the test file to the list ZONE_READERS if it read the time zone of its process. */
import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { takeZoneRead } from './zone-reads.ts'

const list = process.env.ZONE_READERS

// Registered before the file's own hooks, so it runs after them.
afterAll(() => {
  if (takeZoneRead() && list) appendFileSync(list, `${expect.getState().testPath}\n`)
})
