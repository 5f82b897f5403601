/** What a database on several machines (Citus) needs, checked on PostgreSQL: CI has no Citus (decision 0160). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listFunctionStatements } from '#server/testing/sql/function-statements.ts'
import {
  findFunctionsBeyondAccount,
  findRejectedAcrossAccounts,
  findStatementsBeyondAccount,
  JOB_STATEMENTS,
} from '#server/testing/sql/account-plans.ts'
import {
  findMixedReads,
  findRejectedForms,
  findRejectedFunctions,
  findUnnamedConstraints,
  readUnstableFunctions,
} from '#server/testing/sql/rejected-forms.ts'
import { testApp } from '#server/testing/test-app.ts'
import {
  findUnstableChanges,
  findUnstableChangesOfFunctions,
} from '#server/testing/sql/unstable-changes.ts'
import { deleteEndedAccounts } from '#server/accounts/delete-account.ts'
import { isDatabaseUnreachable } from '#server/errors.ts'
import { deleteUnusedFiles } from '#server/documents/file-parts.ts'
import { deleteExpiredSteps } from '#server/entities/undo/trash.ts'
import { followDueInvoices } from '#server/invoices/due-invoices.ts'
import { listDueMails } from '#server/mail/sending/claims.ts'
import { deleteExpired } from '#server/retention.ts'
import { countChangedAccounts } from '#server/storage/store.ts'
import { planStatements, toQuery } from '#server/testing/sql/statement-plans.ts'
import { statementWatch, type Watched } from '#server/testing/sql/statement-watch.ts'
import type { Work } from './open.ts'
import { inTransaction } from './transaction.ts'

const { database } = await testApp()
const JOBS: ((work: Work) => Promise<unknown>)[] = [
  ...[deleteExpired, deleteExpiredSteps, deleteUnusedFiles, followDueInvoices],
  ...[countChangedAccounts, deleteEndedAccounts],
]
const unstable = await readUnstableFunctions(database)

test('C259 Functions have no form that a database on several machines rejects', async () => {
  const statements = await listFunctionStatements(database)
  expect(
    findRejectedForms(
      statements.map(({ query }) => query),
      unstable,
    ),
  ).toEqual([])
  expect(findMixedReads(statements)).toEqual([])
  expect(await findRejectedFunctions(database)).toEqual([])
  expect(
    await inTransaction(database, (work) => findUnstableChangesOfFunctions(work, statements)),
  ).toEqual([])
})

test('C258 Each error of a function that has a constraint begins with its name', async () => {
  expect(await findUnnamedConstraints(database)).toEqual([])
})

test.each([
  [
    'insert into imports (user_id) values ($1) on conflict (user_id) do update set updated_at = now()',
    1,
  ],
  [
    'insert into imports (user_id) values ($1) on conflict (user_id) do update set updated_at = current_timestamp',
    1,
  ],
  [
    `insert into imports (user_id) values ($1) on conflict (user_id) do update set done = 1
    where imports.updated_at < excluded.updated_at - interval '1 day'`,
    1,
  ],
  [
    'insert into imports (user_id, updated_at) values ($1, now()) on conflict (user_id) do update set updated_at = excluded.updated_at',
    0,
  ],
  ['insert into imports (user_id) values ($1) on conflict (user_id) do nothing returning now()', 0],
  [
    "select case $1 when 'settle' then to_settle else to_bill end from document_needs where user_id = $2",
    1,
  ],
  [
    "select case when $1 = 'settle' then to_settle else to_bill end from document_needs where user_id = $2",
    0,
  ],
  [
    'select name from trucks left join owners on owners.user_id = $1 and owners.owner_id = $2 where trucks.user_id = $1',
    1,
  ],
  [
    'select name from trucks left join owners on owners.user_id = $1 and owners.id = trucks.owner_id where trucks.id = $2',
    0,
  ],
])('C259 A rejected form is found: %s (%d)', (statement, found) => {
  expect(findRejectedForms([statement], unstable)).toHaveLength(found)
})

const LAZY = 'a function that is not immutable in "case" or "coalesce"'
const OF_COLUMN = 'a stable function of a column'
const VOLATILE = 'a volatile function'
const RETURNING = 'a function that is not immutable in "returning"'

test.each([
  ['update loads set updated_at = coalesce(updated_at, now())', LAZY],
  ['update loads set updated_at = coalesce(updated_at, current_timestamp)', LAZY],
  ['update loads set updated_at = case when notes = $1 then now() else created_at end', LAZY],
  ['delete from loads where coalesce(updated_at, now()) < created_at', LAZY],
  ['update loads set notes = coalesce(notes, pickup_date::text)', LAZY],
  [
    'update loads set notes = coalesce(notes, (select max(make) from trucks where created_at < now()))',
    LAZY,
  ],
  ["update loads set notes = to_char(pickup_date, 'MM/DD')", OF_COLUMN],
  ['update loads set notes = pickup_date::text', OF_COLUMN],
  ['delete from loads where pickup_date < now()', OF_COLUMN],
  ["delete from loads where updated_at + interval '1 day' < now()", OF_COLUMN],
  [
    'with gone as (delete from loads where pickup_date < now() returning id) select id from gone',
    OF_COLUMN,
  ],
  ['update loads set notes = gen_random_uuid()::text', VOLATILE],
  ['delete from loads where random() < 0.5', VOLATILE],
  ['update loads set notes = $1 returning now()', RETURNING],
  ["delete from loads where id = $1 returning to_char(pickup_date, 'MM/DD')", RETURNING],
  ['insert into loads (user_id) values ($1) returning updated_at::date', RETURNING],
])('C259 A function that is rejected in a change is found: %s', async (statement, rule) => {
  const find = (work: Work) => findUnstableChanges(work, [statement])
  expect(await inTransaction(database, find)).toEqual([`${rule}: ${statement}`])
})

test.each([
  'update loads set updated_at = now(), notes = coalesce(notes, $1) where id = $2 and updated_at < now()',
  "update loads set updated_at = now() + $1 * interval '1 minute' where updated_at is null returning id, updated_at",
  'delete from loads where pickup_date < $1 or pickup_date + 7 < $2 returning *',
  'update loads set notes = $1::timestamptz::text where id = $2',
  'insert into loads (user_id, updated_at) values ($1, coalesce($2, now())) returning id',
  `update loads set notes = found.day from (select id, to_char(pickup_date, 'MM/DD') as day from loads where user_id = $1) as found
    where loads.user_id = $1 and loads.id = found.id`,
  "select to_char(pickup_date, 'MM/DD'), coalesce(updated_at, now()) from loads where user_id = $1 for update",
])('C259 A function that is accepted in a change is not found: %s', async (statement) => {
  const find = (work: Work) => findUnstableChanges(work, [statement])
  expect(await inTransaction(database, find)).toEqual([])
})

test('C257 Background jobs look beyond an account only where they are listed with the reason', async () => {
  const watched: Watched = new Map()
  const watching = database.withPlugin(statementWatch(watched))
  for (const job of JOBS) await inTransaction(watching, job)
  await listDueMails(watching, 10)
  const plans = await planStatements(database, watched.keys())
  const found = (await findStatementsBeyondAccount(database, plans)).map(
    (text) => toQuery(text) ?? '',
  )
  expect(found.length).toBeGreaterThan(8)
  expect(await findRejectedAcrossAccounts(database, plans)).toEqual([])
  expect(
    await inTransaction(database, (work) => findUnstableChanges(work, watched.keys())),
  ).toEqual([])
  const isListed = (query: string) => JOB_STATEMENTS.some(({ statement }) => statement.test(query))
  expect(found.filter((query) => !isListed(query))).toEqual([])
  const unused = JOB_STATEMENTS.filter(
    ({ statement }) => !found.some((query) => statement.test(query)),
  )
  expect(unused).toEqual([])
})

test.each([
  ['select from members where person_id = $1 order by user_id for no key update', 'a row lock'],
  ['select user_id from members where person_id = $1 limit 1 for update skip locked', 'a row lock'],
  [
    `select persons.id, (select json_agg(json_build_object('id', members.user_id, 'admin', (select min(admin.id)
      from members as admin where admin.user_id = members.user_id))) from members where members.person_id = $1)
    from persons where persons.id = $1`,
    'a correlated subquery',
  ],
  [
    `delete from persons where id = any($1) and not exists (select from members where members.person_id = persons.id)`,
    'a correlated subquery',
  ],
  [
    `select user_id, (select max(id) from loads where loads.load_id = members.role) from members where person_id = $1`,
    'a correlated subquery',
  ],
])('C259 A form that is rejected across accounts is found: %s', async (statement, form) => {
  const plans = await planStatements(database, [statement])
  expect(await findRejectedAcrossAccounts(database, plans)).toEqual([expect.stringContaining(form)])
})

test.each([
  'select id from members where user_id = $1 and person_id = $2 for no key update',
  'select user_id as id, role from members where person_id = $1 and until is null order by user_id',
  `select members.user_id from members join persons on persons.id = members.person_id where members.user_id = any($1::uuid[])`,
  `select stored.user_id from document_files as stored where not exists (select from documents
    where documents.user_id = stored.user_id and documents.sha256 = stored.sha256)`,
  'insert into audit (user_id, action) select user_id, $2 from members where person_id = (select id from persons where email = $1)',
])('C259 A form that is accepted across accounts is not found: %s', async (statement) => {
  const plans = await planStatements(database, [statement])
  expect(await findRejectedAcrossAccounts(database, plans)).toEqual([])
})

/** The findings after a change of the schema, which is undone. */
async function findAfter(
  change: string,
  find: (work: Work) => Promise<string[]>,
): Promise<string[]> {
  const work = await database.startTransaction().execute()
  try {
    await sql.raw(change).execute(work)
    return await find(work)
  } finally {
    await work.rollback().execute()
  }
}

