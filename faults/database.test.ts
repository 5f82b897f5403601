import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { newFolder, start, stop } from './haulbook.ts'
import { enter, newLoad, type Person } from './person.ts'

/** A proxy between Haulbook and its database that can cut or hold the traffic. */
async function proxyTo(socketFolder: string) {
  const folder = await newFolder()
  const pairs = new Set<[Socket, Socket]>()
  let mode: 'open' | 'cut' | 'hang' = 'open'
  const server = createServer((near) => {
    if (mode === 'cut') return near.destroy()
    const far = connect(path.join(socketFolder, '.s.PGSQL.5432'))
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const one of pair) one.on('error', () => undefined).on('close', () => pairs.delete(pair))
    near.on('close', () => far.destroy()).on('data', (data) => mode !== 'hang' && far.write(data))
    far.on('close', () => near.destroy()).on('data', (data) => mode !== 'hang' && near.write(data))
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, '.s.PGSQL.5432'), resolve))
  return {
    url: `postgresql://haulbook@${encodeURIComponent(folder)}:5432/haulbook`,
    /** Closes the open connections, except for 'hang'. */
    set(next: typeof mode) {
      mode = next
      if (mode !== 'hang') for (const pair of pairs) for (const one of pair) one.destroy()
    },
    close: () => server.close(),
  }
}

async function waitForStatus(person: Person, path: string, status: number): Promise<void> {
  while ((await person.get(path)).status !== status);
}

test.each(['cut', 'hang'] as const)(
  'S24 After the database connection fails (%s) Haulbook recovers by itself',
  async (fault) => {
    const database = await startEmbedded(path.join(await newFolder(), 'data'))
    const proxy = await proxyTo(database.connection.host)
    const haulbook = await start({ dataDir: await newFolder(), databaseUrl: proxy.url })
    const person = await enter(haulbook)
    expect((await person.post('/api/loads', newLoad())).status).toBe(201)

    proxy.set(fault)
    const asked = performance.now()
    const refused = await person.post('/api/loads', newLoad())
    process.stdout.write(
      `${fault}: reported after ${((performance.now() - asked) / 1000).toFixed(1)} s\n`,
    )
    expect(refused.status).toBe(503)
    expect(refused.body.message).toBe("Can't reach the database")
    expect((await person.get('/readyz')).status).toBe(503)
    expect((await person.get('/healthz')).status).toBe(200)

    proxy.set('open')
    const opened = performance.now()
    await waitForStatus(person, '/readyz', 200)
    await waitForStatus(person, '/api/loads', 200)
    process.stdout.write(
      `${fault}: back after ${((performance.now() - opened) / 1000).toFixed(1)} s\n`,
    )
    expect((await person.post('/api/loads', newLoad())).status).toBe(201)
    await stop(haulbook)
    proxy.close()
    await database.stop()
  },
)
