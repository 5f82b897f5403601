/** What is measured with: made once, in a data folder of its own, and kept between runs. */
import pg from 'pg'
import type { Day } from '#core/calendar.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Database } from '#server/database/open.ts'
import { fillAccount } from '#scripts/fill-account.ts'

export const SIZES = [1_000, 100_000, 1_000_000] as const
export const PASSWORD = 'bench-haulbook'
const NEIGHBOURS = 200
const LOADS_OF_A_NEIGHBOUR = 500

type Account = { email: string; loads: number }

export function emailOf(loads: number): string {
  return `bench-${loads}@example.com`
}

/** Gives the seconds it took, 0 where everything was there. Throws where a server runs on the folder. */
export async function makeData(dataDir: string): Promise<number> {
  const server = await startEmbedded(dataDir)
  const database = openDatabase(server.connection, () => undefined)
  const began = performance.now()
  try {
    await migrate(server.connection)
    const missing = await missingAccounts(database)
    if (!missing.length) return 0
    await fill(database, missing)
    await tidy(server.connection)
  } finally {
    await database.destroy()
    await server.stop()
  }
  return (performance.now() - began) / 1000
}

/** The day on which the largest account was filled, in the database's time zone. */
export async function lastDayOf(connection: pg.ClientConfig): Promise<Day> {
  const day = await withClient(connection, (client) =>
    client.query<{ day: Day }>('select created_at::date::text as day from users where email = $1', [
      emailOf(SIZES[2]),
    ]),
  )
  return day.rows[0]?.day ?? ''
}

/** Through a connection of its own: it takes longer than a statement of the server may. */
async function tidy(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, (client) => client.query('vacuum analyze'))
}

async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Each is written in one transaction: it is there whole, or not at all. */
async function missingAccounts(database: Database): Promise<Account[]> {
  const sizes = SIZES.map((loads) => ({ email: emailOf(loads), loads }))
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, n) => ({
    email: `neighbour-${n + 1}@example.com`,
    loads: LOADS_OF_A_NEIGHBOUR,
  }))
  const there = await database.selectFrom('users').select('email').execute()
  const known = new Set(there.map(({ email }) => email))
  return [...sizes, ...neighbours].filter(({ email }) => !known.has(email))
}

/** The largest on a connection of its own, the others beside it. */
async function fill(database: Database, missing: Account[]): Promise<void> {
  const password = await hashPassword(PASSWORD)
  const largest = missing.filter(({ loads }) => loads === SIZES[2])
  const others = missing.filter(({ loads }) => loads !== SIZES[2])
  await Promise.all([largest, others].map((some) => fillEach(database, some, password)))
}

async function fillEach(database: Database, accounts: Account[], password: string): Promise<void> {
  for (const { email, loads } of accounts) {
    await database.transaction().execute(async (work) => {
      const person = { email, password, firstName: 'Full', lastName: 'Fleet' }
      const user = work.insertInto('users').values(person).returning('id')
      await fillAccount(work, (await user.executeTakeFirstOrThrow()).id, loads)
    })
  }
}
