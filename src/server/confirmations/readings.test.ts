/** What was read from rate confirmations (SPEC C126). */
import { beforeAll, expect, test } from 'vitest'
import type { Accuracy } from '#core/confirmations/accuracy.ts'
import { toKeptReading, type ConfirmedTotal } from '#core/confirmations/kept-reading.ts'
import { addLoad, upload } from '#server/testing/documents/uploads.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client

beforeAll(async () => {
  me = await signUp(app)
})

const BOX = { x: 1, y: 2, width: 3, height: 4 }

function reading(total: string | null) {
  const fields = total === null ? {} : { total: { value: total, page: 0, box: BOX, words: total } }
  return toKeptReading({ layout: 'tql', fields }, { revenue: total ?? '' })
}

async function addConfirmation(path: string, total: string | null, replaces?: number) {
  const query = {
    kind: 'rate-confirmation',
    ...(replaces === undefined ? {} : { replaces }),
  } as const
  const { id } = (await upload(me, path, query)).body
  const { status } = await me.put(`/api/documents/${id}/reading`, reading(total))
  expect(status).toBe(204)
  return id
}

async function readTotal(load: string, client = me) {
  return (await client.get<ConfirmedTotal>(`${load}/confirmation`)).body
}

test('C126 The total is that of the newest confirmation that was not replaced', async () => {
  const { load, path } = await addLoad(me)
  expect(await readTotal(load)).toMatchObject({ documentId: null, total: null })
  const first = await addConfirmation(path, '1500.00')
  expect(await readTotal(load)).toMatchObject({ documentId: first, total: '1500.00' })
  const second = await addConfirmation(path, '1650.00', first)
  expect(await readTotal(load)).toMatchObject({ documentId: second, total: '1650.00' })
  const unclear = await addConfirmation(path, null)
  expect(await readTotal(load)).toMatchObject({ documentId: unclear, total: null })
  const { id: unread } = (await upload(me, path, { kind: 'rate-confirmation' })).body
  expect(await readTotal(load)).toMatchObject({ documentId: unread, total: null })
})

test('C126 A second reading of a document replaces the first', async () => {
  const { load, path } = await addLoad(me)
  const id = await addConfirmation(path, '1500.00')
  await me.put(`/api/documents/${id}/reading`, reading('1600.00'))
  expect(await readTotal(load)).toMatchObject({ documentId: id, total: '1600.00' })
})

test('C126 A reading keeps each value with its place, and what the person kept', async () => {
  const { path } = await addLoad(me)
  const id = await addConfirmation(path, '1500.00')
  const row = await database
    .selectFrom('readings')
    .selectAll()
    .where('userId', '=', await readAccountId(me))
    .where('documentId', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    layout: 'tql',
    total: '1500.00',
    values: { total: { value: '1500.00', page: 0, box: BOX, words: '1500.00' } },
    kept: { revenue: '1500.00' },
  })
})

test('C126 Only a rate confirmation has a reading, and another account’s returns 404', async () => {
  const { path, load } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'bol' })).body
  expect((await me.put(`/api/documents/${id}/reading`, reading('1.00'))).status).toBe(409)
  const other = await signUp(app)
  expect((await other.put(`/api/documents/${id}/reading`, reading('1.00'))).status).toBe(404)
  expect((await other.get(`${load}/confirmation`)).status).toBe(404)
})

test.each([
  ['a total that is not an amount', { total: 'many' }],
  ['an unknown field', { values: { color: { value: 'x', words: 'x', page: 0, box: BOX } } }],
  ['a long text', { kept: { notes: 'x'.repeat(3_000) } }],
])('C126 A reading with %s is 400', async (_what, part) => {
  const { path } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'rate-confirmation' })).body
  const body = { ...reading('1.00'), ...part }
  expect((await me.put(`/api/documents/${id}/reading`, body)).status).toBe(400)
})

test('C126 C73 A member who can’t open a confirmation adds its first reading but changes none', async () => {
  const { load, path } = await addLoad(me)
  await me.put('/api/team/settings', { dispatcherRevenue: false })
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  const { id } = (await upload(dispatcher, path, { kind: 'rate-confirmation' })).body
  const put = (total: string) => dispatcher.put(`/api/documents/${id}/reading`, reading(total))
  expect((await put('1500.00')).status).toBe(204)
  expect((await put('1.00')).status).toBe(403)
  expect(await readTotal(load)).toMatchObject({ documentId: id, total: '1500.00' })
  await me.put('/api/team/settings', { dispatcherRevenue: true })
})

