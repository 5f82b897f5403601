/** Card accounts, and who had a card on which day (SPEC C527, C528). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { cardMessages } from '#core/cards/cards.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

type Reply = Body & { confirm?: string; message?: string; fields?: object }

const { app, database } = await testApp()
const PATH = '/api/cards'
let me: Client
let truckId: number
let otherId: number

beforeEach(async () => {
  me = await signUp(app)
  const make = async (n: number) =>
    (await me.post('/api/trucks', { ...makeSample('trucks', n), truckId: `10${n}` })).body.id
  truckId = await make(4)
  otherId = await make(5)
})

const add = (values: object = {}) =>
  me.post<Reply>(PATH, {
    provider: 'efs',
    number: '*0541',
    truckId,
    startsOn: '2026-01-05',
    ...values,
  })

async function readDays(): Promise<unknown[]> {
  const { body } = await me.get<Body[]>(`${PATH}?sort=startsOn`)
  return body.map(({ labels, startsOn, endsOn }) => [
    (labels as Record<string, unknown>).truckId,
    startsOn,
    endsOn,
  ])
}

test('C527 A card account has its provider, its number and the day that counts', async () => {
  const { status, body } = await me.post('/api/card-accounts', {
    provider: 'ezpass',
    kind: 'toll',
    accountNumber: '2000 1234',
    dayBasis: 'posted',
  })
  expect([status, body]).toMatchObject([201, { kind: 'toll', dayBasis: 'posted', notes: null }])
  const { text } = await me.get('/api/card-accounts/export.csv')
  expect(text).toContain('ezpass,toll,2000 1234,posted,')
})

test('C528 A card that moves ends the day before, once that is confirmed', async () => {
  await add()
  const asked = await add({ number: '0541', truckId: otherId, startsOn: '2026-03-01' })
  expect([asked.status, asked.body.confirm, asked.body.message]).toEqual([
    409,
    'startsOn',
    'Card 0541 is with truck 104 since 1/5/2026. End that on 2/28/2026?',
  ])
  expect(await readDays()).toEqual([['104', '2026-01-05', null]])
  const moved = { truckId: otherId, startsOn: '2026-03-01', confirmed: ['startsOn'] }
  expect((await add(moved)).status).toBe(201)
  expect(await readDays()).toEqual([
    ['104', '2026-01-05', '2026-02-28'],
    ['105', '2026-03-01', null],
  ])
})

test('C528 A card is with one holder on a day; another provider’s card of the same number is another card', async () => {
  await add({ endsOn: '2026-02-28' })
  for (const days of [
    { startsOn: '2026-02-28' },
    { startsOn: '2025-01-01' },
    { startsOn: '2026-01-10', endsOn: '2026-01-11' },
  ]) {
    const { status, body } = await add({ truckId: otherId, ...days })
    expect([status, body.fields]).toEqual([409, { startsOn: [cardMessages.overlap] }])
  }
  expect((await add({ truckId: otherId, startsOn: '2026-03-01' })).status).toBe(201)
  expect((await add({ provider: 'comdata' })).status).toBe(201)
  expect((await add({ kind: 'plate' })).status).toBe(201)
})

test('C528 A row with an end inside an open one is refused: after it nobody would have the card', async () => {
  await add()
  const days = { startsOn: '2026-11-01', endsOn: '2026-11-05', confirmed: ['startsOn'] }
  const { status, body } = await add({ truckId: otherId, ...days })
  expect([status, body.confirm, body.message]).toEqual([409, undefined, cardMessages.overlap])
  expect(await readDays()).toEqual([['104', '2026-01-05', null]])
})

test('C528 A card in the trash whose truck was deleted says so', async () => {
  const { body } = await add()
  await me.delete(`${PATH}/${body.id}`)
  expect((await me.delete(`/api/trucks/${truckId}`)).status).toBe(204)
  const trash = (await me.get<Body[]>('/api/trash')).body
  const restore = (subject: string) =>
    me.post<Reply>(`/api/trash/${trash.find((one) => one.subject === subject)?.id}/restore`)
  const refused = await restore('cards')
  expect([refused.status, refused.body.message]).toEqual([409, cardMessages.holderDeleted])
  expect((await restore('trucks')).status).toBe(200)
  expect((await restore('cards')).status).toBe(200)
})

test('C528 Of two rows of one card at once, one is saved', async () => {
  const replies = await Promise.all([add(), add({ truckId: otherId, number: '0541' })])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('C528 The database rejects an overlap, also by direct writes', async () => {
  const { body } = await add()
  const copy = sql`insert into cards (user_id, provider, number, truck_id, starts_on)
    select user_id, provider, '05 41', truck_id, '2030-01-01' from cards where id = ${body.id}`
  await expect(copy.execute(database)).rejects.toThrow(/cards_overlap/)
})

test.each([
  ['truckId', { truckId: null }, cardMessages.nobody],
  ['endsOn', { endsOn: '2026-01-04' }, cardMessages.endsEarly],
  ['number', { number: ' ' }, 'Number is required'],
])('C528 A wrong %s is reported at its field', async (field, wrong, message) => {
  const { status, body } = await add(wrong)
  expect([status, body.fields]).toEqual([400, { [field]: [message] }])
})

test('C356 C528 A truck that had a card is kept; who sees no settlements sees no card', async () => {
  const { body } = await add()
  const refused = await me.delete(`/api/trucks/${truckId}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This truck has 1 card and can't be deleted. Set its status to Inactive instead.",
  ])
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  expect((await dispatcher.get(`${PATH}/${body.id}`)).status).toBe(403)
})
