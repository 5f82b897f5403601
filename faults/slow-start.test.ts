import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { openDatabaseProxy } from '#server/testing/database-proxy.ts'
import { kill, launch, newFolder, pause, stop, type Haulbook, type Place } from './haulbook.ts'

const PERIOD_MS = 100
const READY = /\bHaulbook is ready\b/

/** Lets a process run only for `share` of the time, as on a slow or busy core. Returns the end of that. */
function slowDown({ child }: Haulbook, share: number): () => void {
  let over = false
  async function loop(): Promise<void> {
    while (!over && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGSTOP')
      await pause(PERIOD_MS * (1 - share))
      child.kill('SIGCONT')
      await pause(PERIOD_MS * share)
    }
  }
  void loop()
  return () => (over = true)
}

async function startSlowly(place: Place, share: number): Promise<Haulbook> {
  const haulbook = launch(place)
  const end = slowDown(haulbook, share)
  const ended = haulbook.ended.then(() => 'ended')
  while (!READY.test(haulbook.output()))
    if ((await Promise.race([ended, pause(50)])) === 'ended') break
  end()
  expect(haulbook.output()).toMatch(READY)
  return haulbook
}

test.each([0.15, 0.25])(
  'C490 A start on %d of a core without a compile cache comes up, for new data and after kill -9',
  async (share) => {
    const place = { dataDir: path.join(await newFolder(), 'data') }
    await kill(await startSlowly(place, share))
    await stop(await startSlowly(place, share))
  },
)

test('C490 A database that appears later is waited for', async () => {
  const database = await startEmbedded(path.join(await newFolder(), 'data'))
  const folder = path.join(await newFolder(), 'socket')
  await mkdir(folder)
  const databaseUrl = `postgresql://haulbook@${encodeURIComponent(folder)}:5432/haulbook`
  const haulbook = launch({ dataDir: await newFolder(), databaseUrl })
  const missing = `waiting for the database (DATABASE_URL, ${folder}:5432): there is no socket.`
  await expect.poll(haulbook.output, { timeout: 60_000 }).toContain(missing)
  const proxy = await openDatabaseProxy(database.connection.host, folder)
  proxy.set('hang')
  await pause(3_000)
  proxy.set('open')
  await expect.poll(haulbook.output, { timeout: 60_000 }).toMatch(READY)
  await stop(haulbook)
  proxy.close()
  await database.stop()
})
