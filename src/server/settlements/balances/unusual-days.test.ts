import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
let carrier: CarrierWithOwners
let path: string

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  const loan = { description: 'Loan', balance: 'loan', value: '100', total: '500' }
  path = `/api/balances/${(await carrier.createRule({ ...loan, truckId: carrier.truckId })).id}`
})

const CREATED = [201, undefined, undefined]

async function post(step: string, body: object) {
  const sent = { method: 'cash', reason: 'Agreed', ...body }
  const { status, body: found } = await carrier.client.post<Body & { confirm?: string }>(
    `${path}/${step}`,
    sent,
  )
  return [status, found.confirm, found.message]
}

test.each(['repayments', 'write-offs', 'transfers'])(
  'C41 An unusual day of %s must be confirmed',
  async (step) => {
    const more = { amount: '10', toTruckId: carrier.truckId, toOwnerId: carrier.bob }
    const ahead = 'is in the future. Use this day anyway?'
    const back = 'is more than 90 days ago. Use this day anyway?'
    expect(await post(step, { ...more, day: '2999-12-31' })).toEqual([
      409,
      'day',
      `12/31/2999 ${ahead}`,
    ])
    const day = '1926-01-01'
    expect(await post(step, { ...more, day })).toEqual([409, 'day', `1/1/1926 ${back}`])
    expect(await post(step, { ...more, day, confirmed: ['day'] })).toMatchObject(CREATED)
  },
)

test('C41 A day in the last 90 days needs no confirmation', async () => {
  const today = accountDay()
  for (const day of [today, addDays(today, -90)])
    expect(await post('repayments', { day, amount: '10' })).toMatchObject(CREATED)
})

test('C41 Money paid out on a day long ago must be confirmed', async () => {
  const handedOut = { paidOn: '1926-01-01', amount: '10' }
  expect(await post('hand-outs', handedOut)).toMatchObject([
    409,
    'paidOn',
    '1/1/1926 is more than 90 days ago. Use this day anyway?',
  ])
  expect(await post('hand-outs', { ...handedOut, confirmed: ['paidOn'] })).toMatchObject(CREATED)
})

test('C41 Interest of a quarter that ended more than a year ago must be confirmed', async () => {
  const escrow = { description: 'Escrow', balance: 'escrow', value: '100', total: '500' }
  await carrier.createRule({ ...escrow, truckId: carrier.truckId })
  await carrier.createLoad('2024-07-03', '1000')
  await carrier.approve((await carrier.settle('2024-07-03')).id)
  const posted = { quarter: '2024-Q3', rate: '5' }
  const interest = '/api/balances/interest'
  expect((await carrier.client.post(interest, posted)).body).toMatchObject({
    message: 'Q3 2024 ended more than a year ago. Post its interest anyway?',
    confirm: 'quarter',
  })
  expect((await carrier.client.post(interest, { ...posted, confirmed: ['quarter'] })).status).toBe(
    201,
  )
})

test('C41 A transfer to an inactive owner or driver must be confirmed', async () => {
  const dan = await carrier.addDriver('Dan')
  for (const [entity, id, field] of [
    ['owners', carrier.bob, 'toOwnerId'],
    ['drivers', dan, 'toDriverId'],
  ] as const) {
    await carrier.client.post(`/api/${entity}/bulk`, { ids: [id], set: { status: 'inactive' } })
    const body = { day: accountDay(), toTruckId: carrier.truckId, [field]: id }
    const name = field === 'toOwnerId' ? 'Bob' : 'Dan'
    const message = `${name} is inactive. Transfer the balance anyway?`
    expect(await post('transfers', body)).toEqual([409, field, message])
  }
  const body = { day: accountDay(), toTruckId: carrier.truckId, toDriverId: dan }
  expect(await post('transfers', { ...body, confirmed: ['toDriverId'] })).toMatchObject(CREATED)
})
