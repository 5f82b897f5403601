import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import { endEverySession, endSessionsOf } from './end-sessions.ts'

const { app, database } = await ownApp()

const statusOf = async (user: Client) => (await user.get('/api/auth/user')).status

test('S06 The operator can end the sessions of one account or of all, and the audit log records it', async () => {
  const ann = await signUp(app, 'ann@example.com')
  const bo = await signUp(app, 'bo@example.com')
  expect(await endSessionsOf(database, 'stranger@example.com')).toBe(false)
  expect(await endSessionsOf(database, ' Ann@Example.com ')).toBe(true)
  expect([await statusOf(ann), await statusOf(bo)]).toEqual([401, 200])
  expect(await endEverySession(database)).toBe(1)
  expect(await statusOf(bo)).toBe(401)
  const { rows } = await sql`select from audit where action = 'sessions-ended'`.execute(database)
  expect(rows).toHaveLength(2)
})
