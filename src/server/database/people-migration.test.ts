/** Migrates accounts of the version before people (migration 0119), and checks people, members and what is theirs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { deleteRowsOf } from '#server/accounts/delete-account.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { buildApp } from '#server/app.ts'
import {
  createClient,
  giveNewKey,
  PASSWORD,
  readCookie,
  type Body,
} from '#server/testing/test-app.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const [PAT, SAME_EMAIL, DELETED] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

const connection = await emptyDatabase()
await migrate(connection, '0119-sample-guards')
const database = openDatabase(connection, () => undefined)
const plain = database.withoutPlugins()
afterAll(() => database.destroy())

let before: Record<string, unknown[]>

beforeAll(async () => {
  const password = await hashPassword(PASSWORD)
  // Emails that differ in case only, which an early version stored, and an account whose rows are being deleted.
  await sql`insert into users (id, email, password, first_name, last_name, created_at, deleted_at) values
    (${PAT}, 'pat@example.com', ${password}, 'Pat', 'Doe', '2025-01-02', null),
    (${SAME_EMAIL}, 'Pat@example.com', ${password}, null, null, '2025-03-04', null),
    (${DELETED}, '', '', null, null, '2025-05-06', now())`.execute(plain)
  for (const account of [PAT, SAME_EMAIL, DELETED]) await insertRows(account)
  before = await readRows()
  await migrate(connection)
})

async function insertRows(account: string | undefined): Promise<void> {
  for (const insert of [
    sql`insert into sessions (user_id, sid, expire) values (${account}, 'old', now() + interval '1 day')`,
    sql`insert into views (user_id, list, name, address) values
      (${account}, 'loads', 'Unpaid', 'status=unpaid'), (${account}, 'trucks', 'Unpaid', '')`,
    sql`insert into login_networks (user_id, network) values (${account}, 'office')`,
    sql`insert into idempotency_keys (user_id, key, request_hash) values (${account}, 'k', 'h')`,
    sql`insert into drivers (user_id, id, name, phone, email, license_number, license_state, license_expiration,
        address, payment_method) overriding system value values (${account}, 7, 'Dan Lee', '5551234567',
        'dan@example.com', 'D1', 'TX', '2027-01-31', '1 Oak St', 'check')`,
    sql`insert into undo_records (user_id, operation, action, subject, record_id, label, before)
      values (${account}, gen_random_uuid(), 'deleted', 'drivers', 8, 'Eve', '{}')`,
  ])
    await insert.execute(plain)
}

/** The rows of tables that only got a column for the person, by table and without that column. */
async function readRows(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const table of ['views', 'idempotency_keys', 'drivers', 'audit', 'undo_records']) {
    const read = sql<{
      row: unknown
    }>`select to_jsonb(stored) - '{person_id,save_id,statement_email}'::text[] as row
      from ${sql.table(table)} as stored where user_id <> ${DELETED} order by row`
    rows[table] = (await read.execute(plain)).rows
  }
  return rows
}

test('C67 S30 Each person of the version before is the Admin of the account with the same id', async () => {
  const { rows } =
    await sql`select persons.id, email, first_name, last_name, language, role, members.user_id,
      members.since = persons.created_at as same_since, members.until
    from persons join members on members.person_id = persons.id order by persons.id`.execute(plain)
  const admin = { language: null, role: 'admin', same_since: true, until: null }
  expect(rows).toEqual([
    {
      ...admin,
      id: PAT,
      user_id: PAT,
      email: 'pat@example.com',
      first_name: 'Pat',
      last_name: 'Doe',
    },
    {
      ...admin,
      id: SAME_EMAIL,
      user_id: SAME_EMAIL,
      email: 'Pat@example.com',
      first_name: null,
      last_name: null,
    },
  ])
})

test('C67 S30 Nothing else of an account changes but its sessions, which end', async () => {
  expect(await readRows()).toEqual(before)
  const { rows } = await sql<Record<string, string>>`select user_id, person_id from views union all
    select user_id, person_id from idempotency_keys where user_id <> ${DELETED}`.execute(plain)
  expect(rows).toHaveLength(6)
  expect(rows.filter((row) => row.user_id !== row.person_id)).toEqual([])
  const { rows: sessions } = await sql`select from sessions`.execute(plain)
  expect(sessions).toEqual([])
})

test('C67 S30 The person logs in with the same email and password, and has the saved views', async () => {
  await giveNewKey(database)
  const app = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
  const login = { email: 'pat@example.com', password: PASSWORD }
  const entered = await createClient(app).post<SignedInUser>('/api/login', login)
  expect([entered.status, entered.body]).toMatchObject([
    200,
    { id: PAT, role: 'admin', account: { id: PAT, name: 'Pat Doe' } },
  ])
  const me = createClient(app, readCookie(entered.headers['set-cookie']))
  const views = (await me.get<Body[]>('/api/views')).body
  expect(views.map(({ list, name }) => `${list} ${name}`).toSorted()).toEqual([
    'loads Unpaid',
    'trucks Unpaid',
  ])
  expect((await me.get('/api/drivers/7')).body).toMatchObject({ name: 'Dan Lee' })
  await app.close()
})

test('C37 C67 An account that was being deleted has no person, and its rows are still deleted', async () => {
  const { rows } = await sql`select from views where user_id = ${DELETED} union all
    select from login_networks where person_id = ${DELETED}`.execute(plain)
  expect(rows).toEqual([])
  expect(await deleteRowsOf(database, String(DELETED))).toBe(true)
  expect((await sql`select from drivers where user_id = ${DELETED}`.execute(plain)).rows).toEqual(
    [],
  )
  expect((await sql`select from users where id = ${DELETED}`.execute(plain)).rows).toEqual([])
})