test('C126 C73 A member who can’t see revenue gets no confirmed total', async () => {
  const { load, path } = await addLoad(me)
  await addConfirmation(path, '1500.00')
  const viewer = await inviteMember(app, me, 'viewer')
  expect((await viewer.get(`${load}/confirmation`)).status).toBe(403)
})

test('C155 A person types the total of a paper, which counts until it is removed', async () => {
  const { load, path } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'rate-confirmation' })).body
  expect(await readTotal(load)).toMatchObject({ documentId: id, state: 'unread', typedBy: null })
  const type = (total: string | null, client = me) =>
    client.put(`/api/documents/${id}/total`, { total })
  expect((await type('1500.00')).status).toBe(204)
  const typed = await readTotal(load)
  expect(typed).toMatchObject({ total: '1500.00', typedBy: expect.any(String) })
  expect(['same', 'differs']).toContain(typed.state)
  await me.put(`/api/documents/${id}/reading`, reading('1600.00'))
  expect(await readTotal(load)).toMatchObject({ total: '1500.00' })
  expect((await type(null)).status).toBe(204)
  expect(await readTotal(load)).toMatchObject({ total: '1600.00', typedBy: null })
  expect((await type('many')).status).toBe(400)
  expect((await type('9999999999999.00')).status).toBe(400)
  expect((await type('1.00', await signUp(app))).status).toBe(404)
})

test('C155 A paper that was not read is unread again after its typed total is removed', async () => {
  const { load, path } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'rate-confirmation' })).body
  await me.put(`/api/documents/${id}/total`, { total: '1500.00' })
  await me.put(`/api/documents/${id}/total`, { total: null })
  expect(await readTotal(load)).toMatchObject({ state: 'unread', total: null })
})

test('C155 C73 Only members who change loads and see revenue type a confirmation’s total', async () => {
  const { path } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'rate-confirmation' })).body
  const viewer = await inviteMember(app, me, 'viewer')
  expect((await viewer.put(`/api/documents/${id}/total`, { total: '1.00' })).status).toBe(403)
  const { id: bol } = (await upload(me, path, { kind: 'bol' })).body
  expect((await me.put(`/api/documents/${bol}/total`, { total: '1.00' })).status).toBe(409)
})

test('C155 A paper that is only read again keeps what was saved with the load', async () => {
  const { path } = await addLoad(me)
  const id = await addConfirmation(path, '1500.00')
  const { kept: _, ...again } = reading('1600.00')
  await me.put(`/api/documents/${id}/reading`, { ...again, kept: {} })
  const row = await database
    .selectFrom('readings')
    .select(['total', 'kept'])
    .where('userId', '=', await readAccountId(me))
    .where('documentId', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ total: '1600.00', kept: { revenue: '1500.00' } })
})

test('C158 Values that were read right this month are counted by broker, without revisions', async () => {
  const { load, path } = await addLoad(me)
  const broker = (await me.post('/api/brokers', makeSample('brokers', 158))).body
  await me.put(load, { ...(await me.get(load)).body, brokerId: broker.id })
  const readAccuracy = (client = me) => client.get<Accuracy>(`/api/brokers/${broker.id}/readings`)
  const keep = async (kept: Record<string, string>, replaces?: number) => {
    const { id } = (
      await upload(me, path, {
        kind: 'rate-confirmation',
        ...(replaces === undefined ? {} : { replaces }),
      })
    ).body
    const city = { value: 'Dallas', page: 0, box: BOX, words: 'Dallas' }
    const total = { value: '1500.00', page: 0, box: BOX, words: '1500.00' }
    const fields = { total, pickupCity: city }
    await me.put(`/api/documents/${id}/reading`, toKeptReading({ layout: null, fields }, kept))
    return id
  }
  await keep({ pickupCity: 'Dallas' })
  const corrected = await keep({ pickupCity: 'Plano' })
  await keep({})
  await keep({ pickupCity: 'Waco' }, corrected)
  expect((await readAccuracy()).body).toEqual({ papers: 2, values: 4, right: 3 })
  expect((await readAccuracy(await signUp(app))).status).toBe(404)
})
