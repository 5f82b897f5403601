/** Starts the real server as a process that tests can stop or kill. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { EmbeddedServer } from '#server/database/embedded/embedded.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'

const ROOT = path.join(import.meta.dirname, '..')
const READY = /Haulbook is ready\b.*?(http\S+)/

export type Haulbook = {
  url: string
  child: ChildProcess
  /** Everything that the process has printed. */
  output(): string
  /** Resolves when the process exits. */
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** The data folder and the settings of an instance. `ownersUrl`: the URL of the same database for the role that owns it. */
export type Place = {
  dataDir: string
  databaseUrl?: string
  ownersUrl?: string
  encryptionKey?: string
  trustProxy?: number
  /** Further environment variables. */
  environment?: Record<string, string>
  /** Whether the instance runs in its own process group, like a program in a terminal. */
  ownGroup?: boolean
}

const folders: string[] = []
const children = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  // The database of a killed server may still write for a moment.
  const options = { recursive: true, force: true, maxRetries: 20 }
  await Promise.all(folders.map((folder) => rm(folder, options)))
})

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-fault-'))
  folders.push(folder)
  return folder
}

/** Starts a script without waiting until it is ready. */
export function launch(place: Place, script = 'src/server/main.ts', ...args: string[]): Haulbook {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...rest } = process.env
  const own = { PORT: '0', DATA_DIR: place.dataDir, LOG_LEVEL: 'error' }
  const { databaseUrl, ownersUrl, encryptionKey, trustProxy, environment, ownGroup = false } = place
  const configured = {
    ...(trustProxy ? { TRUST_PROXY: String(trustProxy) } : {}),
    ...(encryptionKey ? { ENCRYPTION_KEY: encryptionKey } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(ownersUrl ? { DATABASE_OWNER_URL: ownersUrl } : {}),
  }
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...rest, ...own, ...configured, ...environment },
    detached: ownGroup,
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
    children.delete(child)
    return { code: code as number | null, signal: signal as string | null }
  })
  return { url: '', child, output: () => output, ended }
}

/** Waits until the server is ready. Throws with its output if it exits first. */
export async function start(place: Place, script?: string): Promise<Haulbook> {
  const haulbook = launch(place, script)
  const exited = haulbook.ended.then(() => true)
  for (;;) {
    const url = READY.exec(haulbook.output())?.[1]
    if (url) return { ...haulbook, url }
    if (await Promise.race([exited, pause(25).then(() => false)]))
      throw new Error(`Haulbook is not ready: ${haulbook.output()}`)
  }
}

/** The URL at which another instance can use an embedded server. */
export function toDatabaseUrl({ connection }: Pick<EmbeddedServer, 'connection'>): string {
  const { host, user, database } = connection
  return `postgresql://${user}@${encodeURIComponent(host)}:5432/${database}`
}

export async function kill(haulbook: Haulbook): Promise<void> {
  haulbook.child.kill('SIGKILL')
  await haulbook.ended
}

/** Sends SIGTERM. Throws unless the server exits with code 0. */
export async function stop(haulbook: Haulbook): Promise<void> {
  haulbook.child.kill('SIGTERM')
  const { code } = await haulbook.ended
  if (code !== 0) throw new Error(`Haulbook ended with ${code}: ${haulbook.output()}`)
}

/** Runs a command of scripts/ and returns its output. Throws with the output if it fails. */
export async function command(place: Place, script: string, ...args: string[]): Promise<string> {
  const running = launch(place, `scripts/${script}.ts`, ...args)
  const { code } = await running.ended
  if (code !== 0) throw new Error(running.output())
  return running.output()
}

/** Starts a separate PostgreSQL server. The app connects with a role that owns nothing. */
export async function startPostgres(): Promise<{ place: Place; stop: () => Promise<void> }> {
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
