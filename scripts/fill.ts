/**
 * `node scripts/fill.ts 100000`: an account with that many loads, and the trucks, drivers, brokers and
 * settlements that go with them, to measure with. Reads DATA_DIR and DATABASE_URL as the server does
 * and starts the embedded database itself: the server must not be running on the same folder.
 */
import { sql } from 'kysely'
import { hashPassword } from '#server/accounts/passwords.ts'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Database, type Work } from '#server/database/open.ts'
import { fillAccount } from './fill-account.ts'

const PASSWORD = 'fill-haulbook'
const LOADS = Number(process.argv[2] ?? 100_000)
/** Filling a million takes longer than any statement of the server may. */
const NO_LIMIT = sql`set local statement_timeout = 0`

if (!Number.isSafeInteger(LOADS) || LOADS < 1) throw new Error('Say how many loads: 100000')

const config = readConfig(process.env)
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const connection = config.databaseUrl ?? embedded?.connection ?? ''
const database = openDatabase(connection, () => undefined)
try {
  await migrate(connection)
  await fill(database)
} finally {
  await database.destroy()
  await embedded?.stop()
}

async function fill(into: Database): Promise<void> {
  const email = `fill-${LOADS}@example.com`
  const began = performance.now()
  await into.transaction().execute(async (work) => {
    await NO_LIMIT.execute(work)
    await fillAccount(work, await account(work, email), LOADS)
  })
  await sql`vacuum analyze`.execute(into)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`${LOADS.toLocaleString('en-US')} loads in ${seconds} s`)
  say(`Log in as ${email} with the password ${PASSWORD}`)
}

/** A second run replaces what the first one made. */
async function account(work: Work, email: string): Promise<string> {
  await work.deleteFrom('users').where('email', '=', email).execute()
  const { id } = await work
    .insertInto('users')
    .values({ email, password: await hashPassword(PASSWORD), firstName: 'Full', lastName: 'Fleet' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
