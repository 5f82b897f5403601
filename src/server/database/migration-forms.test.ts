/** Migrations that also run on a database on several machines, in place (SPEC C260). */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findRejectedChanges } from '#server/testing/sql/migration-forms.ts'
import { listMigrationFiles } from './migrate.ts'

/** A distributed database has all migrations up to this one when it is distributed. */
const LAST_BEFORE = '0222-constraint-names-in-words'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')
const files = await listMigrationFiles()

async function findIn(file: string): Promise<string[]> {
  return findRejectedChanges(await readFile(path.join(FOLDER, `${file}.sql`), 'utf8'))
}

test('C260 Each migration from now on has only forms that run on a distributed database', async () => {
  expect(files).toContain(LAST_BEFORE)
  const found = await Promise.all(
    files.filter((file) => file > LAST_BEFORE).map(async (file) => [file, await findIn(file)]),
  )
  expect(found.filter(([, forms]) => forms?.length)).toEqual([])
})

// Citus 13.2.2 rejected these when the older migrations were run one by one on a distributed database.
test.each(['0013', '0015', '0020', '0040', '0056'])(
  'C260 The check finds the migration %s, which Citus rejected',
  async (number) => {
    const file = files.find((name) => name.startsWith(number)) ?? ''
    expect(await findIn(file)).not.toEqual([])
  },
)

test.each([
  'alter table loads add column color text, add column size integer',
  'alter table loads drop constraint loads_a_check, add constraint loads_a_check check (miles > 0)',
  'alter table loads add column number bigint generated always as identity',
  'alter table loads add number bigserial',
  'alter table loads add column color text check (color <> $$red$$)',
  'alter table loads add column other bigint references trucks (id)',
  'alter table loads add column token uuid default gen_random_uuid()',
  'alter table loads add constraint a foreign key (user_id, b) references c (user_id, id) on delete set null (b)',
  'drop table a, b',
  'drop function touch_a(), touch_b()',
  'update loads set updated_at = coalesce(updated_at, now())',
  "update loads set updated_at = case when notes = 'a, b; c' then now() else created_at end",
  "update loads set notes = to_char(pickup_date, 'MM/DD')",
  "delete from loads where to_char(pickup_date, 'MM') = '01'",
  'update loads set token = gen_random_uuid()',
  "delete from loads where id = 1 returning to_char(pickup_date, 'MM')",
  'with gone as (insert into loads (user_id) values ($1) returning now()) select * from gone',
])('C260 Found: %s', (statement) => {
  expect(findRejectedChanges(`-- first, second;\n${statement};`)).toHaveLength(1)
})

test.each([
  'alter table loads add column color text',
  "alter table loads add column color text not null default 'red, green'",
  'alter table loads add column weight numeric(12, 2)',
  'alter table loads drop constraint loads_a_check',
  'alter table loads add constraint loads_a_check check (color in ($a$red$a$, $a$green$a$))',
  'create table a (user_id uuid not null, id bigint generated always as identity, primary key (user_id, id))',
  'create index a on b (user_id, c)',
  'drop index a',
  'drop function touch_a(uuid, bigint)',
  'update loads set updated_at = now(), notes = coalesce(notes, $$none$$)',
  "update loads set notes = to_char(now(), 'MM/DD') where updated_at < now()",
  "update loads set notes = found.day from (select id, to_char(pickup_date, 'MM') as day from loads) as found where found.id = loads.id",
  "with gone as (delete from loads where id = 1 returning id) select to_char(now(), 'MM'), id from gone",
  'create function f() returns trigger language plpgsql as $$ begin drop table a, b; end $$',
])('C260 Allowed: %s', (statement) => {
  expect(findRejectedChanges(`${statement};`)).toEqual([])
})
