/** What must not come back with a restore: sessions, wrong passwords and idempotency keys. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Connection } from '#server/database/open.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createClient, giveNewKey, PASSWORD, signUp, ownApp } from '#server/testing/test-app.ts'
import { inviteByLink } from '#server/testing/team.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { writeBackup } from './backup.ts'
import type { Header } from './format.ts'
import { restoreBackup } from './restore.ts'

const { app, connection } = await ownApp()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-ended-'))
const file = path.join(folder, 'backup')
const email = 'ended@example.com'
afterAll(() => rm(folder, { recursive: true, force: true }))

const me = await signUp(app, email)
await me.post('/api/trucks', makeSample('trucks'), { 'idempotency-key': 'one' })
await createClient(app).post('/api/login', { email, password: 'wrong wrong' })
await inviteByLink(me, { email: 'used@example.com', role: 'viewer' })
await writeBackup(connection, file)

/** What a restore brings back: the status with the cookie and after a login, and the rows of the three tables. */
async function restore(from: string) {
  const copy: Connection = await emptyDatabase()
  await restoreBackup(copy, from)
  const restored = openDatabase(copy, () => undefined)
  await giveNewKey(restored)
  const counts = await sql<{ n: number }>`select (select count(*) from sessions)
    + (select count(*) from attempts) + (select count(*) from idempotency_keys) as n`.execute(
    restored,
  )
  const again = await buildApp(restored, { trustProxy: false, logLevel: 'silent' })
  const old = await createClient(again, me.cookie).get('/api/auth/user')
  const login = await createClient(again).post('/api/login', { email, password: PASSWORD })
  await again.close()
  await restored.destroy()
  return { rows: Number(counts.rows[0]?.n), old: old.status, login: login.status }
}

test('C36 C69 S26 A backup has no session, wrong password, idempotency key or invitation', async () => {
  const text = gunzipSync(await readFile(file)).toString()
  const header = JSON.parse(text.split('\n')[0] ?? '') as Header
  const names = header.tables.map(({ name }) => name)
  expect(names).toContain('users')
  expect(names).toEqual(expect.arrayContaining(['persons', 'members', 'team_settings']))
  const passing = /sessions|attempts|keys|invitations/
  expect(names.filter((name) => passing.test(name))).toEqual(['encryption_keys'])
  expect(await restore(file)).toEqual({ rows: 0, old: 401, login: 200 })
})
