import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ClusterError } from './cluster.ts'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'
import { DataFolderInUseError } from './lock.ts'

const running: EmbeddedServer[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-embedded-'))
  folders.push(folder)
  return path.join(folder, 'data')
}

async function start(folder: string): Promise<EmbeddedServer> {
  const server = await startEmbedded(folder)
  running.push(server)
  return server
}

async function ask(server: EmbeddedServer, question: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(question)
  await client.end()
  return rows.flatMap((row) => Object.values(row))
}

/** Starts a server in a process of its own and kills that process without a word. */
async function killedCopy(folder: string): Promise<string> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'child.ts'), folder])
  const [host] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return host.toString().trim()
}

test('B1 what was committed is there after a stop and a new start', async () => {
  const folder = await newFolder()
  const first = await start(folder)
  await ask(first, 'create table kept (word text)')
  await ask(first, "insert into kept values ('Łukasz')")
  await running.pop()?.stop()
  expect(await ask(await start(folder), 'select word from kept')).toEqual(['Łukasz'])
})

test('durability stays on, it listens on a private socket only, and text sorts alike everywhere', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  expect(await ask(server, 'show fsync')).toEqual(['on'])
  expect(await ask(server, 'show listen_addresses')).toEqual([''])
  expect(
    await ask(server, 'select datlocale from pg_database where datname = current_database()'),
  ).toEqual(['C.UTF-8'])
  for (const place of [folder, server.connection.host])
    expect((await stat(place)).mode & 0o777).toBe(0o700)
})

test('B1 a second copy on the same folder is refused, naming the process of the first', async () => {
  const folder = await newFolder()
  await start(folder)
  const refused = startEmbedded(folder)
  await expect(refused).rejects.toThrow(DataFolderInUseError)
  await expect(refused).rejects.toThrow(`process ${process.pid}`)
})

test('B1 of two copies that start at once one runs', async () => {
  const folder = await newFolder()
  const results = await Promise.allSettled([start(folder), start(folder), start(folder)])
  expect(results.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
})

test('the server of a killed parent is stopped, and what it had committed is kept', async () => {
  const folder = await newFolder()
  const host = await killedCopy(folder)
  const orphan = {
    connection: { host, port: 5432, user: 'haulbook', database: 'haulbook' },
  } as EmbeddedServer
  await ask(orphan, 'create table kept as select 7 as seven')
  const server = await start(folder)
  expect(await ask(server, 'select seven from kept')).toEqual([7])
  await expect(ask(orphan, 'select 1')).rejects.toThrow()
})

test('a lock whose process id belongs to somebody else by now is cleared', async () => {
  const folder = await newFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'haulbook.lock'), `${process.pid} 12345`)
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
})

test('half a first start is thrown away and made again', async () => {
  const folder = await newFolder()
  await mkdir(path.join(folder, 'postgres.new-1'), { recursive: true })
  await writeFile(path.join(folder, 'postgres.new-1', 'half'), 'a cluster')
  await start(folder)
  expect((await readdir(folder)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
})

test('a folder with a very long path works', async () => {
  const folder = path.join(await newFolder(), 'x'.repeat(120), 'y'.repeat(120))
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
})

test('data of another PostgreSQL version is refused in plain words', async () => {
  const folder = await newFolder()
  await mkdir(path.join(folder, 'postgres'), { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), '15\n')
  await chmod(folder, 0o700)
  await expect(startEmbedded(folder)).rejects.toThrow(ClusterError)
  await expect(startEmbedded(folder)).rejects.toThrow(/made by PostgreSQL 15/)
})

test('a stop leaves neither socket nor lock behind', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  const { connection } = server
  await running.pop()?.stop()
  await expect(stat(connection.host)).rejects.toThrow(/ENOENT/)
  expect(await readdir(folder)).not.toContain('haulbook.lock')
})
