/** The deletion of an account: nothing of it is left, and nothing of another one changes. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { byAppRole } from '#server/testing/database-names.ts'
import { makeSample } from '#server/testing/samples.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Team } from '#core/team/team.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import { useEveryFeature, type UsedAccount } from '#server/testing/used-account.ts'
import { createClient, PASSWORD, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { deleteEndedAccounts } from './delete-account.ts'

const { app, database, connection } = await ownApp()
let other: UsedAccount
let people = 0
let accountTables: string[] | undefined

beforeAll(async () => {
  other = await useEveryFeature(app)
})
beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
})

type Person = { id: string; email: string }

async function readUser(me: Client): Promise<Person> {
  const { account, email } = (await me.get<SignedInUser>('/api/auth/user')).body
  return { id: account.id, email }
}

/** Every table with a column for the account, from the catalog. */
async function listAccountTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'user_id'
    order by 1`.execute(database)
  return rows.map(({ name }) => name)
}

/** How many rows of each table belong to the account. */
async function countRows(id: string): Promise<Record<string, number>> {
  accountTables ??= await listAccountTables()
  const counts = accountTables.map(
    (name) => sql`select ${sql.lit(name)} as name, count(*)::int as n
      from ${sql.table(name)} where user_id = ${id}`,
  )
  const { rows } = await sql<{
    name: string
    n: number
  }>`${sql.join(counts, sql` union all `)}`.execute(database)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Rows of the tables that `useEveryFeature` leaves empty. */
async function plantOtherRows(id: string): Promise<void> {
  const rows = [
    sql`insert into escrow_rates (user_id, quarter, rate) values (${id}, '2026-10-01', 4)`,
    sql`insert into imports (user_id, key, state, done, total) values (${id}, 'one', 'done', 1, 1)`,
    sql`insert into import_columns (user_id, entity, title) values (${id}, 'loads', 'Rate')`,
    sql`insert into import_names (user_id, entity, name, record_id) values (${id}, 'trucks', '7', 1)`,
    sql`insert into storage (user_id, bytes) values (${id}, 1) on conflict do nothing`,
    ...[1, 2].map(
      (
        load,
      ) => sql`insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted,
          revenue, miles, empty_miles, loads, current_miles, current_empty_miles)
        select ${id}, min(id), ${load}::bigint, 'L', 0, 5, 0, 5, 0, 0, 0, 0, 0 from billing where user_id = ${id}`,
    ),
    sql`insert into adjusted_loads (user_id, corrects, billing_id, load_id, load_number, amount, revenue, miles,
        empty_miles, loads)
      select ${id}, min(id), max(id), 1, 'L', 5, 5, 0, 0, 0 from billing where user_id = ${id}`,
    sql`insert into sample_records (user_id, name, record_id) values (${id}, 'trucks', 999999999)`,
  ]
  for (const row of rows) await row.execute(database)
}

/** Lists the tables that have a row with one of the texts. */
async function findTexts(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(database)
  const found = []
  for (const { name } of rows) {
    const all = await sql<{ row: string }>`
      select ${sql.table(name)}::text as row from ${sql.table(name)}`.execute(database)
    for (const text of texts)
      if (all.rows.some(({ row }) => row.includes(text))) found.push(`${name}: ${text}`)
  }
  return found
}

async function isEnded(id: string): Promise<boolean> {
  const found = database.selectFrom('users').select('deletedAt').where('id', '=', id)
  return (await found.executeTakeFirst())?.deletedAt !== null
}

function remove(me: Client, email: string, password = PASSWORD, confirmation = email) {
  return me.post('/api/account/delete', { password, confirmation })
}

test('C37 A deleted account leaves nothing in any table, and other accounts stay as they are', async () => {
  const { client } = await useEveryFeature(app)
  await client.post('/api/brokers', makeSample('brokers', 700), { 'idempotency-key': 'last' })
  const user = await readUser(client)
  await plantOtherRows(user.id)
  const stays = await readUser(other.client)
  const before = await countRows(user.id)
  expect(Object.keys(before).filter((name) => !before[name])).toEqual([])
  const ofOther = await countRows(stays.id)

  const deleted = await remove(client, user.email)
  expect(deleted.status).toBe(200)
  // A slow machine needs more than the few seconds of the request.
  while (await inTransaction(database, deleteEndedAccounts));
  expect(deleted.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(Object.values(await countRows(user.id)).filter(Boolean)).toEqual([])
  expect(await findTexts([user.id, user.email])).toEqual([])
  expect(await countRows(stays.id)).toEqual(ofOther)
  expect((await client.get('/api/auth/user')).status).toBe(401)
  const login = { email: user.email, password: PASSWORD }
  expect((await createClient(app).post('/api/login', login)).status).toBe(401)
  expect((await createClient(app).post('/api/signup', login)).status).toBe(201)
})

test('C37 Deleting the row of an account deletes its rows in every table', async () => {
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name
    from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
      and confdeltype = 'c' and convalidated order by 1`.execute(database)
  expect(rows.map(({ name }) => name)).toEqual(await listAccountTables())
})

