/** Starts on copied and moved data folders. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endWatcher, findWatcher } from '#server/testing/end-watcher.ts'
import { attachEmbedded } from './attach.ts'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'

const CHILD = path.join(import.meta.dirname, 'child.ts')
const running: EmbeddedServer[] = []
let home: string
let original: string
let server: EmbeddedServer

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'haulbook-copied-'))
  original = path.join(home, 'original')
  process.env.ENCRYPTION_KEY = 'not for the database'
  server = await start(original)
  delete process.env.ENCRYPTION_KEY
  await ask(server, "create table named as select 'original' as name")
})

afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await rm(home, { recursive: true, force: true })
})

async function start(folder: string): Promise<EmbeddedServer> {
  const started = await startEmbedded(folder)
  running.push(started)
  return started
}

async function ask(
  { connection }: Pick<EmbeddedServer, 'connection'>,
  query: string,
): Promise<unknown> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(query)
    return rows.flatMap((row) => Object.values(row))[0]
  } finally {
    await client.end()
  }
}

/** Copies a folder as `cp -a` does, while its server runs. */
function copy(from: string, name: string): string {
  const to = path.join(home, name)
  execFileSync('cp', ['-a', from, to])
  return to
}

/** Starts a server in another process. Killing that process leaves the server running. */
async function startElsewhere(folder: string) {
  const child = spawn(process.execPath, [CHILD, folder])
  const [host] = (await once(child.stdout, 'data')) as [Buffer]
  const connection = { ...server.connection, host: host.toString().trim() }
  async function kill(): Promise<void> {
    endWatcher(connection.host)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { connection, kill }
}

test('S22 C29 A start on a copy leaves the running original alone, and both keep their data', async () => {
  const copied = await start(copy(original, 'copy-of-running'))
  await ask(copied, "update named set name = 'copy'")
  expect(await ask(server, 'select name from named')).toBe('original')
  expect(await ask(copied, 'select name from named')).toBe('copy')
})

test('C29 A command on a copy uses the copy while the original runs', async () => {
  const folder = copy(original, 'copy-for-command')
  const attached = await attachEmbedded(folder)
  await ask(attached, "update named set name = 'command'")
  await attached.stop()
  expect(await ask(server, 'select name from named')).toBe('original')
})

test('C29 A command does not follow the record of the original in a copy that is locked', async () => {
  const folder = copy(original, 'locked-copy')
  const record = await readFile(path.join(folder, 'haulbook.socket'), 'utf8')
  await start(folder)
  await writeFile(path.join(folder, 'haulbook.socket'), record)
  await expect(attachEmbedded(folder)).rejects.toThrow(/is starting or stopping/)
})

test('C29 A copy made after a kill leaves the surviving server of the original alone', async () => {
  const folder = path.join(home, 'killed')
  const killed = await startElsewhere(folder)
  await killed.kill()
  await start(copy(folder, 'copy-of-killed'))
  expect(await ask(killed, 'select 1')).toBe(1)
  await start(folder)
  await expect(ask(killed, 'select 1')).rejects.toThrow()
})

test('C29 A folder that was moved after a kill starts and stops its surviving server', async () => {
  const folder = path.join(home, 'before-move')
  const killed = await startElsewhere(folder)
  await killed.kill()
  const moved = path.join(home, 'after-move')
  await rename(folder, moved)
  expect(await ask(await start(moved), 'select 1')).toBe(1)
  await expect(ask(killed, 'select 1')).rejects.toThrow()
})

test.runIf(process.platform === 'linux')(
  'C29 A copy at the earlier path of a moved, running original leaves it alone',
  async () => {
    const folder = path.join(home, 'swapped')
    const first = await startElsewhere(folder)
    const moved = path.join(home, 'swapped-away')
    await rename(folder, moved)
    execFileSync('cp', ['-a', moved, folder])
    expect(await ask(await start(folder), 'select 1')).toBe(1)
    expect(await ask(first, 'select 1')).toBe(1)
    await first.kill()
    await start(moved)
  },
)

test.runIf(process.platform === 'linux')(
  'S13 The database’s processes do not inherit the encryption key',
  async () => {
    const [pid] = (await readFile(path.join(original, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    )
    for (const each of [Number(pid), findWatcher(server.connection.host)]) {
      const names = (await readFile(`/proc/${each}/environ`, 'utf8'))
        .split('\0')
        .map((entry) => entry.split('=')[0])
      expect(names).toContain('PATH')
      expect(names).not.toContain('ENCRYPTION_KEY')
      expect(names).not.toContain('HOME')
    }
  },
)
