import { expect, test } from 'vitest'
import { withSession } from '#server/database/backup/session.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { findRejections, planTables } from './plan.ts'
import { readSchema, type SchemaTable } from './read-schema.ts'

const connection = await freshDatabase()
const schema = await withSession(connection, readSchema)

/** The schema after a change that is rolled back. */
function readChanged(change: string): Promise<SchemaTable[]> {
  return withSession(connection, async (session) => {
    await session.query('begin')
    await session.query(change)
    return readSchema(session)
  })
}

test('C266 Citus accepts every table of the schema', () => {
  expect(findRejections(schema)).toEqual([])
})

test('C266 Every table with an account is distributed; others are on every node or local', () => {
  const { reference, distributed, local } = planTables(schema)
  expect(local).toEqual(['attempts', 'login_networks', 'migrations', 'used_codes'])
  expect(reference.toSorted()).toEqual([
    'encryption_keys',
    'persons',
    'recovery_codes',
    'second_steps',
    'users',
  ])
  const withAccount = schema.filter(({ account }) => account !== null).map(({ name }) => name)
  expect(distributed.toSorted()).toEqual(withAccount)
  expect(distributed.length).toBeGreaterThan(70)
})

test('C266 A table comes after the tables it links to', () => {
  const { reference, distributed } = planTables(schema)
  const order = [...reference, ...distributed]
  const late = schema.flatMap(({ name, links }) =>
    links.filter(({ to }) => order.indexOf(to) > order.indexOf(name)),
  )
  expect(late).toEqual([])
  expect(order.indexOf('recovery_codes')).toBeGreaterThan(order.indexOf('second_steps'))
})

test.each([
  [
    'dollies: dollies_vin_key is unique without user_id.',
    'create table dollies (user_id uuid not null, vin text unique)',
  ],
  ['dollies: user_id can be null.', 'create table dollies (user_id uuid)'],
  ['dollies: user_id is text, not uuid.', 'create table dollies (user_id text not null)'],
  [
    'trucks: trucks_yard_fkey sets columns on delete.',
    `alter table trucks add column yard bigint, add constraint trucks_yard_fkey
      foreign key (user_id, yard) references trucks (user_id, id) on delete set null (yard)`,
  ],
  [
    'trucks: trucks_yard_fkey changes columns on update.',
    `alter table trucks add column yard bigint, add constraint trucks_yard_fkey
      foreign key (user_id, yard) references trucks (user_id, id) on update cascade`,
  ],
  [
    'yards: yards_user_fkey links a table without user_id to one that has it.',
    'create table yards (a uuid, b bigint, constraint yards_user_fkey foreign key (a, b) references trucks (user_id, id))',
  ],
  [
    'dollies: dollies_truck_fkey does not link user_id to user_id.',
    `create table dollies (user_id uuid not null, of uuid, truck bigint,
      constraint dollies_truck_fkey foreign key (of, truck) references trucks (user_id, id))`,
  ],
])('C263 Found: %s', async (rejection, change) => {
  expect(findRejections(await readChanged(change))).toContain(rejection)
})

test('C266 A table that only a function names is on every node', async () => {
  const changed = await readChanged(`create table rates (day date primary key);
    create function read_rate() returns date language plpgsql as 'begin return (select max(day) from rates); end'`)
  expect(planTables(changed).reference).toContain('rates')
})

test('C263 A circle of links is an error', async () => {
  const changed = await readChanged(`alter table owners add column of bigint,
    add foreign key (user_id, of) references trucks (user_id, id)`)
  expect(() => planTables(changed)).toThrow('link to each other')
})
