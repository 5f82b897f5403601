import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { sql } from 'kysely'
import { kill, launch, newFolder, pause, start, stop } from './haulbook.ts'
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

test('S30 S13 An older folder is migrated, even after killed migrations', async () => {
  const place = { dataDir: await newFolder() }
  const server = await startEmbedded(place.dataDir)
  const database = openDatabase(server.connection, () => undefined)
  await migrate(server.connection, '0003-settlements')
  await sql`insert into users (email, password) values ('old@example.com', 'x')`.execute(database)
  await sql`insert into drivers (user_id, name, email, phone, address, license_number, license_state,
      license_expiration, payment_method, bank_details)
    select users.id, 'Driver ' || n, 'd@example.com', '1', 'a', 'l', 'TX', '2030-01-01', 'cash', 'Bank ' || n
    from users, generate_series(1, 20000) as n`.execute(database)
  await database.destroy()
  await server.stop()
  for (let round = 0; round < 6; round++) {
    const upgrading = launch(place)
    await pause(700 + round * 250)
    await kill(upgrading)
  }
  await stop(await start(place))
  const after = await startEmbedded(place.dataDir)
  const reading = openDatabase(after.connection, () => undefined)
  const { rows } = await sql<{ all: number; closed: number }>`select count(*) as all,
    count(*) filter (where get_byte(bank_details, 0) = 1) as closed from drivers`.execute(reading)
  expect(rows).toEqual([{ all: 20000, closed: 20000 }])
  await reading.destroy()
  await after.stop()
})
