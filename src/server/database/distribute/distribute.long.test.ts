/** Runs on plain PostgreSQL with a test double of Citus (testing/citus-double), which rejects what Citus rejects. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { writeBackup } from '#server/database/backup/backup.ts'
import { restoreBackup } from '#server/database/backup/restore.ts'
import { withSession } from '#server/database/backup/session.ts'
import {
  bareCitusDatabase,
  citusDatabase,
  WORKERS,
} from '#server/testing/citus-double/citus-database.ts'
import { readAllRows } from '#server/testing/every-row.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'
import { distributeTables, NotReadyError } from './distribute.ts'
import { readReadiness } from './readiness.ts'
import { describeDistribution, describeReadiness, isComplete } from './report.ts'
import type { Roles } from './role-settings.ts'
import { isDistributed } from './state.ts'

const { app, connection: source } = await testApp()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-distribute-'))
const backup = path.join(folder, 'source')
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeAll(async () => {
  for (const email of ['a@example.com', 'b@example.com']) {
    const me = await signUp(app, email)
    for (const { name } of everyEntity)
      expect((await me.post(`/api/${name}`, makeSample(name))).status).toBe(201)
  }
  await writeBackup(source, backup)
})

type Cluster = { connection: string; roles: Roles }

const distribute = ({ connection, roles }: Cluster) =>
  withSession(connection, (session) => distributeTables(session, roles))
const check = ({ connection, roles }: Cluster) =>
  withSession(connection, (session) => readReadiness(session, roles))
const query = ({ connection }: Cluster, statement: string) =>
  withSession(
    connection,
    async (session) => (await session.query<pg.QueryResultRow>(statement)).rows,
  )

async function listCalls(cluster: Cluster): Promise<string[]> {
  const rows = await query(cluster, 'select call from citus_double.calls order by number')
  return rows.map(({ call }) => String(call))
}

const countDisabled = (cluster: Cluster) =>
  query(
    cluster,
    `select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'O'`,
  )

test('C266 All tables with rows are distributed, in the order of their links', async () => {
  const cluster = await citusDatabase()
  await restoreBackup(cluster.connection, backup)
  expect(await withSession(cluster.connection, isDistributed)).toBe(false)
  const result = await distribute(cluster)
  expect(await withSession(cluster.connection, isDistributed)).toBe(true)
  const calls = await listCalls(cluster)
  const { plan } = (await check(cluster)).state ?? expect.fail('no state')
  const kinds = [...new Set(calls.map((call) => call.split(' ')[0]))]
  expect(kinds).toEqual(['function', 'reference', 'distributed', 'truncate'])
  const [first = '', ...others] = plan.distributed
  expect(calls.filter((call) => !call.startsWith('function '))).toEqual([
    ...plan.reference.map((name) => `reference ${name}`),
    `distributed ${first} by user_id with none`,
    ...others.map((name) => `distributed ${name} by user_id with ${first}`),
    ...[...plan.reference, ...plan.distributed].toReversed().map((name) => `truncate ${name}`),
  ])
  expect(calls).toContain('function touch_audit()')
  expect(await countDisabled(cluster)).toEqual([])
  expect(await readAllRows(cluster.connection)).toEqual(await readAllRows(source))
  expect(describeDistribution(result)).toMatch(
    /^\d\d tables distributed by account\n\d tables copied to every node\n\d+ functions sent to the workers\n\d+ rows counted before and after, over 2 workers\.$/,
  )
  expect(result.rows).toBeGreaterThan(20n)
})

test('C266 A second run changes nothing', async () => {
  const cluster = await citusDatabase()
  await distribute(cluster)
  const calls = await listCalls(cluster)
  expect(describeDistribution(await distribute(cluster))).toBe(
    'All tables are already distributed. Nothing was changed.',
  )
  expect(await listCalls(cluster)).toEqual(calls)
  expect(isComplete(await check(cluster))).toBe(true)
})

test('C266 Tables and functions of a later migration are distributed alone', async () => {
  const cluster = await citusDatabase()
  await restoreBackup(cluster.connection, backup)
  await distribute(cluster)
  const before = (await listCalls(cluster)).length
  await query(
    cluster,
    `create table trailers (user_id uuid not null references users (id), id bigint generated always as identity,
      truck_id bigint, primary key (user_id, id), foreign key (user_id, truck_id) references trucks (user_id, id));
    create table trailer_kinds (name text primary key);
    alter table trailers add column kind text references trailer_kinds (name);
    insert into trailers (user_id) select id from users;
    create function guard_trailer() returns trigger language plpgsql as $$ begin raise exception 'fired'; end $$;
    create trigger trailers_guard_trailer before insert or update on trailers
      for each row execute function guard_trailer()`,
  )
  expect((await check(cluster)).left).toEqual([
    '1 to copy to every node: trailer_kinds',
    '1 to distribute by account: trailers',
    '1 functions that the workers do not have',
  ])
  expect((await distribute(cluster)).rows).toBe(2n)
  expect((await listCalls(cluster)).slice(before)).toEqual([
    'function guard_trailer()',
    'reference trailer_kinds',
    expect.stringMatching(/^distributed trailers by user_id with (?!none$)\w+$/),
    'truncate trailers',
    'truncate trailer_kinds',
  ])
  expect(await countDisabled(cluster)).toEqual([])
})

test.each([
  ['an error of Citus', 'loads', 'fails', 'a fault that a test planted at loads'],
  [
    'a different number of rows',
    'loads',
    'loses',
    'Citus has other numbers of rows: "loads" 2 → 1.',
  ],
])('C266 After %s nothing has changed', async (_what, table, kind, message) => {
  const cluster = await citusDatabase()
  await restoreBackup(cluster.connection, backup)
  const before = await readAllRows(cluster.connection)
  await query(cluster, `insert into citus_double.faults values ('${table}', '${kind}')`)
  await expect(distribute(cluster)).rejects.toThrow(message)
  expect(await readAllRows(cluster.connection)).toEqual(before)
  expect(await query(cluster, 'select from pg_dist_partition')).toEqual([])
  expect(await listCalls(cluster)).toEqual([])
  expect(await countDisabled(cluster)).toEqual([])
  await query(cluster, 'delete from citus_double.faults')
  expect((await distribute(cluster)).rows).toBeGreaterThan(20n)
})

test('C266 A connected server keeps the tables from being distributed', async () => {
  const cluster = await citusDatabase()
  await withSession(cluster.connection, async (server) => {
    await server.query("set application_name = 'haulbook'")
    await expect(distribute(cluster)).rejects.toThrow('Stop every server of Haulbook first: 1 ')
  })
  expect(await listCalls(cluster)).toEqual([])
})

test('C263 A database without the extension, and a cluster without workers, are reported', async () => {
  const roles = { owner: 'one', app: 'two' }
  const plain = await check({ connection: source, roles })
  expect(plain.missing).toEqual([
    { what: 'The database has no Citus extension.', remedy: ['create extension citus;'] },
  ])
  const bare = await bareCitusDatabase()
  expect((await check(bare)).missing.map(({ what }) => what)).toEqual([
    'The cluster has no worker.',
  ])
  await expect(distribute(bare)).rejects.toThrow(NotReadyError)
  expect(await listCalls(bare)).toEqual([])
})

test('C263 Settings that the roles lack are named with the statement that sets them', async () => {
  const cluster = await citusDatabase()
  const { owner, app: appRole } = cluster.roles
  expect((await check(cluster)).missing).toEqual([])
  await query(
    cluster,
    `alter role ${appRole} in database ${new URL(cluster.connection).pathname.slice(1)} reset haulbook.program`,
  )
  // One worker missed a setting of the owner.
  await query(
    cluster,
    `create schema worker_2; create table worker_2.pg_db_role_setting as
      select setdatabase, setrole, array(select part from unnest(setconfig) as part where part not like '%triggers%') as setconfig
      from pg_db_role_setting`,
  )
  const readiness = await check(cluster)
  expect(readiness.missing).toEqual([
    {
      what: `The role ${appRole} lacks haulbook.program = haulbook on the coordinator, ${WORKERS.join(', ')}.`,
      remedy: [`alter role "${appRole}" set haulbook.program = 'haulbook';`],
    },
    {
      what: `The role ${owner} lacks citus.enable_unsafe_triggers = on on ${WORKERS[1]}.`,
      remedy: [`alter role "${owner}" set citus.enable_unsafe_triggers = 'on';`],
    },
  ])
  expect(describeReadiness(readiness)).toContain('Something is missing.')
  await expect(distribute(cluster)).rejects.toThrow(NotReadyError)
  expect(await listCalls(cluster)).toEqual([])
})

test('C263 A worker that is not active, one that fails and a table that Citus rejects are reported', async () => {
  const cluster = await citusDatabase()
  await query(
    cluster,
    `insert into citus_double.pg_dist_node values ('db4.example.com', 5432, 3, 'primary', false);
    create table trailers (user_id uuid, id bigint primary key)`,
  )
  expect((await check(cluster)).missing.map(({ what }) => what)).toEqual([
    'The worker db4.example.com:5432 is not active or does not know the tables.',
    'Citus rejects trailers: user_id can be null.',
    'Citus rejects trailers: trailers_pkey is unique without user_id.',
  ])
  await query(
    cluster,
    'create schema worker_1; create view worker_1.pg_db_role_setting as select 1 / 0 as setconfig',
  )
  await expect(check(cluster)).rejects.toThrow(`The worker ${WORKERS[0]} failed: ERROR: `)
})

test('C263 A database of another version is reported', async () => {
  const cluster = await citusDatabase()
  await query(cluster, "update kysely_migration set name = '9999-later' where name like '0001%'")
  expect((await check(cluster)).missing.map(({ what }) => what)).toEqual([
    'The tables are of another version of Haulbook.',
  ])
})

test('C263 The check says what is left to do, and changes nothing', async () => {
  const cluster = await citusDatabase()
  const text = describeReadiness(await check(cluster))
  expect(text).toContain(`Workers: ${WORKERS.join(', ')}.\nTables: `)
  expect(text).toMatch(
    /Left to do by npm run distribute:\n {2}\d to copy to every node: .*persons users/,
  )
  expect(text).toMatch(/Ready to distribute\.$/)
  expect(await listCalls(cluster)).toEqual([])
})