const onLoads = (name: string, body: string) => `
  create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$;
  create trigger ${name} after update on loads referencing old table as old_rows
    for each statement execute function ${name}();`
const onEachLoad = (name: string, body: string, declared = '') => `
  create function ${name}() returns trigger language plpgsql as $$ ${declared} begin ${body} return null; end $$;
  create trigger ${name} after update on loads for each row execute function ${name}();`

test.each([
  ['another account', 'update trucks set make = null where id = new.truck_id;'],
  [
    'the account of another row',
    `if exists (select from loads where user_id = new.user_id and (select count(*) from billing
    where billing.user_id = loads.user_id and billing.truck_id = loads.truck_id) > 1) then return new; end if;`,
  ],
  [
    'a loop over all accounts',
    'for found in select id from loads where load_id = new.load_id loop perform 1; end loop;',
  ],
  ['a variable', 'found_id := (select id from loads where load_id = new.load_id limit 1);'],
])('C257 A statement of a trigger beyond its account is found: %s', async (_kind, body) => {
  const change = onEachLoad('touch_bad', body, 'declare found record; found_id bigint;')
  const found = await findAfter(change, async (work) =>
    findFunctionsBeyondAccount(work, await listFunctionStatements(work)),
  )
  expect(found).toEqual([expect.stringContaining('touch_bad: ')])
})

