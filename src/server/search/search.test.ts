import { expect, test } from 'vitest'
import type { Found } from '#core/search/search.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()

async function found(me: Client, typed: string): Promise<Found[]> {
  const { body } = await me.get<Found[]>(`/api/search?q=${encodeURIComponent(typed)}`)
  return body
}

async function withLoads(...numbers: string[]): Promise<Client> {
  const me = await signUp(app)
  for (const loadId of numbers) await me.post('/api/loads', { ...makeSample('loads'), loadId })
  return me
}

test('B40 the number as it stands comes first, then what begins so, then what holds it', async () => {
  const me = await withLoads('A-77', '77', '770', 'L-1', '771')
  const numbers = (await found(me, '77')).map(({ record }) => record.loadId)
  expect(numbers).toEqual(['77', '770', '771', 'A-77'])
})

test('a load that begins so comes before a broker that only holds it', async () => {
  const me = await withLoads('88-1')
  await me.post('/api/brokers', { ...makeSample('brokers'), companyName: 'Route 88' })
  await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '88' })
  const kinds = (await found(me, '88')).map(({ entity }) => entity)
  expect(kinds).toEqual(['trucks', 'loads', 'brokers'])
})

test('every entity is found, whatever the case of the letters, with what its list says beside the name', async () => {
  const me = await signUp(app)
  for (const entity of ['drivers', 'owners', 'dispatchers'] as const) {
    await me.post(`/api/${entity}`, makeSample(entity))
  }
  await me.post('/api/trucks', { ...makeSample('trucks'), truckId: 'łukasz 7' })
  await me.post('/api/brokers', { ...makeSample('brokers'), companyName: 'ŁUKASZ LINES' })
  await me.post('/api/loads', { ...makeSample('loads'), loadId: 'Łukasz-1' })
  const person = { name: 'Łukasz Nguyễn', phone: '(555) 010-2030' }
  const answer = (await found(me, 'łUKASZ')).map(({ entity, record: { id: _id, ...shown } }) => ({
    entity,
    ...shown,
  }))
  expect(answer.toSorted((a, b) => a.entity.localeCompare(b.entity))).toEqual([
    { entity: 'brokers', companyName: 'ŁUKASZ LINES', contactPerson: null },
    { entity: 'dispatchers', ...person },
    { entity: 'drivers', ...person },
    {
      entity: 'loads',
      loadId: 'Łukasz-1',
      pickupCity: 'Dallas',
      pickupState: 'TX',
      deliveryCity: 'Atlanta',
      deliveryState: 'GA',
    },
    { entity: 'owners', ...person },
    { entity: 'trucks', truckId: 'łukasz 7', make: 'Freightliner', model: 'Cascadia' },
  ])
})

test('a truck is found by its VIN, a broker by its MC and DOT numbers', async () => {
  const me = await signUp(app)
  await me.post('/api/trucks', { ...makeSample('trucks'), vin: '1FUJGLDR' })
  await me.post('/api/brokers', {
    ...makeSample('brokers'),
    mcNumber: 'MC-771',
    dotNumber: 'D-884',
  })
  expect((await found(me, '1fuj'))[0]?.entity).toBe('trucks')
  for (const number of ['mc-771', 'd-884']) {
    expect((await found(me, number))[0]?.entity).toBe('brokers')
  }
})

test('at most five of a kind, and nothing where nothing was typed', async () => {
  const me = await withLoads('L-1', 'L-2', 'L-3', 'L-4', 'L-5', 'L-6')
  expect(await found(me, 'l-')).toHaveLength(5)
  expect(await found(me, '  ')).toEqual([])
})

test('what stands for anything in SQL stands for itself', async () => {
  const me = await withLoads('100%', '1000', 'a_b', 'axb', 'c\\d')
  expect((await found(me, '0%')).map(({ record }) => record.loadId)).toEqual(['100%'])
  expect((await found(me, 'a_b')).map(({ record }) => record.loadId)).toEqual(['a_b'])
  expect((await found(me, '\\')).map(({ record }) => record.loadId)).toEqual(['c\\d'])
})

test("nobody finds another account's records", async () => {
  await withLoads('SECRET-1')
  const other = await signUp(app)
  expect(await found(other, 'secret')).toEqual([])
})

test.each([
  ['without q', ''],
  ['with a control character', '?q=%00'],
  ['with half a character', '?q=%ED%A0%80'],
  ['longer than 200 characters', `?q=${'x'.repeat(201)}`],
  ['with two', '?q=a&q=b'],
])('a search %s is refused or finds nothing', async (_, query) => {
  const me = await signUp(app)
  const { status, body } = await me.get<unknown>(`/api/search${query}`)
  if (status === 200) expect(body).toEqual([])
  else expect(status).toBe(400)
})
