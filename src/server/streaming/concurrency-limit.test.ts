import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp, testApp, readAccountId } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

test.each([
  ['a long list', '/api/brokers'],
  ['a run’s statements', '/api/settlements/run/statements.zip?week=2026-11-18'],
  ['the account', '/api/account/export.zip'],
])('S29 Twenty downloads of %s at once leave connections for others', async (_, path) => {
  const me = await signUp(app)
  const id = await readAccountId(me)
  await sql`insert into brokers (user_id, company_name)
    select ${id}::uuid, 'B-' || n from generate_series(1, 3000) as n`.execute(database)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await me.get(path)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await me.get(path)).status).toBe(200)
})

test('B20 A full list has X-Total-Count, and its HEAD takes no download slot', async () => {
  const me = await signUp(app)
  const id = await readAccountId(me)
  await sql`insert into brokers (user_id, company_name)
    select ${id}::uuid, 'B-' || n from generate_series(1, 1100) as n`.execute(database)
  const head = { method: 'HEAD', url: '/api/brokers', headers: { cookie: me.cookie } } as const
  for (let n = 0; n < 5; n++) expect((await app.inject(head)).statusCode).toBe(200)
  const { headers, body } = await me.get<unknown[]>('/api/brokers')
  expect([headers['x-total-count'], body.length]).toEqual(['1100', 1100])
})
