/** What must not come back with a restore: sessions, wrong passwords and idempotency keys. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Connection } from '#server/database/open.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createClient, giveNewKey, PASSWORD, signUp, testApp } from '#server/testing/test-app.ts'
import { inviteByLink } from '#server/testing/team.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { writeBackup } from './backup.ts'
import { END_OF_TABLE, encodeLine, withDigest, type Header } from './format.ts'
import { restoreBackup } from './restore.ts'

const { app, database, connection } = await testApp()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-ended-'))
const file = path.join(folder, 'backup')
const email = 'ended@example.com'
afterAll(() => rm(folder, { recursive: true, force: true }))

const me = await signUp(app, email)
await me.post('/api/trucks', makeSample('trucks'), { 'idempotency-key': 'one' })
await createClient(app).post('/api/login', { email, password: 'wrong wrong' })
await inviteByLink(me, { email: 'used@example.com', role: 'viewer' })
await writeBackup(connection, file)

/** The same backup as earlier versions wrote it: with the rows of the three tables. */
async function writeEarlierBackup(): Promise<string> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
  const header = JSON.parse(lines[0] ?? '') as Header
  const pieces = lines.slice(1, -2).map((line) => encodeLine(line))
  for (const name of ['sessions', 'attempts', 'idempotency_keys']) {
    const { rows } = await sql<{ columns: string[] }>`
      select array_agg(attname::text order by attnum) as columns from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`.execute(database)
    const columns = rows[0]?.columns ?? []
    const found = await sql<{ row: string }>`
      select concat_ws(E'\\t', ${sql.join(columns.map((column) => sql.ref(column)))}) as row
      from ${sql.table(name)}`.execute(database)
    expect(found.rows.length).toBeGreaterThan(0)
    header.tables.push({ name, columns, lastId: null })
    pieces.push(...found.rows.map(({ row }) => encodeLine(row)), encodeLine(END_OF_TABLE))
  }
  const earlier = path.join(folder, 'earlier')
  const whole: Buffer[] = []
  for await (const piece of withDigest(asStream([encodeLine(header), ...pieces]))) whole.push(piece)
  await writeFile(earlier, gzipSync(Buffer.concat(whole)))
  return earlier
}

async function* asStream(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

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

test('C36 S26 The restore of an earlier backup leaves its sessions out', async () => {
  const earlier = await writeEarlierBackup()
  expect(await restore(earlier)).toEqual({ rows: 0, old: 401, login: 200 })
})
