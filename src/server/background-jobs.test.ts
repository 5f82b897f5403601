import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp } from '#server/testing/test-app.ts'
import { runOnce } from './background-jobs.ts'
import { deleteExpired } from './retention.ts'

const { app, database } = await ownApp()

test('A job that runs in one instance is skipped in another and runs again later', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const first = runOnce(database, 'test', () => {
    started.resolve()
    return finish.promise
  })
  await started.promise
  const skipped = await runOnce(database, 'test', () => Promise.reject(new Error('must not run')))
  const other = await runOnce(database, 'other', () => Promise.resolve())
  finish.resolve()
  expect([await first, skipped, other]).toEqual([true, false, true])
  expect(await runOnce(database, 'test', () => Promise.resolve())).toBe(true)
})

test('S06 B23 Retention deletes ended sessions, old attempts, keys and import progress only', async () => {
  const me = await signUp(app)
  const key = { 'idempotency-key': 'kept' }
  await me.post('/api/trucks', makeSample('trucks'), key)
  const old = sql`now() - interval '25 hours'`
  const user = sql`(select id from users limit 1)`
  const person = sql`(select id from persons limit 1)`
  await sql`insert into sessions (user_id, person_id, sid, sess, expire, created_at)
    values (${user}, ${person}, 'idle', '{}', ${old}, now()),
      (${user}, ${person}, 'old', '{}', now() + interval '1 day', now() - interval '31 days')`.execute(
    database,
  )
  await sql`insert into attempts (kind, subject, happened_at) values ('login', 'x', ${old})`.execute(
    database,
  )
  await sql`insert into idempotency_keys (user_id, person_id, key, request_hash, created_at)
    values (${user}, ${person}, 'old', 'x', ${old})`.execute(database)
  await sql`insert into imports (user_id, key, state, done, total, updated_at)
    values (${user}, 'old', 'done', 1, 1, ${old}), (${user}, 'new', 'done', 1, 1, now())`.execute(
    database,
  )
  await database.transaction().execute(deleteExpired)
  const count = async (table: string) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(database)
    return rows[0]?.n
  }
  expect(await count('sessions')).toBe(1)
  // The sign-up is counted by its address and by its block of addresses.
  expect(await count('attempts')).toBe(2)
  expect(await count('idempotency_keys')).toBe(1)
  expect(await count('imports')).toBe(1)
  expect((await me.get('/api/trucks')).status).toBe(200)
})
