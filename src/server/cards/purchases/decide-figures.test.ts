/** What else follows from a decision about the day of an invoice: approved weeks, readings, trucks (SPEC C567, C570, C571). */
import { beforeEach, expect, test } from 'vitest'
import { CHARGED_BEFORE, type PurchasesImported } from '#core/cards/imports.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { efsFile, type EfsRow } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

type Reply = Body & { fields?: object }

const { app } = await testApp()
const PATH = '/api/card-purchases'
/** Weeks are Sunday to Saturday. */
const [FIRST, SECOND, NEXT_FRIDAY] = ['2026-10-30', '2026-11-06', '2026-11-20']
const UNSAID = [400, { approvedWeeks: [expect.anything()] }]
const CREDIT = { unit: '', amount: '-313.17', discount: '-29.37', gallons: '-97.9' }
let carrier: CarrierWithOwners
let unit: string

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  unit = String((await carrier.client.get<Body>(`/api/trucks/${carrier.truckId}`)).body.truckId)
})

const save = async (row: EfsRow, query = '') => {
  const file = efsFile([{ unit, ...row }])
  const headers = { 'content-type': 'text/csv' }
  const path = `${PATH}/import?name=x${query}`
  const { status, body } = await carrier.client.post<PurchasesImported>(path, file, headers)
  expect(status).toBe(201)
  return body
}

const list = async () => (await carrier.client.get<Body[]>(`${PATH}?sort=day`)).body

/** Decides about the purchase that waits. */
async function decide(take: string, more: object = {}) {
  const waiting = (await list()).find(({ pile }) => pile === 'conflict')
  return carrier.client.post<Reply>(`${PATH}/${waiting?.id}/figures`, { take, ...more })
}

const addTruck = async (number: string, values: object = {}): Promise<number> => {
  const sample = makeSample('trucks', Number(number))
  const { body } = await carrier.client.post('/api/trucks', {
    ...sample,
    ...values,
    truckId: number,
  })
  return body.id
}

const addCard = (values: object) =>
  carrier.client.post('/api/cards', { provider: 'efs', kind: 'card', number: '0541', ...values })

async function approve(friday: string): Promise<void> {
  await carrier.createLoad(friday)
  expect((await carrier.approve((await carrier.settle(friday)).id)).status).toBe(200)
}

test('C571 A second purchase of an approved week is asked about, and is not charged again', async () => {
  await approve(SECOND)
  await save({ day: FIRST })
  await save({ day: SECOND })
  const unsaid = await decide('both')
  expect([unsaid.status, unsaid.body.fields]).toEqual(UNSAID)
  expect(await list()).toHaveLength(1)
  expect((await decide('both', { approvedWeeks: 'charged-before' })).status).toBe(200)
  const rows = (await list()).map(({ day, ignored }) => [day, ignored])
  expect(rows).toEqual([
    [FIRST, null],
    [SECOND, CHARGED_BEFORE],
  ])
})

test('C571 A day that moves into an approved week is asked about, and can be charged on the next settlement', async () => {
  await approve(SECOND)
  await save({ day: FIRST })
  await save({ day: SECOND })
  const unsaid = await decide('new')
  expect([unsaid.status, unsaid.body.fields]).toEqual(UNSAID)
  expect((await decide('new', { approvedWeeks: 'charge-next' })).status).toBe(200)
  expect(await list()).toMatchObject([{ day: SECOND, ignored: null }])
  expect(await carrier.settle(NEXT_FRIDAY)).toMatchObject({ fuel: '313.17' })
})

test('C571 A day that is kept is not asked about', async () => {
  await approve(SECOND)
  await save({ day: FIRST })
  await save({ day: SECOND })
  expect((await decide('stored')).status).toBe(200)
  expect(await list()).toMatchObject([{ day: FIRST, ignored: null }])
})

const listReadings = async () =>
  (await carrier.client.get<Body[]>('/api/odometer-readings?sort=day')).body.map(
    ({ truckId, day, miles }) => [truckId, day, miles],
  )

test('C567 The reading of a stop moves with its day and truck, and leaves with the file', async () => {
  const other = await addTruck('105')
  await addCard({ truckId: carrier.truckId, startsOn: '2026-01-01', endsOn: '2026-11-01' })
  await addCard({ truckId: other, startsOn: '2026-11-02' })
  const { importId } = await save({ day: FIRST, odometer: '412300' })
  expect(await listReadings()).toEqual([[carrier.truckId, FIRST, 412_300]])
  await save({ day: SECOND, odometer: '412300' })
  await decide('new')
  expect(await listReadings()).toEqual([[other, SECOND, 412_300]])
  const undone = await carrier.client.delete(`/api/card-imports/${importId}?confirmed=overlap`)
  expect(undone.status).toBe(204)
  expect(await listReadings()).toEqual([])
})

test('C567 A second purchase gives its reading, and its file takes it out again', async () => {
  await save({ day: FIRST, odometer: '412300' })
  const { importId } = await save({ day: SECOND, odometer: '412900' })
  await decide('both')
  const first = [carrier.truckId, FIRST, 412_300]
  expect(await listReadings()).toEqual([first, [carrier.truckId, SECOND, 412_900]])
  await carrier.client.delete(`/api/card-imports/${importId}?confirmed=overlap`)
  expect(await listReadings()).toEqual([first])
})

