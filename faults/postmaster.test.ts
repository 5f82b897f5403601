import { expect, test } from 'vitest'
import { newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { signIn, readLoadNumbers, makeLoad, type User } from './user.ts'
import { findPostmaster } from './processes.ts'

const KILLS = 20
const AT_ONCE = 4
/** The limit for the median. A busy computer may take longer once. */
const BACK_WITHIN_MS = 5_000
const LONGEST_ABSENCE_MS = 30_000

/** Adds loads until `over`, even after failures. Collects acknowledged load numbers and the statuses of all calls. */
async function addLoads(user: User, over: AbortSignal, kept: string[], seen: Set<string>) {
  while (!over.aborted) {
    const load = makeLoad()
    const { status, retryAfter } = await user.post('/api/loads', load)
    seen.add(retryAfter === undefined ? `${status}` : `${status} with Retry-After`)
    if (status === 201) kept.push(load.loadId)
  }
}

/** Returns the id of the killed process. */
function killPostmaster(dataDir: string): number {
  const pid = findPostmaster(dataDir)
  if (!pid) throw new Error('There is no database')
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Waits until a new database process runs and the server is ready. Returns the milliseconds that this took. */
async function measureAbsence(user: User, dataDir: string, killed: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    expect((await user.get('/healthz')).status).toBe(200)
    const { status, retryAfter } = await user.get('/readyz')
    if (status === 503) expect(retryAfter).toBeDefined()
    const passed = performance.now() - began
    const running = findPostmaster(dataDir)
    if (status === 200 && running && running !== killed) return passed
    expect(passed).toBeLessThan(LONGEST_ABSENCE_MS)
    await pause(20)
  }
}

test(`C26 S24 ${KILLS} kills of the database under load lose nothing, and it restarts by itself`, async () => {
  const place = { dataDir: await newFolder() }
  const haulbook = await start(place, 'faults/unlimited-restarts.ts')
  const user = await signIn(haulbook)
  const over = new AbortController()
  const kept: string[] = []
  const seen = new Set<string>()
  const work = Array.from({ length: AT_ONCE }, () => addLoads(user, over.signal, kept, seen))
  const absences: number[] = []
  for (let round = 0; round < KILLS; round++) {
    await pause(100 + ((round * 137) % 900))
    const before = kept.length
    const killed = killPostmaster(place.dataDir)
    absences.push(await measureAbsence(user, place.dataDir, killed))
    await expect.poll(() => kept.length, { timeout: 30_000 }).toBeGreaterThan(before)
  }
  over.abort()
  await Promise.all(work)
  const there = await readLoadNumbers(user)
  expect(kept.filter((number) => !there.has(number))).toEqual([])
  expect([...seen].toSorted()).toEqual(['201', '503 with Retry-After'])
  const [median = 0, slowest = 0] = [
    absences.toSorted((a, b) => a - b)[KILLS / 2],
    Math.max(...absences),
  ]
  expect(median).toBeLessThan(BACK_WITHIN_MS)
  await stop(haulbook)
  process.stdout.write(
    `${kept.length} loads acknowledged, none lost; away for ${(median / 1000).toFixed(1)} s, at most ${(slowest / 1000).toFixed(1)} s\n`,
  )
})

test('C26 After the third exit within ten minutes the server stops and shows the reason', async () => {
  const place = { dataDir: await newFolder() }
  const haulbook = await start(place)
  const user = await signIn(haulbook)
  const load = makeLoad()
  expect((await user.post('/api/loads', load)).status).toBe(201)
  for (const _first of [1, 2]) {
    const killed = killPostmaster(place.dataDir)
    await measureAbsence(user, place.dataDir, killed)
  }
  killPostmaster(place.dataDir)
  expect(await haulbook.ended).toMatchObject({ code: 1 })
  expect(haulbook.output()).toMatch(
    /The database stopped 3 times within 10 minutes, so Haulbook stops\. The last time:\nThe database was killed, perhaps because the computer ran out of memory\. Its log .*postgres\.log/,
  )
  const again: Haulbook = await start(place)
  expect((await readLoadNumbers(await signIn(again))).has(load.loadId)).toBe(true)
  await stop(again)
})