test('C37 C255 No batch exceeds its limit of rows, and the account’s own row is deleted last', async () => {
  const { client } = await useEveryFeature(app)
  const { id } = await readUser(client)
  await plantOtherRows(id)
  await sql`update users set deleted_at = now() where id = ${id}`.execute(database)
  const most = 3
  const tooMany: Record<string, number>[] = []
  let left = await countRows(id)
  for (let more = true; more;) {
    const { rows } = await sql<{ more: boolean }>`
      select delete_account_batch(${id}, ${most}) as more`.execute(database)
    more = rows[0]?.more ?? false
    const now = await countRows(id)
    const gone = Object.entries(left).map(([name, n]) => [name, n - (now[name] ?? 0)] as const)
    if (gone.reduce((sum, [, n]) => sum + n, 0) > (more ? most : 0))
      tooMany.push(Object.fromEntries(gone.filter(([, n]) => n)))
    left = now
  }
  expect([tooMany, Object.values(left).filter(Boolean)]).toEqual([[], []])
  expect(await database.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([])
}, 180_000)

test('C37 A deletion needs the password and the typed email, and guesses count as wrong passwords', async () => {
  const me = await signUp(app)
  const { email } = await readUser(me)
  const wrong = await remove(me, email, PASSWORD, 'someone@example.com')
  expect([wrong.status, wrong.body.fields]).toEqual([
    400,
    { confirmation: [`Type ${email} to confirm`] },
  ])
  for (let tries = 0; tries < 10; tries++) {
    const guess = await remove(me, email, 'wrong wrong')
    expect([guess.status, guess.body.fields]).toEqual([
      400,
      { password: ['Password is incorrect'] },
    ])
  }
  expect((await remove(me, email)).status).toBe(429)
  expect((await createClient(app).post('/api/account/delete', {})).status).toBe(401)
  expect((await me.get('/api/auth/user')).status).toBe(200)
})

test('C37 The log has a line with the account and nothing else about the person', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const logged = await buildApp(database, { trustProxy: false, logLevel: 'warn', logTo })
  const email = `logged${++people}@example.com`
  const me = await signUp(logged, email)
  const { id } = await readUser(me)
  await remove(me, email)
  await logged.close()
  const line = lines.find((text) => text.includes('account deleted by its owner')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ account: id, level: 40 })
  expect(lines.filter((text) => text.includes(email) || text.includes('127.0.0.1'))).toEqual([])
})

test('C37 The database deletes only the events of a deleted account, which stays deleted', async () => {
  const byApp = openDatabase(byAppRole(connection), () => undefined)
  const { id } = await readUser(other.client)
  const before = await countRows(id)
  const { rows } = await sql<{ more: boolean }>`
    select delete_account_batch(${id}, 100) as more`.execute(byApp)
  expect(rows).toEqual([{ more: false }])
  expect(await countRows(id)).toEqual(before)

  const { id: ending } = await readUser(await signUp(app))
  await sql`update users set deleted_at = now() where id = ${ending}`.execute(byApp)
  const rejected = [
    sql`update users set deleted_at = null where id = ${ending}`,
    sql`delete from users where id = ${ending}`,
    sql`delete from audit where user_id = ${ending}`,
    sql`delete from audit where user_id = ${id}`,
  ]
  for (const statement of rejected)
    await expect(statement.execute(byApp)).rejects.toThrow(
      /is deleted|permission denied|only ever added to/,
    )
  await byApp.destroy()
})

test('C37 An interrupted deletion is finished by the background job', async () => {
  const { client } = await useEveryFeature(app)
  const { id } = await readUser(client)
  await sql`update users set deleted_at = now() where id = ${id}`.execute(database)
  const work = (run: typeof deleteEndedAccounts) => database.transaction().execute(run)
  let batches = 0
  while (await work(deleteEndedAccounts)) batches++
  expect(batches).toBeGreaterThan(5)
  expect(Object.values(await countRows(id)).filter(Boolean)).toEqual([])
})

