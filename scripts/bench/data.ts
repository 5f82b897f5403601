/** Makes the measured accounts once, in a separate data folder that is kept between runs. */
import { sql } from 'kysely'
import pg from 'pg'
import type { Day } from '#core/calendar.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type Database, type Work } from '#server/database/open.ts'
import { createAccount } from '#scripts/create-account.ts'
import { fillAccount } from '#scripts/fill-account.ts'
import type { Backlog } from '#scripts/fill-billing/backlog.ts'
import { exportBooks } from '#scripts/fill-billing/books.ts'
import { fillBilling } from '#scripts/fill-billing/fill-billing.ts'
import { fillStatements } from '#scripts/fill-statements/fill-statements.ts'

export const PASSWORD = 'bench-haulbook'
export const EMAILS = {
  small: 'bench-small@example.com',
  large: 'bench-large@example.com',
  recent: 'bench-recent@example.com',
  history: 'bench-history@example.com',
  fewInvoices: 'bench-few-invoices@example.com',
  manyInvoices: 'bench-many-invoices@example.com',
  backlog: 'bench-backlog@example.com',
}

/** `finish` runs after the account is filled. */
type NewAccount = {
  email: string
  fill: (work: Work, userId: string) => Promise<void>
  finish?: (database: Database, userId: string) => Promise<void>
}

const loads = (email: string, count: number): NewAccount => ({
  email,
  fill: (work, userId) => fillAccount(work, userId, count),
})
const statements = (email: string, count: number): NewAccount => ({
  email,
  fill: async (work, userId) => fillStatements(work, userId, await readCurrentDay(work), count),
})
const invoices = (email: string, count: number, backlog?: Backlog): NewAccount => ({
  email,
  fill: async (work, userId) =>
    fillBilling(work, userId, await readCurrentDay(work), count, backlog),
  finish: async (database, userId) => exportBooks(database, userId, await readCurrentDay(database)),
})
const NEIGHBORS = Array.from({ length: 1_000 }, (_, n) =>
  loads(`neighbor-${n + 1}@example.com`, 100),
)
const ACCOUNTS = [
  loads(EMAILS.small, 1_000),
  loads(EMAILS.large, 200_000),
  statements(EMAILS.recent, 1_000),
  statements(EMAILS.history, 50_000),
  invoices(EMAILS.fewInvoices, 500),
  invoices(EMAILS.manyInvoices, 50_000),
  invoices(EMAILS.backlog, 10_000, { ready: 5_000, open: 3_300 }),
  ...NEIGHBORS,
]

/** Returns the seconds it took, or 0 if all accounts already existed. Throws if a server runs on the folder. */
export async function makeData(dataDir: string): Promise<number> {
  const server = await startEmbedded(dataDir)
  const database = openDatabase(server.connection, () => undefined)
  const began = performance.now()
  try {
    await migrate(server.connection)
    const missing = await listMissingAccounts(database)
    if (!missing.length) return 0
    await fillAccounts(database, missing)
    // Needs its own connection, because it takes longer than the server's statement timeout.
    await withClient(server.connection, (client) => client.query('vacuum analyze'))
  } finally {
    await database.destroy()
    await server.stop()
  }
  return (performance.now() - began) / 1000
}

/** The day on which an account was filled, in the database's time zone. */
export async function readFillDay(connection: pg.ClientConfig, email: string): Promise<Day> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ day: Day }>(
      'select created_at::date::text as day from persons where email = $1',
      [email],
    ),
  )
  return rows[0]?.day ?? ''
}

export async function withClient<Result>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  return use(client).finally(() => client.end())
}

async function listMissingAccounts(database: Database): Promise<NewAccount[]> {
  const people = await database.selectFrom('persons').select('email').execute()
  const known = new Set(people.map(({ email }) => email))
  return ACCOUNTS.filter(({ email }) => !known.has(email))
}

/** Fills two accounts at a time. The largest one takes as long as all others. */
async function fillAccounts(database: Database, missing: NewAccount[]): Promise<void> {
  const password = await hashPassword(PASSWORD)
  const largest = missing.filter(({ email }) => email === EMAILS.large)
  const others = missing.filter(({ email }) => email !== EMAILS.large)
  await Promise.all([largest, others].map((some) => fillInTurn(database, some, password)))
}

/** Fills each account in one transaction, so that it is complete or missing. */
async function fillInTurn(
  database: Database,
  accounts: NewAccount[],
  password: string,
): Promise<void> {
  for (const { email, fill, finish } of accounts) {
    const userId = await database.transaction().execute(async (work) => {
      await sql`set local statement_timeout = 0`.execute(work)
      const id = await createAccount(work, email, password)
      await fill(work, id)
      return id
    })
    await finish?.(database, userId)
  }
}

async function readCurrentDay(work: Database | Work): Promise<Day> {
  const { rows } = await sql<{ day: Day }>`select current_date::text as day`.execute(work)
  return rows[0]?.day ?? ''
}
