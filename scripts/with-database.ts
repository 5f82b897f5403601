/** The database that the commands of this folder work on: the one that the server would use (SPEC B1). */
import { readConfig } from '#server/config.ts'
import { attachEmbedded, hasEmbedded } from '#server/database/embedded/attach.ts'
import { openDatabase, type Connection, type Database } from '#server/database/open.ts'

/** Whether the server runs on it meanwhile or not. Throws where there is no database yet. */
export async function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl) return using(databaseUrl, work)
  if (!(await hasEmbedded(dataDir)))
    throw new Error(`There is no database in ${dataDir}. Name its folder in DATA_DIR.`)
  const server = await attachEmbedded(dataDir)
  try {
    return await using(server.connection, work)
  } finally {
    await server.stop()
  }
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

async function using<Result>(
  connection: Connection,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(connection, () => undefined)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}
