import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { defaultColumns, listSecrets } from '#core/entities/entity.ts'
import { makeSample } from '#server/testing/samples.ts'
import { openOwnersApp, signUp, type Body } from '#server/testing/test-app.ts'
import { getKeyring } from './keyring-plugin.ts'
import { KEY_FILE, newKeyText, readKeyring } from './keys.ts'
import { seal, unseal } from './seal.ts'
import { unlockSecrets } from './unlock.ts'

const { app, database } = await openOwnersApp()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-keys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const BANK = 'First Bank 000123-9'
const secretEntities = everyEntity.filter(({ fields }) => listSecrets(fields).length)

const rows = async (table: string) =>
  (await sql<Record<string, string>>`select * from ${sql.table(table)}`.execute(database)).rows

describe.each(secretEntities.map((entity) => ({ entity, name: entity.name })))(
  'S13 $name',
  ({ entity, name }) => {
    const secrets = Object.fromEntries(listSecrets(entity.fields).map((field) => [field, BANK]))
    const sample = { ...makeSample(name), ...secrets }

    test('secrets are returned to their account and are encrypted in the database', async () => {
      const me = await signUp(app)
      const headers = { 'idempotency-key': `secret-${name}` }
      const { body } = await me.post(`/api/${name}`, sample, headers)
      expect(body).toMatchObject(secrets)
      expect((await me.get<Body[]>(`/api/${name}`)).body[0]).toMatchObject(secrets)
      expect((await me.post(`/api/${name}`, sample, headers)).body).toEqual(body)
      expect((await me.put(`/api/${name}/${body.id}`, body)).body).toMatchObject(secrets)
      const rejected = await me.put(`/api/${name}/${body.id}`, body, { 'if-match': '"1"' })
      expect(rejected.body.current).toMatchObject(secrets)
      const exported = await me.get(`/api/${name}/export.csv`)
      expect(exported.text).toContain(BANK)
      const dump = JSON.stringify([await rows(name), await rows('idempotency_keys')])
      expect(dump).toContain(String(sample.name))
      expect(dump).not.toContain(BANK)
      expect(dump).not.toContain(Buffer.from(BANK).toString('hex'))
    })

    test('an unchanged secret keeps its bytes, a changed one gets new ones', async () => {
      const me = await signUp(app)
      const { body } = await me.post(`/api/${name}`, sample)
      const stored = async () =>
        (await rows(name))
          .filter(({ userId }) => userId === body.userId)
          .map(({ bankDetails }) => bankDetails)
      const before = await stored()
      await me.put(`/api/${name}/${body.id}`, { ...body, notes: 'new' })
      expect(await stored()).toEqual(before)
      await me.put(`/api/${name}/${body.id}`, { ...body, bankDetails: 'Second Bank' })
      expect(await stored()).not.toEqual(before)
      await me.put(`/api/${name}/${body.id}`, { ...body, bankDetails: '' })
      expect(await stored()).toEqual([null])
    })

    test.each(listSecrets(entity.fields))(
      '%s cannot be sorted, filtered or listed',
      async (field) => {
        const me = await signUp(app)
        expect((await me.get(`/api/${name}?sort=${field}`)).status).toBe(400)
        expect((await me.get(`/api/${name}?${field}=x`)).status).toBe(400)
        expect(defaultColumns(entity).flatMap(({ fields }) => fields)).not.toContain(field)
        expect([entity.label, entity.fields[field]?.unique]).not.toContain(field)
      },
    )
  },
)

test('S13 A secret copied to another account, record or field cannot be decrypted', () => {
  const keys = readKeyring(newKeyText(), 'the test')
  const place = { userId: 'a', table: 'owners', field: 'taxId', id: 1 }
  const sealed = seal(keys, place, BANK)
  expect(unseal(keys, place, sealed)).toBe(BANK)
  expect(seal(keys, place, BANK)).not.toBe(sealed)
  for (const moved of [{ userId: 'b' }, { table: 'drivers' }, { field: 'bankDetails' }, { id: 2 }])
    expect(() => unseal(keys, { ...place, ...moved }, sealed)).toThrow('copied from another record')
  const flipped = sealed.slice(0, -1) + (sealed.endsWith('0') ? '1' : '0')
  expect(() => unseal(keys, place, flipped)).toThrow('changed outside')
  expect(() => unseal(readKeyring(newKeyText(), 'x'), place, sealed)).toThrow('missing key')
})

describe('The start', () => {
  const source = { dataDir: folder, encryptionKey: undefined }
  const from = (encryptionKey: string) => ({ dataDir: folder, encryptionKey })

  beforeEach(async () => {
    await rm(path.join(folder, KEY_FILE), { force: true })
    await sql`delete from drivers`.execute(database)
    await sql`delete from owners`.execute(database)
    await sql`delete from encryption_keys`.execute(database)
  })

  test('S13 Creates a key that only its owner can read, and reuses it', async () => {
    await unlockSecrets(database, source)
    const file = path.join(folder, KEY_FILE)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const text = await readFile(file, 'utf8')
    expect(Buffer.from(text, 'base64')).toHaveLength(32)
    await unlockSecrets(database, source)
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  test('S13 Gives instances that start at the same time the same key', async () => {
    await Promise.all([1, 2, 3].map(() => unlockSecrets(database, source)))
    expect(await rows('encryption_keys')).toHaveLength(1)
  })

  test('S13 C28 Fails with a different key or without its file, and changes nothing', async () => {
    await unlockSecrets(database, source)
    const me = await signUp(app)
    await me.post('/api/drivers', { ...makeSample('drivers'), bankDetails: BANK })
    const before = await rows('drivers')
    await expect(unlockSecrets(database, from(newKeyText()))).rejects.toThrow(
      'were encrypted with a different key than ENCRYPTION_KEY',
    )
    await rm(path.join(folder, KEY_FILE))
    await expect(unlockSecrets(database, source)).rejects.toThrow(
      `${path.join(folder, KEY_FILE)} is missing.`,
    )
    await expect(stat(path.join(folder, KEY_FILE))).rejects.toThrow('ENOENT')
    expect(await rows('drivers')).toEqual(before)
  })

  test.each(['short', 'x'.repeat(44), '', ' ,'])('S13 "%s" is not a valid key', async (text) => {
    await writeFile(path.join(folder, KEY_FILE), text)
    await expect(unlockSecrets(database, source)).rejects.toThrow(/contains no key|32 random bytes/)
  })

  test('S13 With a new key before the old one encrypts everything with the new one', async () => {
    const [old, next] = [newKeyText(), newKeyText()]
    await unlockSecrets(database, from(old))
    const me = await signUp(app)
    const { body } = await me.post('/api/owners', { ...makeSample('owners'), taxId: '12-3456789' })
    await unlockSecrets(database, from(`${next},${old}`))
    await unlockSecrets(database, from(next))
    expect((await me.get(`/api/owners/${body.id}`)).body).toEqual(body)
    await expect(unlockSecrets(database, from(old))).rejects.toThrow('a different key')
    expect(getKeyring(database)).toHaveLength(1)
  })
})
