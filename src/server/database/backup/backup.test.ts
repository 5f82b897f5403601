import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { readAllRows } from '#server/testing/every-row.ts'
import { turnOnTwoStep } from '#server/testing/accounts/two-step.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { makePng } from '#server/testing/pictures.ts'
import { registerCitus } from '#server/testing/register-citus.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp } from '#server/testing/test-app.ts'
import { emptyDatabase, freshDatabase } from '#server/testing/test-database.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { withSession } from './session.ts'

const { app, connection } = await ownApp()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-backup-'))
const file = path.join(folder, 'whole')
afterAll(() => rm(folder, { recursive: true, force: true }))

const HARD = 'back\\slash \\. \ttab "quotes"\r\nŁukasz \u2028 \\N end'

beforeAll(async () => {
  for (const email of ['a@example.com', 'b@example.com']) {
    const me = await signUp(app, email)
    for (const { name } of everyEntity)
      expect((await me.post(`/api/${name}`, { ...makeSample(name), notes: HARD })).status).toBe(201)
    const truckId = (await me.post('/api/trucks', makeSample('trucks', 2))).body.id
    const headers = { cookie: me.cookie, 'content-type': 'image/png' }
    const payload = makePng({ width: 20, height: 10 })
    const logo = await app.inject({ method: 'POST', url: '/api/logos', headers, payload })
    expect(logo.statusCode).toBe(201)
    const file = makePdf({ padding: 600_000 })
    expect((await upload(me, '/api/documents', { file })).status).toBe(201)
    const settled = { truckId, settlementDate: '2026-11-20', fuel: '12.34', notes: HARD }
    expect((await me.post('/api/billing', settled)).status).toBe(201)
    // The id of a deleted record must not be used again.
    const gone = (await me.post('/api/trucks', makeSample('trucks', 3))).body.id
    await me.delete(`/api/trucks/${gone}`)
    const owner = (await me.post('/api/owners', makeSample('owners'))).body.id
    await me.delete(`/api/owners/${owner}`)
    await turnOnTwoStep(app, me)
  }
  await writeBackup(connection, file)
})

test('C114 S26 A restored backup equals its source row for row, and so does a backup of it', async () => {
  const [copy, again] = [await emptyDatabase(), await emptyDatabase()]
  await restoreBackup(copy, file)
  const source = await readAllRows(connection)
  expect(Object.keys(source).length).toBeGreaterThan(10)
  expect(JSON.stringify(source)).toContain('Łukasz')
  expect(await readAllRows(copy)).toEqual(source)
  await writeBackup(copy, path.join(folder, 'second'))
  await restoreBackup(again, path.join(folder, 'second'))
  expect(await readAllRows(again)).toEqual(source)
})

test('C43 S26 The trash is in a backup, with its encrypted secrets', async () => {
  const { undo_records, undo_secrets } = await readAllRows(connection)
  expect(undo_records).toMatchObject({ rows: { length: 4 } })
  expect(undo_secrets).toMatchObject({ rows: { length: 2 } })
})

test('C76 S26 Secrets and recovery codes of two-step login are in a backup, encrypted and hashed', async () => {
  const { second_steps, recovery_codes } = await readAllRows(connection)
  expect(second_steps).toMatchObject({ rows: { length: 2 } })
  expect(recovery_codes).toMatchObject({ rows: { length: 20 } })
})

test('S26 Only its owner can read a backup, and it has no secret in plain text', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = gunzipSync(await readFile(file)).toString()
  expect(text).toContain('Cascadia')
  for (const secret of ['000123', '12-3456789', 'correct horse']) expect(text).not.toContain(secret)
})

test('S26 A truncated or changed backup is rejected, and nothing is written', async () => {
  const whole = await readFile(file)
  const text = gunzipSync(whole)
  const lines = text.toString().split('\n')
  const broken: [string, Buffer | string][] = [
    ['cut off', whole.subarray(0, whole.length / 2)],
    ['without its last byte', whole.subarray(0, -1)],
    ['without its last line', gzipSync(lines.slice(0, -2).join('\n') + '\n')],
    ['without a row', gzipSync(lines.toSpliced(2, 1).join('\n'))],
    ['with another name', gzipSync(text.toString().replace('Cascadia', 'Cascadea'))],
    ['empty', ''],
    ['no backup', 'a spreadsheet'],
    ['another gzip', gzipSync('hello\n')],
  ]
  const target = await emptyDatabase()
  for (const [how, bytes] of broken) {
    const bad = path.join(folder, 'bad')
    await writeFile(bad, bytes)
    await expect(restoreBackup(target, bad), how).rejects.toThrow(/truncated|changed|ot a /)
  }
  expect(await readAllRows(target)).toEqual({})
})

test('S26 A backup is restored only into an empty database', async () => {
  await expect(restoreBackup(connection, file)).rejects.toThrow('The database is not empty')
  await expect(writeBackup(await emptyDatabase(), file)).rejects.toThrow('database is empty')
})

test('S26 A transaction during a backup is in it completely or not at all', async () => {
  const me = await signUp(app)
  const busy = Array.from({ length: 30 }, (_, n) => me.post('/api/loads', makeSample('loads', n)))
  const during = path.join(folder, 'during')
  await Promise.all([writeBackup(connection, during), ...busy])
  const copy = await emptyDatabase()
  await expect(restoreBackup(copy, during)).resolves.toBeGreaterThan(0)
})

/**
 * Backs up while another transaction has added an account and not committed. It commits when the backup waits for it,
 * or after the backup.
 */
async function backUpDuringWrite(database: string, waits: boolean): Promise<string[]> {
  const during = path.join(folder, 'during-write')
  await withSession(database, async (writer) => {
    await writer.query('begin')
    await writer.query('insert into users default values')
    const backup = writeBackup(database, during)
    if (waits) await expect.poll(() => countWaits(database)).toBe(1)
    else await backup
    await writer.query('commit')
    await backup
  })
  const copy = await emptyDatabase()
  await restoreBackup(copy, during)
  return withSession(copy, async (session) => {
    const { rows } = await session.query<{ id: string }>('select id from users')
    return rows.map(({ id }) => id)
  })
}

function countWaits(database: string): Promise<number> {
  return withSession(database, async (session) => {
    const { rows } = await session.query<{ count: string }>(
      "select count(*) as count from pg_locks where mode = 'ShareLock' and not granted and relation = 'users'::regclass",
    )
    return Number(rows[0]?.count)
  })
}

test('C264 S26 With Citus a backup waits for open transactions, and shows the moment after them', async () => {
  const cluster = await freshDatabase()
  await registerCitus(cluster)
  expect(await backUpDuringWrite(cluster, true)).toHaveLength(1)
  expect(await backUpDuringWrite(await freshDatabase(), false)).toEqual([])
})

test('C264 S26 With Citus writes wait for a backup', async () => {
  const cluster = await freshDatabase()
  await registerCitus(cluster)
  await withSession(cluster, async (reader) => {
    await reader.query('begin')
    await reader.query('lock table users in row exclusive mode')
    const backup = writeBackup(cluster, path.join(folder, 'waiting'))
    await expect.poll(() => countWaits(cluster)).toBe(1)
    await withSession(cluster, async (writer) => {
      await writer.query('set lock_timeout = 100')
      await expect(writer.query('insert into users default values')).rejects.toThrow('lock timeout')
    })
    await reader.query('rollback')
    await backup
  })
})

test('C264 An empty database with Citus has nothing to back up', async () => {
  const empty = await emptyDatabase()
  await registerCitus(empty)
  await expect(writeBackup(empty, file)).rejects.toThrow('database is empty')
})
