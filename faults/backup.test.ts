import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { readAllRows } from '#server/testing/every-row.ts'
import { command, newFolder, startPostgres, start, stop } from './haulbook.ts'
import { signIn, readLoadNumbers, addLoadsUntilFailure, makeLoad } from './user.ts'

const KEY = 'encryption.key'

test('S26 A backup moves data from embedded to a server and back without loss', async () => {
  const folder = await newFolder()
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
  const haulbook = await start({ dataDir: first })
  const owner = await signIn(haulbook)
  const driver = {
    name: 'Ana',
    email: 'a@example.com',
    phone: '1',
    address: 'x',
    licenseNumber: 'L',
  }
  const more = { licenseState: 'TX', licenseExpiration: '2030-01-01', paymentMethod: 'cash' }
  await owner.post('/api/drivers', { ...driver, ...more, bankDetails: 'First Bank 000123' })
  const before = Array.from({ length: 50 }, makeLoad)
  for (const load of before) expect((await owner.post('/api/loads', load)).status).toBe(201)
  const working = addLoadsUntilFailure(owner)
  const file = path.join(folder, 'backup')
  await command({ dataDir: first }, 'backup', file)
  await stop(haulbook)
  await working
  await expect(command({ dataDir: first }, 'restore', file)).rejects.toThrow(
    'The database is not empty',
  )

  const server = await startEmbedded(path.join(folder, 'server'))
  const { host, user, database } = server.connection
  const databaseUrl = `postgresql://${user}@${encodeURIComponent(host)}:5432/${database}`
  const onServer = { dataDir: path.join(folder, 'keys'), databaseUrl }
  await command(onServer, 'restore', file)
  await command(onServer, 'backup', `${file}-2`)
  await server.stop()
  await command({ dataDir: second }, 'restore', `${file}-2`)
  await expect(start({ dataDir: second })).rejects.toThrow('encryption.key is missing')
  await copyFile(path.join(first, KEY), path.join(second, KEY))

  const restored = await start({ dataDir: second })
  const back = await signIn(restored)
  const numbers = await readLoadNumbers(back)
  expect(before.filter(({ loadId }) => !numbers.has(loadId))).toEqual([])
  const { body } = await back.get('/api/drivers')
  expect(JSON.stringify(body)).toContain('First Bank 000123')
  await stop(restored)
})

test('S26 After a move to a server and back to embedded every row is equal', async () => {
  const folder = await newFolder()
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
  const [file, again] = [path.join(folder, 'one'), path.join(folder, 'two')]
  const haulbook = await start({ dataDir: first })
  const user = await signIn(haulbook)
  for (let n = 0; n < 200; n++) await user.post('/api/loads', makeLoad())
  await stop(haulbook)
  await command({ dataDir: first }, 'backup', file)
  const server = await startPostgres()
  await command(server.place, 'restore', file)
  await command(server.place, 'backup', again)
  await command({ dataDir: second }, 'restore', again)
  const source = await readEveryRow(first)
  expect(JSON.stringify(source)).toContain('2400.10')
  expect(await readAllRows(server.place.ownersUrl ?? '')).toEqual(source)
  expect(await readEveryRow(second)).toEqual(source)
  await server.stop()
})

async function readEveryRow(dataDir: string) {
  const { connection, stop } = await startEmbedded(dataDir)
  return readAllRows(connection).finally(stop)
}
