/**
 * `node scripts/fill.ts 100000`: makes an account with 100,000 loads and the trucks, drivers, brokers and
 * settlements that belong to them. Reads DATA_DIR, DATABASE_URL and DATABASE_OWNER_URL as the server does. Starts the
 * embedded database itself, so no server may run on the same folder. An owner who is no superuser needs
 * `grant set on parameter session_replication_role to haulbook_owner`.
 */
import { sql } from 'kysely'
import { hashPassword } from '#server/accounts/passwords.ts'
import {
  deletePeopleWithoutAccount,
  findPersonId,
  readAccountIds,
} from '#server/accounts/team/persons.ts'
import { readConfig } from '#server/config.ts'
import { withSession } from '#server/database/backup/session.ts'
import { isDistributed } from '#server/database/distribute/state.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Database, type Work } from '#server/database/open.ts'
import { createAccount } from './create-account.ts'
import { fillAccount } from './fill-account.ts'

const PASSWORD = 'fill-haulbook'
const LOADS = Number(process.argv[2] ?? 100_000)
/** A million loads take longer than the server's statement timeout. */
const NO_LIMIT = sql`set local statement_timeout = 0`

if (!Number.isSafeInteger(LOADS) || LOADS < 1)
  throw new Error('Enter the number of loads: node scripts/fill.ts 100000')

const config = readConfig(process.env)
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const connection = config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.connection ?? ''
const database = openDatabase(connection, () => undefined)
try {
  await rejectDistributed()
  await migrate(connection)
  await fill(database)
} finally {
  await database.destroy()
  await embedded?.stop()
}

/** The script switches triggers off, which does not reach the workers: every sum and entry of the audit log would be doubled. */
async function rejectDistributed(): Promise<void> {
  if (await withSession(connection, isDistributed))
    throw new Error("A distributed database can't be filled. Fill it first, then distribute it.")
}

async function fill(into: Database): Promise<void> {
  const email = `fill-${LOADS}@example.com`
  const began = performance.now()
  await into.transaction().execute(async (work) => {
    await NO_LIMIT.execute(work)
    await fillAccount(work, await replaceAccount(work, email), LOADS)
  })
  await sql`vacuum analyze`.execute(into)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(`${LOADS.toLocaleString('en-US')} loads in ${seconds} s`)
  print(`Log in as ${email} with the password ${PASSWORD}`)
}

/** A second run replaces the account of the first run. */
async function replaceAccount(work: Work, email: string): Promise<string> {
  const personId = await findPersonId(work, email)
  if (personId) {
    for (const accountId of await readAccountIds(work, personId)) {
      await work.deleteFrom('users').where('id', '=', accountId).execute()
      await deletePeopleWithoutAccount(work, accountId, [personId])
    }
  }
  return createAccount(work, email, await hashPassword(PASSWORD))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
