/** The real program as a process of its own, to be killed, starved and cut off. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { EmbeddedServer } from '#server/database/embedded/embedded.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'

const ROOT = path.join(import.meta.dirname, '..')
const READY = /Haulbook is ready: open (\S+)/

export type Haulbook = {
  url: string
  child: ChildProcess
  /** All that it printed. */
  said(): string
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** `ownersUrl`: the same database by the role that owns it. */
export type Place = {
  dataDir: string
  databaseUrl?: string
  ownersUrl?: string
  encryptionKey?: string
}

const folders: string[] = []
const children = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-fault-'))
  folders.push(folder)
  return folder
}

/** The process, ready or not. */
export function launch(place: Place, script = 'src/server/main.ts', ...words: string[]): Haulbook {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...rest } = process.env
  const own = { PORT: '0', DATA_DIR: place.dataDir, LOG_LEVEL: 'error' }
  const { databaseUrl, ownersUrl, encryptionKey } = place
  const given = {
    ...(encryptionKey ? { ENCRYPTION_KEY: encryptionKey } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(ownersUrl ? { DATABASE_OWNER_URL: ownersUrl } : {}),
  }
  const child = spawn(process.execPath, [script, ...words], {
    cwd: ROOT,
    env: { ...rest, ...own, ...given },
  })
  children.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
    children.delete(child)
    return { code: code as number | null, signal: signal as string | null }
  })
  return { url: '', child, said: () => said, ended }
}

/** Throws with its last words where it does not get ready. */
export async function start(place: Place): Promise<Haulbook> {
  const haulbook = launch(place)
  const over = haulbook.ended.then(() => true)
  for (;;) {
    const url = READY.exec(haulbook.said())?.[1]
    if (url) return { ...haulbook, url }
    if (await Promise.race([over, pause(25).then(() => false)]))
      throw new Error(`Haulbook is not ready: ${haulbook.said()}`)
  }
}

/** What an embedded server is called by a copy that uses it as any other. */
export function addressOf({ connection }: Pick<EmbeddedServer, 'connection'>): string {
  const { host, user, database } = connection
  return `postgresql://${user}@${encodeURIComponent(host)}:5432/${database}`
}

export async function kill(haulbook: Haulbook): Promise<void> {
  haulbook.child.kill('SIGKILL')
  await haulbook.ended
}

/** Throws where it does not end in peace. */
export async function stop(haulbook: Haulbook): Promise<void> {
  haulbook.child.kill('SIGTERM')
  const { code } = await haulbook.ended
  if (code !== 0) throw new Error(`Haulbook ended with ${code}: ${haulbook.said()}`)
}

/** Runs a command of scripts/ and gives what it printed; throws with it where it failed. */
export async function command(place: Place, script: string, ...words: string[]): Promise<string> {
  const running = launch(place, `scripts/${script}.ts`, ...words)
  const { code } = await running.ended
  if (code !== 0) throw new Error(running.said())
  return running.said()
}

/** A server of PostgreSQL, as somebody runs one for the app, which comes in by a role that owns nothing. */
export async function postgres(): Promise<{ place: Place; stop: () => Promise<void> }> {
  const { connection, app, stop } = await startEmbedded(path.join(await newFolder(), 'postgres'))
  const url = (user: string) =>
    `postgresql://${user}@${encodeURIComponent(connection.host)}:${connection.port}/${connection.database}`
  const dataDir = await newFolder()
  const urls = { databaseUrl: url(app.user), ownersUrl: url(connection.user) }
  return { place: { dataDir, ...urls }, stop }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
