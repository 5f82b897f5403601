/** The double rejects what Citus rejects, with the messages of Citus 13.2. */
import { expect, test } from 'vitest'
import { withSession } from '#server/database/backup/session.ts'
import { citusDatabase } from './citus-database.ts'

/** Citus's defaults. In this database, the owner's role has other settings. */
const DEFAULTS = [
  "set citus.multi_shard_modify_mode = 'parallel'",
  'set citus.enable_unsafe_triggers = off',
  'set citus.enable_local_reference_table_foreign_keys = on',
]
const TRIGGERS = 'set citus.enable_unsafe_triggers = on'
const LINKS = 'set citus.enable_local_reference_table_foreign_keys = off'
const USERS = "select create_reference_table('users')"
const DRIVERS = "select create_distributed_table('drivers', 'user_id', colocate_with => 'none')"
const MULTIPLE = 'cannot insert multiple commands into a prepared statement'

test.each([
  ['triggers without the setting', [LINKS, USERS], 'because it has triggers'],
  ['identity columns of linked tables', [TRIGGERS, USERS], 'table with identity column'],
  ['a table before the one it links to', [TRIGGERS, DRIVERS], 'must be a distributed table or a'],
  [
    'an email that is unique by itself',
    [
      'create table people (user_id uuid, email text unique)',
      "select create_distributed_table('people', 'user_id')",
    ],
    'cannot create constraint on "people"',
  ],
  [
    'a link that sets null',
    [
      ...[TRIGGERS, LINKS, USERS, DRIVERS],
      `create table trailers (user_id uuid, driver_id bigint, foreign key (user_id, driver_id)
        references drivers (user_id, id) on delete set null (driver_id))`,
      "select create_distributed_table('trailers', 'user_id', colocate_with => 'drivers')",
    ],
    'cannot create foreign key constraint',
  ],
  [
    'a copy of rows that fires triggers',
    [...[TRIGGERS, LINKS], 'insert into users default values', USERS],
    'relation "audit" does not exist',
  ],
  [
    'a table whose trigger rejects truncates',
    [
      ...[TRIGGERS, LINKS, USERS],
      "select create_distributed_table('audit', 'user_id', colocate_with => 'none')",
      "select truncate_local_data_after_distributing_table('audit')",
    ],
    'The audit log is only ever added to',
  ],
  [
    'a truncate before the tables that link here',
    [...[TRIGGERS, LINKS, USERS], "select truncate_local_data_after_distributing_table('users')"],
    'by a local table',
  ],
  [
    'functions while the workers work in parallel',
    ["select create_distributed_function('touch_audit()')"],
    'because there was a parallel operation',
  ],
  [
    'two new indexes of a distributed table in one message',
    [...[TRIGGERS, LINKS, USERS], 'create index a on users (id); create index b on users (id)'],
    MULTIPLE,
  ],
  [
    'a change of a distributed table and another statement in one message',
    [...[TRIGGERS, LINKS, USERS], 'alter table users add color text; select 1'],
    MULTIPLE,
  ],
  [
    'a new trigger of a distributed table after another statement in the message',
    [
      ...[TRIGGERS, LINKS, USERS],
      'select 1; create trigger a before update on users for each row execute function touch_audit()',
    ],
    MULTIPLE,
  ],
  ['the same table twice', [TRIGGERS, LINKS, USERS, USERS], 'is already distributed'],
  [
    'a different group of workers than the linked table has',
    [
      ...[TRIGGERS, LINKS, USERS, DRIVERS],
      'create table trailers (user_id uuid, driver_id bigint, foreign key (user_id, driver_id) references drivers)',
      "select create_distributed_table('trailers', 'user_id', colocate_with => 'none')",
    ],
    'cannot create foreign key constraint',
  ],
])('The double rejects %s', async (_what, statements, message) => {
  const { connection } = await citusDatabase()
  await withSession(connection, async (session) => {
    for (const statement of [...DEFAULTS, ...statements.slice(0, -1)])
      await session.query(statement)
    await expect(session.query(statements.at(-1) ?? '')).rejects.toThrow(message)
  })
})

test('Workers see nothing that is not committed', async () => {
  const { connection } = await citusDatabase()
  await withSession(connection, async (session) => {
    for (const setting of [TRIGGERS, LINKS, 'begin', USERS]) await session.query(setting)
    const ask = "select success from run_command_on_workers('select 1')"
    expect((await session.query(ask)).rows).toEqual([{ success: 'f' }, { success: 'f' }])
    await session.query('commit')
    expect((await session.query(ask)).rows).toEqual([{ success: 't' }, { success: 't' }])
  })
})

test('The double accepts a change of a distributed table that is alone in its message', async () => {
  const { connection } = await citusDatabase()
  await withSession(connection, async (session) => {
    for (const statement of [...DEFAULTS, TRIGGERS, LINKS, USERS]) await session.query(statement)
    for (const statement of [
      '-- one; two\nalter table users add color text;',
      'do $$ begin create index a on users (id); create index b on users (id); end $$',
      'create table one (id bigint); create index on one (id); alter table one add color text',
      `create function change() returns void language plpgsql as
        $$ begin alter table users add size text; alter table users add size_2 text; end $$`,
      'select change()',
    ])
      await session.query(statement)
    await session.query(
      'create function change_by(kind text) returns void language plpgsql as $$ begin alter table users add weight text; end $$',
    )
    await session.query('select change_by($1)', ['weight'])
  })
})
