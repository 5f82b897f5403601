import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { UNREADABLE } from '#core/fields/fields.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  giveNewKey,
  openOwnersApp,
  signUp,
  type Body,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await openOwnersApp()
const BANK = 'First Bank 000123-9'
let me: Client
let damaged: Body

async function readStored({ id }: Body): Promise<string> {
  const { rows } = await sql<{ bankDetails: string }>`
    select bank_details from drivers where id = ${id}`.execute(database)
  return rows[0]?.bankDetails ?? ''
}

/** Adds two drivers and damages the bank details of one. */
beforeEach(async () => {
  me = await signUp(app)
  const driver = { ...makeSample('drivers'), bankDetails: BANK }
  await me.post('/api/drivers', driver)
  damaged = (await me.post('/api/drivers', driver)).body
  await sql`update drivers set bank_details = set_byte(bank_details, 40, get_byte(bank_details, 40) # 1)
    where id = ${damaged.id}`.execute(database)
})

test('S13 One damaged secret is marked and breaks no list, file or other record', async () => {
  const list = await me.get<Body[]>('/api/drivers')
  expect(list.status).toBe(200)
  expect(list.body.map(({ bankDetails }) => bankDetails)).toEqual([UNREADABLE, BANK])
  expect((await me.get(`/api/drivers/${damaged.id}`)).body.bankDetails).toBe(UNREADABLE)
  expect((await me.get('/api/drivers/export.csv')).text).toContain(UNREADABLE)
  expect((await me.get('/api/account/export.zip')).status).toBe(200)
})

test('S13 Saving a damaged secret unchanged keeps its bytes; a new value replaces them', async () => {
  const before = await readStored(damaged)
  const read = (await me.get(`/api/drivers/${damaged.id}`)).body
  const { bankDetails: _, ...without } = read
  for (const body of [
    { ...read, notes: 'singular' },
    { ...without, notes: 'two' },
  ])
    expect((await me.put(`/api/drivers/${damaged.id}`, body)).body.bankDetails).toBe(UNREADABLE)
  const ids = { ids: [damaged.id], set: { paymentMethod: 'cash' } }
  expect((await me.post('/api/drivers/bulk', ids)).status).toBeLessThan(500)
  expect(await readStored(damaged)).toBe(before)
  const typed = await me.put(`/api/drivers/${damaged.id}`, { ...read, bankDetails: 'Second' })
  expect(typed.body.bankDetails).toBe('Second')
})

test('S13 S10 A secret copied from another account’s record is unreadable', async () => {
  const other = await signUp(app)
  const values = { ...makeSample('drivers'), bankDetails: 'Theirs 000777' }
  const { id } = (await other.post('/api/drivers', values)).body
  await sql`update drivers set bank_details = (select bank_details from drivers where id = ${id})
    where id = ${damaged.id}`.execute(database)
  const response = await me.get(`/api/drivers/${damaged.id}`)
  expect(response.body.bankDetails).toBe(UNREADABLE)
  expect(response.text).not.toContain('000777')
})

test.each([1, 9, 20, 36])('S13 Bytes that were cut off after %i are marked too', async (length) => {
  await sql`alter table drivers disable trigger drivers_guard_known_key`.execute(database)
  await sql`update drivers set bank_details = substring(bank_details for ${length})
    where id = ${damaged.id}`.execute(database)
  await sql`alter table drivers enable trigger drivers_guard_known_key`.execute(database)
  const { body } = await me.get<Body[]>('/api/drivers')
  expect(body.map(({ bankDetails }) => bankDetails)).toEqual([UNREADABLE, BANK])
})

test('S13 An instance started before a rotation cannot write with the old key', async () => {
  const driver = { ...makeSample('drivers'), bankDetails: BANK }
  const { id } = (await me.post('/api/drivers', driver)).body
  await database.deleteFrom('encryptionKeys').execute()
  const rejected = await me.post('/api/drivers', driver)
  expect([rejected.status, rejected.body.message]).toEqual([
    503,
    'Encryption key changed. Restart Haulbook.',
  ])
  const read = (await me.get(`/api/drivers/${id}`)).body
  expect((await me.put(`/api/drivers/${id}`, { ...read, notes: 'x' })).status).toBe(200)
  expect((await me.put(`/api/drivers/${id}`, { ...read, bankDetails: 'New' })).status).toBe(503)
  await giveNewKey(database)
})
