/** Opens the database that the server would use, for the commands in this folder (SPEC B1). */
import path from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { attachEmbedded, hasEmbedded } from '#server/database/embedded/attach.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Connection, type Database } from '#server/database/open.ts'

type OnConnection<Result> = (connection: Connection) => Promise<Result>

/** The commands need the role that owns the database. */
function readOwnerConfig(): Config {
  const config = readConfig(process.env)
  return { ...config, databaseUrl: config.databaseOwnerUrl ?? config.databaseUrl }
}

/** The server may be running. Throws if there is no database. */
export async function withConnection<Result>(work: OnConnection<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readOwnerConfig()
  if (databaseUrl) return work(databaseUrl)
  if (!(await hasEmbedded(dataDir))) throw noDatabaseIn(dataDir)
  const server = await attachEmbedded(dataDir)
  return work(server.connection).finally(() => server.stop())
}

/** Migrates the database first. Throws if a server uses its folder or there is no database. */
export async function withStoppedDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (!databaseUrl && !(await hasEmbedded(dataDir))) throw noDatabaseIn(dataDir)
  return withOwnConnection(async (connection) => {
    await migrate(connection)
    return onDatabase(connection, work)
  })
}

/** Creates the database if there is none. Throws if a server uses its folder. */
export async function withOwnConnection<Result>(work: OnConnection<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readOwnerConfig()
  if (databaseUrl) return work(databaseUrl)
  const server = await startEmbedded(dataDir)
  return work(server.connection).finally(() => server.stop())
}

export function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withConnection((connection) => onDatabase(connection, work))
}

function onDatabase<Result>(
  connection: Connection,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(connection, () => undefined)
  return work(database).finally(() => database.destroy())
}

function noDatabaseIn(dataDir: string): Error {
  return new Error(`No database in ${dataDir}. Set DATA_DIR to its folder.`)
}

/** Runs a command and prints its result, or its error as one line. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Resolves a file name against the user's folder: npm runs scripts in the project's folder. */
export function resolveFile(name: string | undefined, usage: string): string {
  if (!name) throw new Error(`Usage: ${usage}`)
  return path.resolve(process.env.INIT_CWD ?? '', name)
}
