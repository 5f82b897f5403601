import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { openDatabaseProxy } from '#server/testing/database-proxy.ts'
import { newFolder, start, stop } from './haulbook.ts'
import { signIn, makeLoad, type User } from './user.ts'

async function proxyTo(socketFolder: string) {
  const folder = await newFolder()
  const proxy = await openDatabaseProxy(socketFolder, folder)
  return { ...proxy, url: `postgresql://haulbook@${encodeURIComponent(folder)}:5432/haulbook` }
}

async function waitFor(user: User, path: string, status: number): Promise<void> {
  while ((await user.get(path)).status !== status);
}

test.each(['cut', 'hang'] as const)(
  'S24 While the connection to the database is %s, requests are 503; the server recovers by itself',
  async (fault) => {
    const database = await startEmbedded(path.join(await newFolder(), 'data'))
    const proxy = await proxyTo(database.connection.host)
    const haulbook = await start({ dataDir: await newFolder(), databaseUrl: proxy.url })
    const user = await signIn(haulbook)
    expect((await user.post('/api/loads', makeLoad())).status).toBe(201)

    proxy.set(fault)
    const sentAt = performance.now()
    const rejected = await user.post('/api/loads', makeLoad())
    process.stdout.write(
      `${fault}: reported after ${((performance.now() - sentAt) / 1000).toFixed(1)} s\n`,
    )
    expect(rejected.status).toBe(503)
    expect(rejected.body.message).toBe("Can't reach the database")
    expect((await user.get('/readyz')).status).toBe(503)
    expect((await user.get('/healthz')).status).toBe(200)

    proxy.set('open')
    const opened = performance.now()
    await waitFor(user, '/readyz', 200)
    await waitFor(user, '/api/loads', 200)
    process.stdout.write(
      `${fault}: back after ${((performance.now() - opened) / 1000).toFixed(1)} s\n`,
    )
    expect((await user.post('/api/loads', makeLoad())).status).toBe(201)
    await stop(haulbook)
    proxy.close()
    await database.stop()
  },
)