test.each([
  [
    onLoads(
      'touch_bad',
      `delete from trucks using old_rows as gone where trucks.user_id = gone.user_id and trucks.id = gone.truck_id;`,
    ),
  ],
  [
    onLoads(
      'touch_bad',
      `if exists (select from old_rows join trucks using (user_id)) then return null; end if;`,
    ),
  ],
])(
  'C259 A trigger that reads the changed rows and tables in one statement is found',
  async (change) => {
    const found = await findAfter(change, async (work) =>
      findMixedReads(await listFunctionStatements(work)),
    )
    expect(found).toEqual([expect.stringContaining('touch_bad: ')])
  },
)

test('C259 A rejected form in a trigger is found', async () => {
  const change = onEachLoad(
    'touch_bad',
    `insert into views (user_id, name) select new.user_id,
    case tg_op when 'UPDATE' then 'x' end from trucks where user_id = new.user_id;`,
  )
  const found = await findAfter(change, async (work) =>
    findRejectedForms(
      (await listFunctionStatements(work)).map(({ query }) => query),
      unstable,
    ),
  )
  expect(found).toHaveLength(1)
})

test.each([
  'create function bad(account uuid) returns bigint language sql as $$ select count(*) from loads where user_id = account $$',
  'create function bad(account uuid) returns bigint language sql return (select count(*) from loads where user_id = account)',
  'create function bad(one loads) returns boolean language plpgsql as $$ begin return one.id = 1; end $$',
])('C259 A rejected function is found: %s', async (change) => {
  expect(await findAfter(change, findRejectedFunctions)).toEqual([expect.stringContaining('bad')])
})

test.each([
  "raise exception 'too much' using errcode = 'check_violation', constraint = 'loads_much';",
  "raise exception 'loads_other: too much' using errcode = 'check_violation', constraint = 'loads_much';",
  "raise exception '% is posted', tg_table_name using constraint = tg_table_name || '_posted';",
])('C258 An error without the name of its constraint is found: %s', async (body) => {
  expect(await findAfter(onEachLoad('guard_bad', body), findUnnamedConstraints)).toHaveLength(1)
})

test.each([
  ['loads', 'loads'],
  ['loads_102170', 'loads'],
  ['form_1099', 'form_1099'],
])('C259 The name of the table %s is %s without the number of its shard', async (name, plain) => {
  const { rows } = await sql`select plain_name(${name}) as plain`.execute(database)
  expect(rows).toEqual([{ plain }])
})

test.each([
  ['failure on connection marked as essential: db2.example.com:5432', true],
  ['Connection terminated unexpectedly', true],
  ['relation "loads" does not exist', false],
])('S24 The error of an unreachable worker is known by its words: %s', (message, unreachable) => {
  // Citus gives it the code of internal errors.
  expect(isDatabaseUnreachable({ code: 'XX000', message })).toBe(unreachable)
})
