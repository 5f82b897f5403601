/** Every key and every statement names the account. A database distributed by account depends on it. */
import { sql, type QueryExecutorProvider } from 'kysely'
import { expect, test } from 'vitest'
import {
  findDirectInserts,
  findFunctionsBeyondAccount,
  findStatementsBeyondAccount,
} from '#server/testing/sql/account-plans.ts'
import { listFunctionStatements } from '#server/testing/sql/function-statements.ts'
import { planInTransaction, planStatements } from '#server/testing/sql/statement-plans.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { database } = await ownApp()

/** Tables of the whole server, which do not belong to an account. */
const SERVER_TABLES: Record<string, string> = {
  users: 'the accounts themselves',
  persons: 'people, who can belong to several accounts',
  login_networks: 'from where a person has logged in',
  second_steps: 'the two-step login of a person',
  recovery_codes: 'of a person',
  used_codes: 'of a person: no code is accepted twice',
  attempts: 'wrong passwords are counted before the login',
  encryption_keys: 'the keys of the whole database',
  migrations: 'the migrations that have run',
}

/** Indexes for look-ups before the account is known and for jobs over all accounts, and the link to a person. */
const SERVER_INDEXES: Record<string, string> = {
  members_person_id_idx: 'a person is deleted only without members',
  members_person_id_fkey: 'a person can belong to several accounts',
  upload_links_unused_idx: 'finds the links to delete',
  document_arrivals_old_idx: 'finds the arrivals to delete',
}

type Key = { table: string; name: string; first: string; to: string | null }

