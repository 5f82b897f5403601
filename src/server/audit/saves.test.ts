/** The audit log with one entry for each save (SPEC S31). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { MOST_EVENTS, type Save } from '#core/audit/saves.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  me = await signUp(app)
})

const saves = async (query = '', client = me) =>
  (await client.get<Save[]>(`/api/audit/saves?${query}`)).body
const count = async (query = '') => (await me.get(`/api/audit/saves/count?${query}`)).body.count
const subjects = (found: Save[]) => found.map(({ subject }) => subject)

async function settle() {
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  const sent = { truckId, settlementDate: '2026-11-20', fuel: '12.50', tolls: '3.00' }
  return (await me.post('/api/billing', sent)).body
}

test('S31 A save is one entry on its page: the settlement, with its items', async () => {
  await settle()
  expect(await count()).toBe(3)
  const [first, ...others] = await saves('limit=1')
  expect(others).toEqual([])
  expect(first).toMatchObject({ subject: 'billing', action: 'created', others: { expenses: 2 } })
  expect(first?.parts.map(({ label }) => label).toSorted()).toEqual(['fuel', 'tolls'])
  expect(subjects(await saves('limit=1&offset=1'))).toEqual(['trucks'])
  expect(subjects(await saves())).toEqual(['billing', 'trucks', null])
})

test('S31 A filter finds the saves of a record, each with all of its events', async () => {
  const { id } = await settle()
  await me.put(`/api/billing/${id}`, { notes: 'call first' })
  const [changed, created, ...others] = await saves(`subject=billing&subjectId=${id}`)
  expect(others).toEqual([])
  expect(changed).toMatchObject({ action: 'changed', parts: [], others: {} })
  expect(created?.parts.map(({ subject }) => subject)).toEqual(['expenses', 'expenses'])
  const [item] = await saves('subject=expenses')
  expect(item).toMatchObject({ subject: 'expenses', others: { expenses: 1, billing: 1 } })
  expect(await count('subject=expenses')).toBe(1)
})

test('S31 A deletion leads the changes that it causes', async () => {
  const broker = (await me.post('/api/brokers', makeSample('brokers'))).body
  await me.post('/api/loads', { ...makeSample('loads'), brokerId: broker.id })
  await me.delete(`/api/brokers/${broker.id}`)
  const [deleted] = await saves()
  expect(deleted).toMatchObject({ subject: 'brokers', action: 'deleted', others: { loads: 1 } })
})

test('S31 A save of many records lists some of its events and counts all', async () => {
  const loads = Array.from({ length: 60 }, (_, n) => makeSample('loads', n))
  const { id: userId } = (await me.get<SignedInUser>('/api/auth/user')).body.account
  await database.transaction().execute(async (work) => {
    for (const { loadId } of loads)
      await sql`insert into audit (user_id, action, subject, subject_id, label)
        values (${userId}, 'created', 'loads', 1, ${loadId})`.execute(work)
  })
  const [save] = await saves()
  expect(save?.parts).toHaveLength(MOST_EVENTS - 1)
  expect(save?.others).toEqual({ loads: 59 })
})

test('S31 Events with the same transaction number of another server are another save', async () => {
  const { id: userId } = (await me.get<SignedInUser>('/api/auth/user')).body.account
  await sql`insert into audit (user_id, action, transaction, created_at)
    values (${userId}, 'exported', '7', now() - interval '1 day'),
      (${userId}, 'exported', '7', now())`.execute(database)
  expect(await saves('action=exported')).toHaveLength(2)
})

test('S31 S10 Another account has none of the saves, and an unknown column is 400', async () => {
  await settle()
  expect(subjects(await saves('', await signUp(app)))).toEqual([null])
  expect((await me.get('/api/audit/saves?nonsense=1')).status).toBe(400)
})
