import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { endWatcher } from '#server/testing/end-watcher.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { ClusterError } from './errors.ts'
import { DataFolderInUseError } from './lock.ts'
import { readStartTime } from './processes.ts'
import { linkLibraries } from './runner.ts'

const running: EmbeddedServer[] = []
const folders: string[] = []
/** PostgreSQL's code at a clean shutdown; a shutdown that needs recovery has 57P02. */
const ADMIN_SHUTDOWN = '57P01'
const CHILD = path.join(import.meta.dirname, 'child.ts')

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
  try {
    const { rows } = await client.query<Record<string, unknown>>(question)
    return rows.flatMap((row) => Object.values(row))
  } finally {
    await client.end()
  }
}

/** Starts a server in a child process. Returns the process and the socket's folder. */
async function startChild(folder: string): Promise<{ child: ChildProcess; host: string }> {
  const child = spawn(process.execPath, [CHILD, folder])
  const [host] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, host: host.toString().trim() }
}

/** Kills the app's process. Its server ends some time later. */
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function pidOf(folder: string): Promise<number> {
  const file = await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

test('B1 Committed data survives a stop and a new start', async () => {
  const folder = await newFolder()
  const first = await start(folder)
  await ask(first, 'create table kept (word text)')
  await ask(first, "insert into kept values ('Łukasz')")
  await running.pop()?.stop()
  expect(await ask(await start(folder), 'select word from kept')).toEqual(['Łukasz'])
})

test('The server keeps fsync on, listens on a private socket only and sorts by C.UTF-8', async () => {
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

test('S22 B1 A second instance on the same folder fails and names the first one’s process', async () => {
  const folder = await newFolder()
  await start(folder)
  const rejected = startEmbedded(folder)
  await expect(rejected).rejects.toThrow(DataFolderInUseError)
  await expect(rejected).rejects.toThrow(`process ${process.pid}`)
})

test('S22 B1 If three instances start together after a kill, only one runs', async () => {
  const folder = await newFolder()
  await kill((await startChild(folder)).child)
  const results = await Promise.allSettled([start(folder), start(folder), start(folder)])
  expect(results.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataFolderInUseError)
})

test('A second instance in another container, which cannot see the process, fails too', async () => {
  const folder = await newFolder()
  await start(folder)
  await writeFile(path.join(folder, 'haulbook.lock'), '999999999')
  await expect(startEmbedded(folder)).rejects.toThrow(DataFolderInUseError)
})

test('C27 S22 The database server of a killed app stops by itself and leaves no temporary folder', async () => {
  const folder = await newFolder()
  const { child, host } = await startChild(folder)
  const pid = await pidOf(folder)
  await kill(child)
  await expect.poll(() => readStartTime(pid), { timeout: 20_000 }).toBeUndefined()
  await expect.poll(() => stat(host).catch(() => undefined), { timeout: 20_000 }).toBeUndefined()
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
})

test('S21 S22 A server that outlived its app is stopped and its committed data is kept', async () => {
  const folder = await newFolder()
  const { child, host } = await startChild(folder)
  const orphan = {
    connection: { host, port: 5432, user: 'haulbook', database: 'haulbook' },
  } as EmbeddedServer
  endWatcher(host)
  await kill(child)
  await ask(orphan, 'create table kept as select 7 as seven')
  const server = await start(folder)
  expect(await ask(server, 'select seven from kept')).toEqual([7])
  await expect(ask(orphan, 'select 1')).rejects.toThrow()
  await expect(stat(host)).rejects.toThrow(/ENOENT/)
})

test('A process that reuses the id of an ended server is left alone and blocks nothing', async () => {
  const folder = await newFolder()
  await start(folder)
  await running.pop()?.stop()
  const stranger = spawn('sleep', ['60'])
  const file = path.join(folder, 'postgres', 'postmaster.pid')
  const lines = [stranger.pid, path.join(folder, 'postgres'), 1, 5432, '/tmp/gone', '', '1 1']
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
  expect(stranger.signalCode).toBeNull()
  stranger.kill()
})

test('A lock file that names the id of another process is replaced', async () => {
  const folder = await newFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'haulbook.lock'), `${process.pid} 12345`)
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
})

test('An incomplete first start is removed and repeated', async () => {
  const folder = await newFolder()
  await mkdir(path.join(folder, 'postgres.new-1'), { recursive: true })
  await writeFile(path.join(folder, 'postgres.new-1', 'half'), 'a cluster')
  await start(folder)
  expect((await readdir(folder)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
})

test('S21 An instance killed during its first start blocks no later start', async () => {
  for (const moment of [200, 400, 800]) {
    const folder = await newFolder()
    const child = spawn(process.execPath, [CHILD, folder])
    await new Promise((resolve) => setTimeout(resolve, moment))
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await ask(await start(folder), 'select 1')).toEqual([1])
  }
})

test('C28 A damaged cluster names its log, its last lines and the command to restore a backup', async () => {
  const folder = await newFolder()
  await start(folder)
  await running.pop()?.stop()
  const control = path.join(folder, 'postgres', 'global', 'pg_control')
  await rename(control, `${control}.away`)
  await expect(startEmbedded(folder)).rejects.toThrow(
    /The database stopped by itself. Its log \(.*postgres.log\) ends with:[^]*pg_control[^]*Restore a backup/,
  )
  await rename(`${control}.away`, control)
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
})

test('C28 A control file of random bytes counts as damage, without the hint to run initdb', async () => {
  const folder = await newFolder()
  await start(folder)
  await running.pop()?.stop()
  await writeFile(path.join(folder, 'postgres', 'global', 'pg_control'), randomBytes(8192))
  const message = await startEmbedded(folder).catch(String)
  expect(message).toMatch(/FATAL: [^]*Restore a backup/)
  expect(message).not.toContain('initdb')
})

test('A data folder with a very long path works', async () => {
  const folder = path.join(await newFolder(), 'x'.repeat(120), 'y'.repeat(120))
  expect(await ask(await start(folder), 'select 1')).toEqual([1])
})

test('Data of another PostgreSQL version is rejected with the version’s number', async () => {
  const folder = await newFolder()
  await mkdir(path.join(folder, 'postgres'), { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), '15\n')
  await chmod(folder, 0o700)
  await expect(startEmbedded(folder)).rejects.toThrow(ClusterError)
  await expect(startEmbedded(folder)).rejects.toThrow(/made by PostgreSQL 15/)
})

test('A stop removes the socket and the lock file', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  const { connection } = server
  await running.pop()?.stop()
  await expect(stat(connection.host)).rejects.toThrow(/ENOENT/)
  expect(await readdir(folder)).not.toContain('haulbook.lock')
})

test('A stop disconnects clients cleanly, and a second stop changes nothing', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  const client = new pg.Client(server.connection)
  client.on('error', () => undefined)
  await client.connect()
  const cut = expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({
    code: ADMIN_SHUTDOWN,
  })
  await running.pop()?.stop()
  await cut
  const next = await start(folder)
  await server.stop()
  expect(await ask(next, 'select 1')).toEqual([1])
  await expect(startEmbedded(folder)).rejects.toThrow(DataFolderInUseError)
})

test('The database log does not contain rejected values', async () => {
  const folder = await newFolder()
  const server = await start(folder)
  await expect(ask(server, "select 'private'::int")).rejects.toThrow()
  expect(await readFile(path.join(folder, 'postgres.log'), 'utf8')).not.toContain('private')
})

test('Missing library links are created at the start', async () => {
  const native = path.join(await newFolder(), 'native')
  await mkdir(path.join(native, 'lib'), { recursive: true })
  await writeFile(path.join(native, 'lib', 'libicuuc.so.60.2'), 'code')
  const list = [{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }]
  await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(list))
  await linkLibraries(native)
  await linkLibraries(native)
  expect(await readlink(path.join(native, 'lib', 'libicuuc.so.60'))).toBe('libicuuc.so.60.2')
})