/** Every primary key, unique constraint, link and index with its first column. A link also has its target column. */
async function listKeys(work: QueryExecutorProvider): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select conrelid::regclass::text as table, conname as name, mine.attname as first,
      confrelid::regclass || '.' || other.attname as to
    from pg_constraint
      join pg_attribute as mine on mine.attrelid = conrelid and mine.attnum = conkey[1]
      left join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
    where contype in ('p', 'u', 'f', 'x') and connamespace = 'public'::regnamespace
    union all
    select indrelid::regclass::text, indexrelid::regclass::text,
      pg_get_indexdef(indexrelid, 1, true), null
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace`.execute(work)
  return rows
}

function withoutAccount(keys: Key[]): string[] {
  return keys
    .filter(({ table, name }) => !(table in SERVER_TABLES) && !(name in SERVER_INDEXES))
    .filter(
      ({ first, to }) => first !== 'user_id' || !(to ?? 'users.id').match(/\.user_id$|^users\.id$/),
    )
    .map(({ table, name }) => `${table}.${name}`)
}

test('Every key, unique constraint, link and index begins with the account', async () => {
  const keys = await listKeys(database)
  expect(keys.length).toBeGreaterThan(80)
  expect(withoutAccount(keys)).toEqual([])
})

test.each([
  ['a primary key', 'create table dollies (user_id uuid not null, id bigint primary key)'],
  ['a unique', 'alter table trucks add constraint trucks_plate_key unique (vin, user_id)'],
  ['a unique index', 'create unique index trucks_plate_idx on trucks (vin)'],
  ['an index', 'create index trucks_plate_idx on trucks (lower(vin), user_id)'],
  ['a link', 'alter table trucks add column of uuid references users (id)'],
  [
    'a link to a column other than the account’s',
    `alter table users add column other uuid constraint users_other_key unique;
     alter table trucks add foreign key (user_id) references users (other)`,
  ],
])('The check finds %s that does not begin with the account', async (_kind, change) => {
  const work = await database.startTransaction().execute()
  await sql.raw(change).execute(work)
  expect(withoutAccount(await listKeys(work))).not.toEqual([])
  await work.rollback().execute()
})

test('C257 Every statement of a function names the account by a parameter at each table', async () => {
  const work = await database.startTransaction().execute()
  const statements = await listFunctionStatements(work)
  expect(statements.length).toBeGreaterThan(150)
  expect(await findFunctionsBeyondAccount(work, statements)).toEqual([])
  expect(findDirectInserts(statements.map(({ query }) => query))).toEqual([])
  await work.rollback().execute()
})

test('Every listed exception exists', async () => {
  const keys = await listKeys(database)
  const there = new Set(keys.flatMap(({ table, name }) => [table, name]))
  const named = [...Object.keys(SERVER_TABLES), ...Object.keys(SERVER_INDEXES)]
  expect(named.filter((name) => !there.has(name))).toEqual([])
})

test.each([
  'select * from loads where user_id = $1 and id = $2',
  'select count(*) from loads as record where record.user_id = $1 and notes like $2',
  `select record.*, truck.make from loads as record left join trucks as truck
    on truck.user_id = record.user_id and truck.id = record.truck_id where record.user_id = $1`,
  'select * from loads where user_id = $1 and id = any(array(select id from loads where user_id = $1))',
  'update trucks set vin = $1 where user_id = $2 and id = $3',
  'delete from billing where user_id = $1',
  'insert into trucks (user_id, truck_id) values ($1, $2)',
  'select * from billing where user_id = $1 and exists (select from expenses where expenses.user_id = billing.user_id and billing_id = billing.id)',
  'select id from users where id = $1',
  'select name from owners where user_id = $1 union all select name from drivers where user_id = $1',
])('Allowed: %s', async (statement) => {
  expect(await findBeyond(statement)).toEqual([])
})

test.each([
  'select * from loads where id = $1',
  'select count(*) from loads',
  'select * from loads where user_id = $1 or id = $2',
  'select * from loads where user_id <> $1',
  'select * from loads where user_id in ($1, $2)',
  `select record.id from loads as record left join trucks as truck on truck.id = record.truck_id
    where record.user_id = $1 and truck.make = $2`,
  'select * from loads where user_id = $1 and truck_id in (select id from trucks where make = $2)',
  'update trucks set vin = $1 where id = $2',
  'delete from billing where id = $1',
  'insert into trucks (user_id, truck_id) select $1, truck_id from trucks',
  'select name from owners where user_id = $1 union all select name from drivers',
  'select created_at from users',
  // The account of another row: the planner narrows the table only when it reads that row.
  `select record.*, (select make from trucks as linked where linked.user_id = record.user_id and linked.id = record.truck_id)
    from loads as record where record.user_id = $1`,
  `select loads.id, made.amount from loads cross join lateral (select sum(amount) as amount from load_charges as charge
    where charge.user_id = loads.user_id and charge.load_id = loads.id) as made where loads.user_id = $1`,
  'select * from loads where user_id = (select id from users where id = $1)',
])('Found: %s', async (statement) => {
  expect(await findBeyond(statement)).toHaveLength(1)
})

// With many loads of one account the planner combines two indexes.
const MANY_LOADS = [
  'set local session_replication_role = replica',
  `insert into loads (user_id, load_id, driver_id, driver2_id, pickup_state, pickup_date, delivery_state, revenue)
    select '00000000-0000-0000-0000-000000000001', number, number, number, 'TX', '2026-01-01', 'GA', 0
    from generate_series(1, 3000) as number`,
  'analyze loads',
]

test.each([
  ['user_id = $1 and (driver_id = $2 or driver2_id = $3)', 0],
  ['user_id = $1 and driver_id = $2 or user_id > $1 and driver2_id = $3', 1],
])('A plan that combines two indexes: where %s', async (condition, found) => {
  const statement = `select count(*) from loads where ${condition}`
  const work = await database.startTransaction().execute()
  for (const step of MANY_LOADS) await sql.raw(step).execute(work)
  const plans = await planInTransaction(work, [statement])
  await work.rollback().execute()
  expect(JSON.stringify(plans.get(statement))).toContain('BitmapOr')
  expect(await findStatementsBeyondAccount(database, plans)).toHaveLength(found)
})

async function findBeyond(statement: string): Promise<string[]> {
  return findStatementsBeyondAccount(database, await planStatements(database, [statement]))
}