test('C37 A request that runs while the account is deleted gets 401', async () => {
  const me = await signUp(app)
  const { id, email } = await readUser(me)
  // A write that began before the deletion and ends after it.
  const held = await database.startTransaction().execute()
  await sql`lock table trucks in exclusive mode`.execute(held)
  const writing = me.post('/api/trucks', makeSample('trucks', 900))
  const removing = remove(me, email)
  await expect.poll(() => isEnded(id)).toBe(true)
  await held.commit().execute()
  const [written, removed] = await Promise.all([writing, removing])
  expect([201, 401]).toContain(written.status)
  expect(removed.status).toBe(200)
  expect(Object.values(await countRows(id)).filter(Boolean)).toEqual([])
})

test('C37 If several deletions run at once, one deletes the account and the others get 401', async () => {
  const me = await signUp(app)
  const { id, email } = await readUser(me)
  const responses = await Promise.all(Array.from({ length: 6 }, () => remove(me, email)))
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 401, 401, 401, 401, 401])
  expect(Object.values(await countRows(id)).filter(Boolean)).toEqual([])
})

test('C37 A password change that runs while the account is deleted gets 401', async () => {
  const me = await signUp(app)
  const { email } = await readUser(me)
  const changes = Array.from({ length: 6 }, () =>
    me.put('/api/auth/password', { currentPassword: 'wrong', newPassword: `${PASSWORD} 2` }),
  )
  const removed = remove(me, email)
  for (const { status } of await Promise.all(changes)) expect([400, 401]).toContain(status)
  expect((await removed).status).toBe(200)
})

test('C71 A deletion keeps people who belong to another account, and removes the others', async () => {
  const admin = await signUp(app)
  const founder = await readUser(admin)
  const [leaving, staying, former] = ['leaves', 'stays', 'former'].map(
    (name) => `${name}@team.example`,
  )
  await inviteMember(app, admin, 'viewer', { email: leaving })
  const second = await signUp(app, staying)
  const token = await inviteByLink(admin, { email: staying, role: 'admin' })
  await acceptInvitation(app, { token, password: PASSWORD })
  await inviteByLink(admin, { email: 'open@team.example', role: 'viewer' })
  // Belongs to the account that is deleted, and was a member of the account that stays.
  await inviteMember(app, second, 'viewer', { email: former })
  const { members } = (await second.get<Team>('/api/team')).body
  await second.delete(`/api/team/members/${members.find(({ email }) => email === former)?.id}`)
  const back = await inviteByLink(admin, { email: former, role: 'viewer' })
  await acceptInvitation(app, { token: back, password: PASSWORD })

  expect((await remove(admin, founder.email)).status).toBe(200)
  while (await inTransaction(database, deleteEndedAccounts));
  expect(await findTexts([founder.id, founder.email, leaving ?? '', 'open@team.example'])).toEqual(
    [],
  )
  expect(await statusOf(leaving)).toBe(401)
  expect(await statusOf(staying)).toBe(200)
  expect(await statusOf(former)).toBe(403)
  const user = (await second.get<SignedInUser>('/api/auth/user')).body
  expect(user.accounts).toEqual([{ ...user.account, role: 'admin' }])
  const kept = (await second.get<Team>('/api/team')).body.members
  expect(kept.map(({ email }) => email)).toContain(former)
})

test('C71 A deletion keeps a person who joins another account at the same moment', async () => {
  const admin = await signUp(app)
  const joining = await readUser(admin)
  const { id: accountId } = await readUser(await signUp(app))
  const joins = await database.startTransaction().execute()
  await sql`insert into members (user_id, person_id, role)
    select ${accountId}, id, 'viewer' from persons where email = ${joining.email}`.execute(joins)
  await sql`update persons set account_ids = account_ids || ${accountId}::uuid
    where email = ${joining.email}`.execute(joins)
  const removing = remove(admin, joining.email)
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(database)).rows).toHaveLength(1)
  await joins.commit().execute()
  expect((await removing).status).toBe(200)
  expect(await statusOf(joining.email)).toBe(200)
})

test('C71 Only an Admin deletes the account, with their own password', async () => {
  const admin = await signUp(app)
  const email = 'clerk@team.example'
  const clerk = await inviteMember(app, admin, 'accounting', { email })
  expect((await remove(clerk, email)).status).toBe(403)
  const other = await inviteMember(app, admin, 'admin', { email: 'second@team.example' })
  expect((await remove(other, (await readUser(admin)).email)).status).toBe(400)
  expect((await remove(other, 'second@team.example')).status).toBe(200)
  expect((await admin.get('/api/auth/user')).status).toBe(401)
})

async function statusOf(email: string | undefined): Promise<number> {
  return (await createClient(app).post('/api/login', { email, password: PASSWORD })).status
}
