import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { sql } from 'kysely'
import { launch, newFolder, pause, start, stop } from './haulbook.ts'
import { signIn, readLoadNumbers, makeLoad } from './user.ts'

test('S22 A second instance on the same folder stops and names the first one’s process', async () => {
  const place = { dataDir: await newFolder() }
  const first = await start(place)
  const second = launch(place)
  expect(await second.ended).toMatchObject({ code: 1 })
  expect(second.output()).toContain(`process ${first.child.pid}`)
  expect((await (await signIn(first)).get('/api/loads')).status).toBe(200)
  await stop(first)
})

test('S25 On SIGTERM the server finishes open requests and exits cleanly', async () => {
  const place = { dataDir: await newFolder() }
  const haulbook = await start(place)
  const user = await signIn(haulbook)
  const loads = Array.from({ length: 20 }, makeLoad)
  const responses = loads.map((load) => user.post('/api/loads', load))
  await Promise.race(responses)
  await stop(haulbook)
  const replies = await Promise.all(responses)
  const again = await start(place)
  const numbers = await readLoadNumbers(await signIn(again))
  const kept = loads.filter((_, index) => replies[index]?.status === 201)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter(({ loadId }) => !numbers.has(loadId))).toEqual([])
  await stop(again)
})

test('S25 Two signals, as from Ctrl-C under npm, still end the server cleanly', async () => {
  const haulbook = await start({ dataDir: await newFolder() })
  const user = await signIn(haulbook)
  const responses = Array.from({ length: 10 }, () => user.post('/api/loads', makeLoad()))
  await Promise.race(responses)
  haulbook.child.kill('SIGINT')
  await pause(20)
  await stop(haulbook)
  for (const { status } of await Promise.all(responses)) expect([0, 201]).toContain(status)
})

test('S30 A folder of a version before 1.0.0 is refused in one sentence, and stays as it is', async () => {
  const place = { dataDir: await newFolder() }
  const server = await startEmbedded(place.dataDir)
  const database = openDatabase(server.connection, () => undefined)
  await sql`create table kysely_migration (name text primary key)`.execute(database)
  await database.destroy()
  await server.stop()
  const refused = launch(place)
  expect(await refused.ended).toMatchObject({ code: 1 })
  expect(refused.output()).toContain('made by a Haulbook older than version 1.0.0')
  const after = await startEmbedded(place.dataDir)
  const reading = openDatabase(after.connection, () => undefined)
  const { rows } = await sql`select from pg_class where relname = 'users'`.execute(reading)
  expect(rows).toEqual([])
  await reading.destroy()
  await after.stop()
})