test('C570 A second purchase waits if the cards name no truck any more', async () => {
  const gone = await addTruck('105')
  await save({ day: FIRST, unit: '' })
  await save({ day: SECOND, unit: '105' })
  expect((await carrier.client.delete(`/api/trucks/${gone}`)).status).toBe(204)
  expect((await decide('both')).status).toBe(200)
  expect(await list()).toMatchObject([
    { day: FIRST, truckId: null },
    { day: SECOND, truckId: null, pile: 'waiting' },
  ])
})

test('C570 On a corrected day the driver is that of the card, also on the same truck', async () => {
  const [lou, max] = [await carrier.addDriver('Lou'), await carrier.addDriver('Max')]
  const { truckId } = carrier
  await addCard({ truckId, driverId: lou, startsOn: '2026-01-01', endsOn: '2026-11-01' })
  await addCard({ truckId, driverId: max, startsOn: '2026-11-02' })
  await save({ day: FIRST })
  expect(await list()).toMatchObject([{ truckId, driverId: lou }])
  await save({ day: SECOND })
  await decide('new')
  expect(await list()).toMatchObject([{ day: SECOND, truckId, driverId: max }])
})

test.each(['new', 'both'])(
  'C570 A credit on another day (%s) has the truck of what it takes back',
  async (take) => {
    const other = await addTruck('105')
    const { truckId } = carrier
    // What the credits take back is of the first truck on both days.
    for (const day of [FIRST, SECOND])
      await save({ day, item: 'ULSD', amount: day === FIRST ? '313.17' : '400.00' })
    await save({ day: FIRST, ...CREDIT })
    await addCard({ truckId: other, startsOn: '2026-11-02' })
    await save({ day: SECOND, ...CREDIT })
    expect((await decide(take)).status).toBe(200)
    const credits = (await list()).filter(({ net }) => Number(net) < 0)
    expect(credits.at(-1)).toMatchObject({ day: SECOND, truckId })
    expect(credits.every((credit) => credit.truckId === truckId)).toBe(true)
  },
)

test('C570 An import says which figures are not stored, as the day of their purchase is not decided', async () => {
  await save({ day: FIRST })
  expect(await save({ day: SECOND })).toMatchObject({ conflicts: 1, held: 0 })
  expect(await save({ day: SECOND })).toMatchObject({ conflicts: 1, held: 0 })
  expect(await save({ day: FIRST, amount: '299.00' })).toMatchObject({ conflicts: 1, held: 1 })
  await decide('stored')
  expect(await save({ day: FIRST, amount: '299.00' })).toMatchObject({ conflicts: 1, held: 0 })
  const [only] = await list()
  const { conflict } = (await carrier.client.get<Body>(`${PATH}/${only?.id}`)).body
  expect(conflict).toMatchObject({ net: '299.00', isOtherDay: false })
})

test('C563 C570 A credit finds its purchase by the day that was taken, and is ignored with it', async () => {
  await save({ day: FIRST })
  const [purchase] = await list()
  await carrier.client.put(`${PATH}/${purchase?.id}`, { ignored: 'Paid in cash' })
  await save({ day: SECOND })
  expect((await decide('new')).status).toBe(200)
  await save({ day: SECOND, ...CREDIT, unit })
  expect(await list()).toMatchObject([
    { net: '313.17', ignored: 'Paid in cash' },
    { net: '-313.17', ignored: 'Paid in cash' },
  ])
  // The file with the day that was decided against changes nothing.
  expect(await save({ day: FIRST })).toMatchObject({ imported: 0, conflicts: 0 })
})

test('C570 The other day of a purchase that is ignored is asked about, too', async () => {
  await save({ day: FIRST })
  const [purchase] = await list()
  await carrier.client.put(`${PATH}/${purchase?.id}`, { ignored: 'Paid in cash' })
  await save({ day: SECOND })
  expect(await list()).toMatchObject([{ pile: 'conflict' }])
  expect((await decide('both')).status).toBe(200)
  expect(await list()).toMatchObject([{ pile: 'ignored' }, { pile: 'ready', day: SECOND }])
})

test('C566 A file whose figures a person took for a purchase of another file stays', async () => {
  await save({ day: FIRST })
  const { importId } = await save({ day: FIRST, amount: '969.63' })
  expect((await decide('new')).status).toBe(200)
  const undone = await carrier.client.delete<Reply>(`/api/card-imports/${importId}`)
  expect([undone.status, undone.body.message]).toEqual([
    409,
    '1 purchase of other files has figures of this file, because somebody took them. The import can’t be undone.',
  ])
  expect(await list()).toMatchObject([{ net: '940.26' }])
  // Once the first figures are taken again, the file can go.
  await save({ day: FIRST, amount: '950.00' })
  expect((await decide('new')).status).toBe(200)
  expect((await carrier.client.delete(`/api/card-imports/${importId}`)).status).toBe(204)
})

test('C571 C567 Another truck of an approved week is asked about, and the reading moves along', async () => {
  const other = await addTruck('105')
  await save({ day: SECOND, unit: '105', odometer: '412300' })
  expect(await listReadings()).toEqual([[other, SECOND, 412_300]])
  await approve(SECOND)
  const [purchase] = await list()
  const change = { truckId: carrier.truckId }
  const unsaid = await carrier.client.put<Reply>(`${PATH}/${purchase?.id}`, change)
  expect([unsaid.status, unsaid.body.fields]).toEqual(UNSAID)
  const answered = { ...change, approvedWeeks: 'charged-before' }
  expect((await carrier.client.put(`${PATH}/${purchase?.id}`, answered)).status).toBe(200)
  expect(await list()).toMatchObject([{ ...change, ignored: CHARGED_BEFORE }])
  expect(await listReadings()).toEqual([[carrier.truckId, SECOND, 412_300]])
})
