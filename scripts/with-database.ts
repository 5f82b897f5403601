/** The database that the commands of this folder work on: the one that the server would use (SPEC B1). */
import path from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { attachEmbedded, hasEmbedded } from '#server/database/embedded/attach.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Connection, type Database } from '#server/database/open.ts'

type OnConnection<Result> = (connection: Connection) => Promise<Result>

/** What these commands do takes the role that owns the database. */
function ownersConfig(): Config {
  const config = readConfig(process.env)
  return { ...config, databaseUrl: config.databaseOwnerUrl ?? config.databaseUrl }
}

/** Whether the server runs on it meanwhile or not. Throws where there is no database yet. */
export async function withConnection<Result>(work: OnConnection<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = ownersConfig()
  if (databaseUrl) return work(databaseUrl)
  if (!(await hasEmbedded(dataDir))) throw noDatabaseIn(dataDir)
  const server = await attachEmbedded(dataDir)
  return work(server.connection).finally(() => server.stop())
}

/** Brought to the newest migration. Throws where a server runs on its folder, or there is no database yet. */
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

/** Makes the database where there is none. Throws where a server runs on its folder. */
export async function withOwnConnection<Result>(work: OnConnection<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = ownersConfig()
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
  return new Error(`There is no database in ${dataDir}. Name its folder in DATA_DIR.`)
}

/** Runs a command to its end; what it throws is one plain line. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** npm changes to the project's folder: a name is meant from where the person stands. */
export function fileNamed(name: string | undefined, usage: string): string {
  if (!name) throw new Error(`Name the file: ${usage}`)
  return path.resolve(process.env.INIT_CWD ?? '', name)
}
