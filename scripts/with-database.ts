/** Opens the database that the server would use, for the commands in this folder (SPEC B1). */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig, type Config } from '#server/config.ts'
import { attachEmbedded, hasEmbedded } from '#server/database/embedded/attach.ts'
import { startEmbedded, type EmbeddedServer } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Connection, type Database } from '#server/database/open.ts'
import { listenForStop, rejectOnStop, type StopRequest } from '#server/stop-request.ts'

/** `stop` aborts when a signal ends the command. */
type OnConnection<Result> = (connection: Connection, stop: AbortSignal) => Promise<Result>

const stop = listenForStop()
/** The time for the work to notice that its connection ended, and to remove its temporary files. */
const CLEANUP_MS = 2_000

/** The commands need the role that owns the database. */
function readOwnerConfig(): Config {
  const config = readConfig(process.env)
  return { ...config, databaseUrl: config.databaseOwnerUrl ?? config.databaseUrl }
}

/** The server may be running. Throws if there is no database. */
export async function withConnection<Result>(work: OnConnection<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readOwnerConfig()
  if (databaseUrl) return runAndCleanUp(work(databaseUrl, stop))
  if (!(await hasEmbedded(dataDir))) throw missingDatabaseError(dataDir)
  return runWithServer(await attachEmbedded(dataDir, stop), work)
}

/** Migrates the database first. Throws if a server uses its folder or there is no database. */
export async function withStoppedDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (!databaseUrl && !(await hasEmbedded(dataDir))) throw missingDatabaseError(dataDir)
  return withOwnConnection(async (connection) => {
    await migrate(connection)
    return runOnDatabase(connection, work)
  })
}

/** Creates the database if there is none. Throws if a server uses its folder. */
export async function withOwnConnection<Result>(work: OnConnection<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readOwnerConfig()
  if (databaseUrl) return runAndCleanUp(work(databaseUrl, stop))
  return runWithServer(await startEmbedded(dataDir, { stop }), work)
}

/** Stops the server after the work, or as soon as a signal ends the command. */
function runWithServer<Result>(
  server: Pick<EmbeddedServer, 'connection' | 'stop'>,
  work: OnConnection<Result>,
): Promise<Result> {
  return runAndCleanUp(work(server.connection, stop), () => server.stop())
}

/** Like `rejectOnStop`. Then runs `close`, and gives the work a moment to remove its temporary files. */
async function runAndCleanUp<Result>(
  working: Promise<Result>,
  close: () => Promise<void> = () => Promise.resolve(),
): Promise<Result> {
  try {
    return await rejectOnStop(stop, working)
  } finally {
    await close()
    const settled = working.catch(() => undefined)
    await Promise.race([settled, pause(CLEANUP_MS, undefined, { ref: false })])
  }
}

export function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withConnection((connection) => runOnDatabase(connection, work))
}

function runOnDatabase<Result>(
  connection: Connection,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(connection, () => undefined)
  return work(database).finally(() => database.destroy())
}

function missingDatabaseError(dataDir: string): Error {
  return new Error(`No database in ${dataDir}. Set DATA_DIR to its folder.`)
}

/**
 * Runs a command and prints its result, or its error as one line. A signal ends it with the usual exit code, such as
 * 130 for Ctrl-C.
 */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
    // Work on a database that another process runs may still be waiting for its response.
    if (stop.aborted) process.exit((stop.reason as StopRequest).exitCode)
  }
}

/** Resolves a file name against the user's folder: npm runs scripts in the project's folder. */
export function resolveFile(name: string | undefined, usage: string): string {
  if (!name) throw new Error(`Usage: ${usage}`)
  return path.resolve(process.env.INIT_CWD ?? '', name)
}
