import { expect, test } from 'vitest'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const me = await signUp(app)
const other = await signUp(app)

const MINE = { list: 'loads', name: 'Friday', address: 'paymentStatus=unpaid&sort=-revenue' }

test('A view is saved, renamed and deleted; only its account sees it', async () => {
  const saved = await me.post('/api/views', MINE)
  expect([saved.status, saved.body]).toMatchObject([201, MINE])
  const path = `/api/views/${saved.body.id}`
  const renamed = await me.put(path, { ...saved.body, name: 'Friday run' }, { 'if-match': '"1"' })
  expect(renamed.body).toMatchObject({ name: 'Friday run', address: MINE.address, version: 2 })
  const late = await me.put(path, { ...saved.body, name: 'Late' }, { 'if-match': '"1"' })
  expect(late.status).toBe(412)

  expect((await other.get<Body[]>('/api/views')).body).toEqual([])
  expect((await other.put(path, renamed.body)).status).toBe(404)
  expect((await other.delete(path)).status).toBe(404)
  expect((await me.get(path)).body).toEqual(renamed.body)

  expect((await me.delete(path)).status).toBe(204)
  expect((await me.get<Body[]>('/api/views')).body).toEqual([])
})

test('C67 Each member of an account has their own views', async () => {
  const colleague = await inviteMember(app, me, 'dispatcher')
  const mine = await me.post('/api/views', { ...MINE, name: 'Both' })
  const theirs = await colleague.post('/api/views', { ...MINE, name: 'Both' })
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect((await colleague.get<Body[]>('/api/views')).body).toEqual([theirs.body])
  expect((await colleague.get('/api/views/count')).body).toEqual({ count: 1 })
  const path = `/api/views/${mine.body.id}`
  expect((await colleague.get(path)).status).toBe(404)
  expect((await colleague.put(path, { ...MINE, name: 'Taken' })).status).toBe(404)
  expect((await colleague.delete(path)).status).toBe(404)
  expect((await me.get(path)).body).toEqual(mine.body)
  await me.delete(path)
})

test('B15 View names are unique per list and account', async () => {
  await me.post('/api/views', { ...MINE, name: 'Mine' })
  const again = await me.post('/api/views', { ...MINE, name: ' Mine ' })
  expect([again.status, again.body.fields]).toEqual([409, { name: ['Name Mine already exists'] }])
  expect((await me.post('/api/views', { ...MINE, name: 'Mine', list: 'trucks' })).status).toBe(201)
  expect((await other.post('/api/views', { ...MINE, name: 'Mine' })).status).toBe(201)
  const ofLoads = await me.get<Body[]>('/api/views?list=loads&sort=name')
  expect(ofLoads.body.map(({ name }) => name)).toEqual(['Mine'])
})

test.each([
  [{ ...MINE, name: '' }, 'name'],
  [{ ...MINE, name: 'x'.repeat(201) }, 'name'],
  [{ ...MINE, list: '' }, 'list'],
  [{ ...MINE, address: 7 }, 'address'],
  [{ ...MINE, address: 'a\u0000b' }, 'address'],
  [{ ...MINE, address: 'x'.repeat(4001) }, 'address'],
])('B7 A view with %j is rejected at its field', async (body, field) => {
  const { status, body: response } = await me.post('/api/views', body)
  expect(status).toBe(400)
  expect(Object.keys(response.fields as object)).toEqual([field])
})
