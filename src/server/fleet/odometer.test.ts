/** Odometer readings (SPEC C522). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { odometerMessages } from '#core/fleet/odometer.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

type Reply = Body & { confirm?: string; message?: string; fields?: object }

const { app } = await testApp()
const PATH = '/api/odometer-readings'
keepDay()
const today = accountDay()
let me: Client
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
})

const add = (daysAgo: number, miles: unknown, more: object = {}) =>
  me.post<Reply>(PATH, { truckId, day: addDays(today, -daysAgo), miles, ...more })

async function readMiles(): Promise<unknown[]> {
  const { body } = await me.get<Body[]>(`${PATH}?truckId=${truckId}&sort=day`)
  return body.map(({ miles, milesSince }) => [miles, milesSince])
}

test('C522 Readings are listed with the miles since the last one, and exported', async () => {
  expect((await add(9, '412300')).status).toBe(201)
  expect((await add(2, 414_150, { note: 'At the shop' })).body).toMatchObject({
    miles: 414_150,
    milesSince: 1850,
    labels: { truckId: 'T-1' },
  })
  expect(await readMiles()).toEqual([
    [412_300, null],
    [414_150, 1850],
  ])
  const { text } = await me.get(`${PATH}/export.csv?sort=day`)
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFTruck,Day,Odometer,New Meter,Note,Since Last',
    `T-1,${addDays(today, -9)},412300,no,,`,
    `T-1,${addDays(today, -2)},414150,no,At the shop,1850`,
  ])
})

test('C522 A reading that goes back is asked about, and saved once it is confirmed', async () => {
  await add(9, 412_300)
  const asked = await add(2, 411_900)
  expect([asked.status, asked.body.confirm]).toEqual([409, 'miles'])
  expect(asked.body.message).toContain('which is more')
  expect(await readMiles()).toHaveLength(1)
  expect((await add(2, 411_900, { confirmed: ['miles'] })).status).toBe(201)
})

test('C522 A replaced meter starts anew: its reading is not asked about, and no miles are counted to it', async () => {
  await add(9, 412_300)
  expect((await add(2, 12, { newMeter: 'yes' })).status).toBe(201)
  expect((await add(1, 500)).status).toBe(201)
  expect(await readMiles()).toEqual([
    [412_300, null],
    [12, null],
    [500, 488],
  ])
})

test('C522 A change is compared with the other readings, not with itself', async () => {
  await add(9, 412_300)
  const { body } = await add(2, 414_150)
  const path = `${PATH}/${body.id}`
  expect((await me.put<Reply>(path, { ...body, miles: 414_000 })).body).toMatchObject({
    milesSince: 1700,
  })
  const asked = await me.put<Reply>(path, { ...body, miles: 412_000 })
  expect([asked.status, asked.body.confirm]).toEqual([409, 'miles'])
  const stale = await me.put(path, { ...body, miles: 414_001 }, { 'if-match': '"1"' })
  expect(stale.status).toBe(412)
})

test.each([
  ['day', { day: addDays(today, 1) }, odometerMessages.future],
  ['miles', { miles: '' }, 'Odometer is required'],
  ['miles', { miles: '12.5' }, 'Odometer must be a whole number from 0 to 9999999'],
  ['truckId', { truckId: 99_999_999 }, 'Truck was not found'],
])('C522 A wrong %s is reported at its field', async (field, wrong, message) => {
  const { status, body } = await add(0, 1, wrong)
  expect([status, body.fields]).toEqual([400, { [field]: [message] }])
})

test('C522 C356 A deleted reading comes back; a truck with readings is kept', async () => {
  const { body } = await add(2, 414_150)
  const refused = await me.delete(`/api/trucks/${truckId}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This truck has 1 odometer reading and can't be deleted. Set its status to Inactive instead.",
  ])
  const operation = randomUUID()
  await me.send('DELETE', `${PATH}/${body.id}`, undefined, { 'operation-id': operation })
  expect(await readMiles()).toEqual([])
  expect((await me.post(`/api/operations/${operation}/undo`)).status).toBe(200)
  expect(await readMiles()).toEqual([[414_150, null]])
})

test('C522 A reading whose truck was deleted stays in the trash, and says why', async () => {
  const { body } = await add(2, 414_150)
  await me.delete(`${PATH}/${body.id}`)
  await me.delete(`/api/trucks/${truckId}`)
  const trash = (await me.get<Body[]>('/api/trash?subject=odometer_readings')).body
  const restored = await me.post<Reply>(`/api/trash/${trash[0]?.id}/restore`)
  expect([restored.status, restored.body.message]).toEqual([409, 'Truck was deleted'])
})

test('C522 Every office role reads them; who changes trucks changes them', async () => {
  const { body } = await add(2, 414_150)
  const viewer = await inviteMember(app, me, 'viewer')
  const safety = await inviteMember(app, me, 'safety')
  expect((await viewer.get(`${PATH}/${body.id}`)).status).toBe(200)
  expect((await viewer.put(`${PATH}/${body.id}`, { ...body, miles: 414_151 })).status).toBe(403)
  expect((await safety.put(`${PATH}/${body.id}`, { ...body, miles: 414_151 })).status).toBe(200)
})
