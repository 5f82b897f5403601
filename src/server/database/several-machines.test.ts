/** What a database on several machines (Citus) needs and PostgreSQL can check. */
import { sql, type QueryExecutorProvider } from 'kysely'
import { expect, test } from 'vitest'
import { listFunctionStatements } from '#server/testing/sql/function-statements.ts'
import {
  findFunctionsBeyondAccount,
  findStatementsBeyondAccount,
  JOB_STATEMENTS,
} from '#server/testing/sql/account-plans.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp } from '#server/testing/test-app.ts'
import { JOBS } from '#server/background-jobs.ts'
import { isDatabaseUnreachable } from '#server/errors.ts'
import { listDueMails } from '#server/mail/sending/claims.ts'
import { planStatements, toQuery } from '#server/testing/sql/statement-plans.ts'
import { statementWatch, type Watched } from '#server/testing/sql/statement-watch.ts'
import type { Work } from './open.ts'
import { inTransaction } from './transaction.ts'

const { app, database } = await ownApp()

test('C258 Each error of a function that has a constraint begins with its name', async () => {
  expect(await findUnnamedConstraints(database)).toEqual([])
})

test('C257 Background jobs look beyond an account only where they are listed with the reason', async () => {
  const watched: Watched = new Map()
  const watching = database.withPlugin(statementWatch(watched))
  for (const { run } of JOBS) await inTransaction(watching, run)
  await listDueMails(watching, 10)
  const plans = await planStatements(database, watched.keys())
  const found = (await findStatementsBeyondAccount(database, plans)).map(
    (text) => toQuery(text) ?? '',
  )
  expect(found.length).toBeGreaterThan(8)
  const isListed = (query: string) => JOB_STATEMENTS.some(({ statement }) => statement.test(query))
  expect(found.filter((query) => !isListed(query))).toEqual([])
  const unused = JOB_STATEMENTS.filter(
    ({ statement }) => !found.some((query) => statement.test(query)),
  )
  expect(unused).toEqual([])
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

test.each([
  ["perform 'PGCOPY'::uuid;", 'a value that no request sent'],
  [
    "raise exception 'not so' using errcode = 'check_violation';",
    'a rule that no request can break',
  ],
])('C402 A fault of a function is not the person’s bad input: %s', async (body) => {
  const client = await signUp(app)
  await sql`create function guard_bad() returns trigger language plpgsql as $$ begin ${sql.raw(body)} return new; end $$`.execute(
    database,
  )
  await sql`create trigger guard_bad before insert on dispatchers for each row execute function guard_bad()`.execute(
    database,
  )
  const { status } = await client.post('/api/dispatchers', makeSample('dispatchers'))
  await sql`drop function guard_bad() cascade`.execute(database)
  expect(status).toBe(503)
})

/** The errors of functions that have a constraint but do not begin with its name: Citus returns only the words. */
async function findUnnamedConstraints(work: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    body: string
  }>`select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`.execute(work)
  return rows.flatMap(({ name, body }) =>
    body
      .replace(/--.*$/gm, '')
      .split(';')
      .filter((text) => /\bconstraint\s*=/.test(text) && !beginsWithConstraint(text))
      .map((text) => `${name}: ${text.trim()}`),
  )
}

/** `raise exception 'loads_frozen: …' using …, constraint = 'loads_frozen'`, or `'%_posted: …'` with `… || '_posted'`. */
function beginsWithConstraint(text: string): boolean {
  // The trigger names it: `raise exception '%: …', tg_argv[0], … constraint = tg_argv[0]`.
  if (/'%: [^']*', tg_argv\[0\],.*\bconstraint\s*=\s*tg_argv\[0\]/.test(text)) return true
  const [, message] = /\braise\s+exception\s+'(%?\w+): /.exec(text) ?? []
  const [, named, ending] = /\bconstraint\s*=\s*(?:'(\w+)'|\w+\s*\|\|\s*'(\w+)')/.exec(text) ?? []
  return message !== undefined && message === (named ?? `%${ending}`)
}
