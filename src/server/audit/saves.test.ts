/** The audit log with one entry for each save (SPEC S31). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { MAX_EVENTS, type Save } from '#core/audit/saves.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  readAccountId,
  signUpOnly as signUp,
  testApp,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  me = await signUp(app)
})

const readSaves = async (query = '', client = me) =>
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
  const [first, ...others] = await readSaves('limit=1')
  expect(others).toEqual([])
  expect(first).toMatchObject({ subject: 'billing', action: 'created', others: { expenses: 2 } })
  expect(first?.parts.map(({ label }) => label).toSorted()).toEqual(['fuel', 'tolls'])
  expect(subjects(await readSaves('limit=1&offset=1'))).toEqual(['trucks'])
  expect(subjects(await readSaves())).toEqual(['billing', 'trucks', null])
})

test('S31 A filter finds the saves of a record, each with all of its events', async () => {
  const { id } = await settle()
  await me.put(`/api/billing/${id}`, { notes: 'call first' })
  const [changed, created, ...others] = await readSaves(`subject=billing&subjectId=${id}`)
  expect(others).toEqual([])
  expect(changed).toMatchObject({ action: 'changed', parts: [], others: {} })
  expect(created?.parts.map(({ subject }) => subject)).toEqual(['expenses', 'expenses'])
  const [item] = await readSaves('subject=expenses')
  expect(item).toMatchObject({ subject: 'expenses', others: { expenses: 1, billing: 1 } })
  expect(await count('subject=expenses')).toBe(1)
})

test('S31 A deletion is one save together with the changes that it causes', async () => {
  const broker = (await me.post('/api/brokers', makeSample('brokers'))).body
  await me.post('/api/loads', { ...makeSample('loads'), brokerId: broker.id })
  await me.delete(`/api/brokers/${broker.id}`)
  const [deleted] = await readSaves()
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
  const [save] = await readSaves()
  expect(save?.parts).toHaveLength(MAX_EVENTS - 1)
  expect(save?.others).toEqual({ loads: 59 })
})

test('S31 Events with the same transaction number from another server are a separate save', async () => {
  const { id: userId } = (await me.get<SignedInUser>('/api/auth/user')).body.account
  const log = sql`insert into audit (user_id, action, transaction) values (${userId}, 'exported', '7')`
  await log.execute(database)
  await log.execute(database)
  expect(await readSaves('action=exported')).toHaveLength(2)
})

test('S31 A transaction that changes two accounts is a save in each', async () => {
  const other = await signUp(app)
  const ids = [await readAccountId(me), await readAccountId(other)]
  await sql`insert into audit (user_id, action, subject)
    select id, 'exported', subject from unnest(${ids}::uuid[]) as id, unnest(array['loads', 'trucks']) as subject
    order by subject, id`.execute(database)
  for (const client of [me, other])
    expect(
      subjects(await readSaves('', client))
        .filter(Boolean)
        .toSorted(),
    ).toEqual(['loads', 'trucks'])
  expect(await count('action=exported')).toBe(2)
})

test('S31 A filter by date finds a save by any of its events', async () => {
  const userId = await readAccountId(me)
  await sql`insert into audit (user_id, action, subject, created_at)
    values (${userId}, 'created', 'billing', '2026-03-01T05:59:59Z'),
      (${userId}, 'created', 'expenses', '2026-03-01T06:00:00Z')`.execute(database)
  const find = async (range: string, more = '') => {
    const query = `zone=America/Chicago${more}&${range}`
    const found = await readSaves(query)
    expect(await count(query)).toBe(found.length)
    return found.map(({ subject, others }) => [subject, others])
  }
  const save = [['billing', { expenses: 1 }]]
  expect(await find('createdAt.from=2026-02-28&createdAt.to=2026-02-28')).toEqual(save)
  expect(await find('createdAt.from=2026-03-01&createdAt.to=2026-03-01')).toEqual(save)
  expect(await find('createdAt.from=2026-02-20&createdAt.to=2026-03-10')).toEqual(save)
  expect(await find('createdAt.to=2026-02-27')).toEqual([])
  expect(await find('createdAt.from=2026-03-02&createdAt.to=2026-03-04')).toEqual([])
  const first = 'createdAt.to=2026-02-28'
  expect(await find(first, '&subject=billing')).toEqual(save)
  expect(await find(first, '&subject=expenses')).toEqual([])
})

test('S31 S10 Another account sees none of the saves, and an unknown column returns 400', async () => {
  await settle()
  expect(subjects(await readSaves('', await signUp(app)))).toEqual([null])
  expect((await me.get('/api/audit/saves?nonsense=1')).status).toBe(400)
})
