import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'
import { ClusterError, DatabaseEndedError } from './errors.ts'
import { superviseEmbedded } from './supervise.ts'

const LIMITS = { maxExits: 3, withinMs: 600_000, retryMs: 1 }
const IGNORE = { onEnd: () => undefined, onBack: () => undefined }
const KILLED = new ClusterError('it was killed')

let home: string
let server: EmbeddedServer
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'haulbook-supervise-'))
  server = await startEmbedded(path.join(home, 'data'))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

async function ask(question: string): Promise<unknown> {
  const client = new pg.Client(server.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(question)
    return rows.flatMap((row) => Object.values(row))[0]
  } finally {
    await client.end()
  }
}

async function killServer(): Promise<void> {
  const file = await readFile(path.join(server.cluster, 'postmaster.pid'), 'utf8')
  process.kill(parseInt(file), 'SIGKILL')
}

/** A server that ends with these errors, one after the other, and then runs. */
function createEndingServer(
  errors: unknown[],
  { stopping = new AbortController(), room }: { stopping?: AbortController; room?: boolean[] } = {},
) {
  let restarts = 0
  const supervised = {
    ended: () => {
      const error = errors.shift()
      return error
        ? Promise.resolve(error as DatabaseEndedError)
        : new Promise<never>(() => undefined)
    },
    restart: () => {
      restarts += 1
      return Promise.resolve()
    },
    stopping: stopping.signal,
    disk: { isFull: () => false, canStart: () => Promise.resolve(room?.shift() ?? true) },
  }
  return { supervised, restarts: () => restarts }
}

test('C26 A killed server starts again at the same address and keeps committed rows', async () => {
  const ends: string[] = []
  const back = Promise.withResolvers<void>()
  const supervision = { limits: LIMITS, onEnd: (error: Error) => ends.push(error.message) }
  void superviseEmbedded(server, { ...supervision, onBack: back.resolve })
  await ask('create table kept as select 7 as seven')
  const working = ask('select count(*) from generate_series(1, 1e9)').catch((error) => error)
  await expect
    .poll(() => ask(`select count(*) from pg_stat_activity where query like '%1e9%'`))
    .toBe('2')
  await killServer()
  await back.promise
  expect(await working).toBeInstanceOf(Error)
  expect(await ask('select seven from kept')).toBe(7)
  expect(ends).toEqual([
    expect.stringMatching(/^The database was killed, .* Its log .*postgres.log/),
  ])
})

test('C26 The third exit within the time limit is final, and its reason is shown', async () => {
  const { supervised, restarts } = createEndingServer([KILLED, KILLED, KILLED])
  const seen: Error[] = []
  const supervision = { limits: LIMITS, onEnd: (error: Error) => seen.push(error) }
  const end = await superviseEmbedded(supervised, { ...supervision, onBack: () => undefined })
  expect(end?.message).toBe(
    'The database stopped 3 times within 10 minutes, so Haulbook stops. The last time:\nit was killed',
  )
  expect(restarts()).toBe(2)
  expect(seen).toEqual([KILLED, KILLED])
})

test('C26 Exits that are further apart than the time limit do not add up', async () => {
  const { supervised, restarts } = createEndingServer(Array(5).fill(KILLED))
  const limits = { ...LIMITS, withinMs: 0 }
  const back = Promise.withResolvers<void>()
  void superviseEmbedded(supervised, {
    ...IGNORE,
    limits,
    onBack: () => restarts() === 5 && back.resolve(),
  })
  await back.promise
})

test('C26 An exit on a full disk does not count: the supervisor waits for space and restarts', async () => {
  const room = [false, false, true, true, true, true, true]
  const full = new DatabaseEndedError('full', { diskFull: true })
  const { supervised, restarts } = createEndingServer([full, full, full, full, KILLED], { room })
  const back = Promise.withResolvers<void>()
  void superviseEmbedded(supervised, {
    ...IGNORE,
    limits: LIMITS,
    onBack: () => restarts() === 5 && back.resolve(),
  })
  await back.promise
  expect(room).toEqual([])
})

test('C26 After a stop the supervisor starts nothing', async () => {
  const stopping = new AbortController()
  const { supervised, restarts } = createEndingServer([KILLED], { stopping })
  stopping.abort()
  const supervising = superviseEmbedded(supervised, { ...IGNORE, limits: LIMITS })
  expect(await supervising).toBeUndefined()
  expect(restarts()).toBe(0)
})
