import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { openDatabase, type Database } from '#server/database/open.ts'
import { newFolder, pause, start, stop } from './haulbook.ts'
import { signIn, readLoadNumbers, makeLoad, type User } from './user.ts'

const LOADS = 60_000
const GONE = 'gone@example.com'
const PASSWORD = 'a password for faults'
/** What a request may get while its account is deleted. 503 only for one that was running. */
const FINE = new Set([200, 201, 401, 404, 409, 429])

async function withDatabase<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbedded(dataDir)
  const database = openDatabase(server.connection, () => undefined, { longestStatementMs: 0 })
  return work(database).finally(async () => {
    await database.destroy()
    await server.stop()
  })
}

async function fill(database: Database): Promise<void> {
  await sql`insert into loads (user_id, load_id, pickup_state, pickup_date, delivery_state, delivery_date, revenue)
    select members.user_id, 'F-' || n, 'TX', '2026-11-16', 'GA', '2026-11-18', 100
    from members join persons on persons.id = person_id, generate_series(1, ${LOADS}::int) as n
    where email = ${GONE}`.execute(database)
}

/** Rows of the account in all tables. */
async function countRows(database: Database, id: string): Promise<number> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`.execute(
    database,
  )
  let total = 0
  for (const { name } of [...rows, { name: 'users' }]) {
    const column = name === 'users' ? 'id' : 'user_id'
    const counted = await sql<{ n: string }>`select count(*) as n from ${sql.table(name)}
      where ${sql.ref(column)} = ${id}`.execute(database)
    total += Number(counted.rows[0]?.n)
  }
  return total
}

/** Reads and writes until `isOver`; returns the statuses. */
async function addAndDeleteLoads(user: User, isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  while (!isOver()) {
    statuses.push((await user.post('/api/loads', makeLoad())).status)
    statuses.push((await user.get('/api/loads?limit=20')).status)
  }
  return statuses
}

test('C37 An account deleted under load and through a kill leaves nothing and does not block other accounts', async () => {
  const dataDir = await newFolder()
  const first = await start({ dataDir })
  const { account } = (await (await signIn(first, GONE)).get('/api/auth/user'))
    .body as unknown as SignedInUser
  const id = account.id
  await stop(first)
  await withDatabase(dataDir, fill)

  const second = await start({ dataDir })
  const [gone, other] = [await signIn(second, GONE), await signIn(second, 'stays@example.com')]
  const kept = Array.from({ length: 30 }, makeLoad)
  let over = false
  const busy = Array.from({ length: 4 }, () => addAndDeleteLoads(gone, () => over))
  const deleting = gone.post('/api/account/delete', { password: PASSWORD, confirmation: GONE })
  let slowest = 0
  for (const load of kept) {
    const started = performance.now()
    expect((await other.post('/api/loads', load)).status).toBe(201)
    slowest = Math.max(slowest, performance.now() - started)
  }
  expect((await deleting).status).toBe(200)
  over = true
  const statuses = (await Promise.all(busy)).flat()
  expect(statuses.filter((status) => !FINE.has(status))).toEqual([])
  expect(statuses).toContain(401)
  expect(slowest).toBeLessThan(5_000)
  second.child.kill('SIGKILL')
  await second.ended

  const third = await start({ dataDir })
  const numbers = await readLoadNumbers(await signIn(third, 'stays@example.com'))
  expect(kept.filter(({ loadId }) => !numbers.has(loadId))).toEqual([])
  // The background job runs once a minute.
  await pause(75_000)
  await stop(third)
  expect(await withDatabase(dataDir, (database) => countRows(database, id))).toBe(0)
})
