import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { UNREADABLE } from '#core/fields/fields.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  openOwnersApp,
  readAccountId,
  signUp,
  type Body,
  type Client,
} from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'
import {
  logInWithCode,
  PERIOD_SECONDS,
  readCode,
  restoreClock,
  setClock,
  turnOnTwoStep,
} from '#server/testing/accounts/two-step.ts'
import { KEY_FILE, newKey, newKeyText, OLD_KEY_FILE, readKeyFile, writeKeyFile } from './keys.ts'
import { getKeyring } from './keyring-plugin.ts'
import { rotateKey } from './rotate.ts'
import { seal } from './seal.ts'
import { unlockSecrets } from './unlock.ts'

const { app, database } = await openOwnersApp()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-rotate-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

restoreClock()

const source = { dataDir: folder, encryptionKey: undefined }
const keyText = () => readFile(path.join(folder, KEY_FILE), 'utf8')
let me: Client
let owner: Body

beforeEach(async () => {
  for (const file of [KEY_FILE, OLD_KEY_FILE]) await rm(path.join(folder, file), { force: true })
  for (const table of ['undo_secrets', 'owners', 'second_steps', 'encryption_keys'])
    await sql`delete from ${sql.table(table)}`.execute(database)
  await unlockSecrets(database, source)
  me = await signUp(app)
  owner = (await me.post('/api/owners', { ...makeSample('owners'), taxId: '12-3456789' })).body
})

async function keysOfOwners() {
  const { rows } = await sql<{ key: string }>`
    select distinct encode(substring(tax_id from 2 for 8), 'hex') as key from owners`.execute(
    database,
  )
  return rows.map(({ key }) => key)
}

async function readKnownKeys() {
  return (await database.selectFrom('encryptionKeys').select('id').execute()).map(({ id }) => id)
}

async function expectRotated() {
  const [current, ...others] = (await readKeyFile(folder)) ?? []
  expect(others).toEqual([])
  expect(await keysOfOwners()).toEqual([current?.id])
  expect(await readKnownKeys()).toEqual([current?.id])
  expect((await me.get(`/api/owners/${owner.id}`)).body).toEqual(owner)
}

test('S13 A new key encrypts everything, and the old one is archived', async () => {
  const before = await keyText()
  expect(await rotateKey(database, source)).toEqual({ unreadable: 0 })
  expect(await keyText()).not.toBe(before)
  expect(await readFile(path.join(folder, OLD_KEY_FILE), 'utf8')).toBe(before)
  for (const file of [KEY_FILE, OLD_KEY_FILE])
    expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600)
  await expectRotated()
  await rotateKey(database, source)
  expect(await readKeyFile(folder, OLD_KEY_FILE)).toHaveLength(2)
  await expectRotated()
})

test('S13 An interrupted rotation is finished by the next one or by the next start', async () => {
  const [old] = (await readKeyFile(folder)) ?? []
  const next = newKey()
  await writeKeyFile(folder, old ? [next, old] : [next])
  await unlockSecrets(database, source)
  expect(await readKnownKeys()).toEqual([next.id])
  await rotateKey(database, source)
  expect(await readKeyFile(folder)).toEqual([next])
  await expectRotated()
})

test('S13 A value that cannot be decrypted is counted, kept and blocks nothing', async () => {
  const other = (await me.post('/api/owners', makeSample('owners'))).body
  await sql`update owners set tax_id = set_byte(tax_id, 40, get_byte(tax_id, 40) # 1)
    where id = ${other.id}`.execute(database)
  expect(await rotateKey(database, source)).toEqual({ unreadable: 1 })
  expect((await me.get(`/api/owners/${owner.id}`)).body).toEqual(owner)
  expect((await me.get(`/api/owners/${other.id}`)).body.taxId).toBe(UNREADABLE)
  expect(await rotateKey(database, source)).toEqual({ unreadable: 1 })
})

test('C43 S13 Secrets of records in the trash get the new key, and are restored', async () => {
  await me.delete(`/api/owners/${owner.id}`)
  await rotateKey(database, source)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  expect((await me.post(`/api/trash/${kept?.id}/restore`)).status).toBe(200)
  expect((await me.get(`/api/owners/${owner.id}`)).body).toMatchObject({ taxId: '12-3456789' })
  expect(await keysOfOwners()).toEqual([(await readKeyFile(folder))?.[0].id])
})

test('C76 S13 Secrets of two-step login get the new key, and their codes keep working', async () => {
  setClock()
  const email = 'rotated@example.com'
  const { secret } = await turnOnTwoStep(app, await signUp(app, email))
  expect(await rotateKey(database, source)).toEqual({ unreadable: 0 })
  const { rows } = await sql<{ key: string }>`
    select encode(substring(secret from 2 for 8), 'hex') as key from second_steps`.execute(database)
  expect(rows).toEqual([{ key: (await readKeyFile(folder))?.[0].id }])
  setClock(PERIOD_SECONDS)
  expect((await logInWithCode(app, email, readCode(secret))).status).toBe(200)
})

test('S13 ENCRYPTION_KEY needs the new key before the old one', async () => {
  const [old, next] = [newKeyText(), newKeyText()]
  await sql`delete from owners`.execute(database)
  await sql`delete from encryption_keys`.execute(database)
  const buildConfig = (encryptionKey: string) => ({ dataDir: folder, encryptionKey })
  await unlockSecrets(database, buildConfig(old))
  owner = (await me.post('/api/owners', { ...makeSample('owners'), taxId: '1' })).body
  const before = await keysOfOwners()
  await expect(rotateKey(database, buildConfig(old))).rejects.toThrow('openssl rand -base64 32')
  expect(await keysOfOwners()).toEqual(before)
  await rotateKey(database, buildConfig(`${next},${old}`))
  expect(await keysOfOwners()).not.toEqual(before)
  await unlockSecrets(database, buildConfig(next))
  expect((await me.get(`/api/owners/${owner.id}`)).body.taxId).toBe('1')
})

test('C262 S13 A value that is written with the old key during a rotation gets the new key', async () => {
  await sql`update owners set tax_id = null`.execute(database)
  const place = { userId: await readAccountId(me), table: 'owners', field: 'taxId', id: owner.id }
  const work = await database.startTransaction().execute()
  await sql`update owners set tax_id = ${seal(getKeyring(database), place, '98-7654321')}::bytea
    where user_id = ${place.userId} and id = ${owner.id}`.execute(work)
  const rotation = rotateKey(database, source)
  await waitUntilBlocked(database, 1)
  await work.commit().execute()
  await rotation
  expect(await keysOfOwners()).toEqual(await readKnownKeys())
  expect((await me.get(`/api/owners/${owner.id}`)).body.taxId).toBe('98-7654321')
})

test('S13 A rotation leaves no event in the audit log', async () => {
  await rotateKey(database, source)
  const { body } = await me.get<Body[]>('/api/audit?subject=owners&action=changed')
  expect(body).toEqual([])
})
