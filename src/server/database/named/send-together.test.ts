import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { actAs } from '#server/database/actor.ts'
import { openDatabase, type Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { recordSent } from '#server/testing/sql/record-sent.ts'
import { compileNamed, defineLast, defineNamed, defineTransaction } from './named-statements.ts'
import { markOnly } from './send-together.ts'

const PERSON = '00000000-0000-4000-8000-000000000001'

const addWord = defineNamed<{ word: string }, { word: string }>(
  ['word'],
  ({ word }) => sql`insert into words_sent values (${word}) returning word`,
)
const addLast = defineLast<{ word: string }>(
  ['word'],
  ({ word }) => sql`insert into words_sent values (${word})`,
)
const addAlone = defineTransaction<{ word: string }, { word: string; person: string }>(
  ['word'],
  ({ word }) => sql`insert into words_sent values (${word})
    returning word, current_setting('haulbook.person') as person`,
)

let database: Database

beforeAll(async () => {
  database = openDatabase(inject('databaseServer'), () => undefined)
  await sql`create table if not exists words_sent (word text primary key check (word <> 'bad'))`.execute(
    database,
  )
})
beforeEach(async () => {
  await sql`truncate words_sent`.execute(database)
})
afterAll(async () => {
  await sql`drop table words_sent`.execute(database)
  await database.destroy()
})

test('C299 A save waits for two messages: begin with the first statement, commit with the last', async () => {
  await save('first', 'last')
  await save('second', 'latest')
  const sent = await recordSent(() => save('third', 'newest'))
  expect(sent).toHaveLength(2)
  expect(await readWords()).toEqual(['first', 'last', 'latest', 'newest', 'second', 'third'])
})

test('C299 The first statement knows the person of the transaction, and the connection forgets them', async () => {
  const read = (work: Pick<Database, 'getExecutor'>) =>
    sql<{ person: string }>`select current_setting('haulbook.person', true) as person`.execute(work)
  const within = await actAs(PERSON, () => inTransaction(database, read))
  expect(within.rows).toEqual([{ person: PERSON }])
  expect((await read(database)).rows[0]?.person || '').toBe('')
})

test('C299 A setting is sent with the first statement, and an unknown setting rejects it', async () => {
  const readSetting = defineNamed<Record<string, never>, { mode: string }>(
    [],
    () => sql`select current_setting('plan_cache_mode') as mode`,
  )
  const read = (mode: string) =>
    inTransaction(database, async (work) => {
      await sql`set local plan_cache_mode = ${sql.lit(mode)}`.execute(work)
      return readSetting(work, {})
    })
  await read('auto')
  const sent = await recordSent(async () => {
    expect(await read('force_generic_plan')).toEqual([{ mode: 'force_generic_plan' }])
  })
  expect(sent).toHaveLength(2)
  await expect(read('nothing')).rejects.toThrow('plan_cache_mode')
  expect(await readSetting(database, {})).toEqual([{ mode: 'auto' }])
})

test('C299 An error of the first statement leaves no transaction open', async () => {
  await database.connection().execute(async (one) => {
    const failed = one.transaction().execute((work) => addWord(work, { word: 'bad' }))
    await expect(failed).rejects.toMatchObject({ code: '23514' })
    await addWord(one, { word: 'after' })
    expect(await isInTransaction(one)).toBe(false)
  })
  expect(await readWords()).toEqual(['after'])
})

test('C299 An error of the last statement rejects the transaction, and nothing of it is stored', async () => {
  await save('one', 'two')
  for (const last of ['bad', 'one']) await expect(save('three', last)).rejects.toThrow(/words_sent/)
  await save('four', 'five')
  expect(await readWords()).toEqual(['five', 'four', 'one', 'two'])
})

test('C299 A thrown error drops the last statement', async () => {
  await save('one', 'two')
  const failed = inTransaction(database, async (work) => {
    await addWord(work, { word: 'three' })
    await addLast(work, { word: 'four' })
    throw new Error('Changed my mind')
  })
  await expect(failed).rejects.toThrow('Changed my mind')
  expect(await readWords()).toEqual(['one', 'two'])
})

test('C299 A statement after the last one sees it', async () => {
  for (const word of ['one', 'two']) {
    const words = await inTransaction(database, async (work) => {
      await addLast(work, { word })
      return readWords(work)
    })
    expect(words).toContain(word)
  }
})

test('C299 A transaction can send nothing, only its last statement, or several at once', async () => {
  await save('warm', 'up')
  const sent = await recordSent(() => inTransaction(database, () => Promise.resolve()))
  expect(sent).toEqual([])
  await expect(
    inTransaction(database, () => Promise.reject(new Error('Nothing sent'))),
  ).rejects.toThrow('Nothing sent')
  await inTransaction(database, (work) => addLast(work, { word: 'only' }))
  await inTransaction(database, (work) =>
    Promise.all(['a', 'b', 'c'].map((word) => addWord(work, { word }))),
  )
  expect(await readWords()).toEqual(['a', 'b', 'c', 'only', 'up', 'warm'])
})

test('C299 A transaction of one statement is one message, which names the person', async () => {
  const add = (word: string) => actAs(PERSON, () => addAlone(database, { word }))
  await add('first')
  await add('second')
  const sent = await recordSent(async () =>
    expect(await add('third')).toEqual([{ word: 'third', person: PERSON }]),
  )
  expect(sent).toHaveLength(1)
  await save('fourth', 'fifth')
  expect(await readWords()).toEqual(['fifth', 'first', 'fourth', 'second', 'third'])
})

test('C299 An error of the only statement or its commit stores nothing and ends the transaction', async () => {
  await sql`create or replace function reject_late() returns trigger language plpgsql as
    $$ begin if new.word = 'late' then raise exception 'Rejected by the commit'; end if; return null; end $$`.execute(
    database,
  )
  await sql`create constraint trigger reject_late after insert on words_sent
    initially deferred for each row execute function reject_late()`.execute(database)
  await actAs(PERSON, () =>
    database.connection().execute(async (one) => {
      await addAlone(one, { word: 'one' })
      for (const word of ['bad', 'one'])
        await expect(addAlone(one, { word })).rejects.toThrow(/words_sent/)
      await expect(addAlone(one, { word: 'late' })).rejects.toThrow('Rejected by the commit')
      expect(await isInTransaction(one)).toBe(false)
      await addAlone(one, { word: 'two' })
      expect(await isInTransaction(one)).toBe(false)
    }),
  )
  await sql`drop trigger reject_late on words_sent`.execute(database)
  await sql`drop function reject_late`.execute(database)
  expect(await readWords()).toEqual(['one', 'two'])
})

test('C299 The transaction after the only statement is committed, whatever it begins with', async () => {
  await actAs(PERSON, () =>
    database.connection().execute(async (one) => {
      for (const word of ['one', 'two', 'three']) await addAlone(one, { word })
      await one
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((work) => addWord(work, { word: 'four' }))
      expect(await isInTransaction(one)).toBe(false)
      await addAlone(one, { word: 'five' })
      await inTransaction(one, (work) => addWord(work, { word: 'six' }))
    }),
  )
  expect(await readWords()).toEqual(['five', 'four', 'one', 'six', 'three', 'two'])
})

test('C299 A statement after the only one of its transaction is an error', async () => {
  const compile = compileNamed<{ word: string }, { word: string }>(
    ['word'],
    ({ word }) => sql`insert into words_sent values (${word}) returning word as only`,
  )
  await database.connection().execute(async (one) => {
    const first = compile(one, { word: 'one' })
    await one.executeQuery(first)
    markOnly(first.sql)
    const failed = inTransaction(one, async (work) => {
      await work.executeQuery(compile(work, { word: 'two' }))
      await addWord(work, { word: 'three' })
    })
    await expect(failed).rejects.toThrow('After the only statement of a transaction')
    expect(await isInTransaction(one)).toBe(false)
    await addWord(one, { word: 'four' })
  })
  expect(await readWords()).toEqual(['four', 'one', 'two'])
})

test('C299 An isolation level, several statements in one text and no values are possible', async () => {
  const level = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((work) =>
      sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(
        work,
      ),
    )
  expect(level.rows).toEqual([{ level: 'repeatable read' }])
  await inTransaction(database, (work) =>
    sql
      .raw(`insert into words_sent values ('x'); insert into words_sent values ('y')`)
      .execute(work),
  )
  await inTransaction(database, (work) =>
    sql.raw(`insert into words_sent values ('z')`).execute(work),
  )
  expect(await readWords()).toEqual(['x', 'y', 'z'])
})

function save(first: string, last: string): Promise<unknown> {
  return actAs(PERSON, () =>
    inTransaction(database, async (work) => {
      const made = await addWord(work, { word: first })
      expect(made).toEqual([{ word: first }])
      await addLast(work, { word: last })
    }),
  )
}

async function readWords(work: Pick<Database, 'getExecutor'> = database): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from words_sent order by word`.execute(
    work,
  )
  return rows.map(({ word }) => word)
}

/** In an open transaction, `now()` never changes. */
async function isInTransaction(work: Database): Promise<boolean> {
  const read = () => sql<{ began: string }>`select now()::text as began`.execute(work)
  const [first, second] = [await read(), await read()]
  return first.rows[0]?.began === second.rows[0]?.began
}
