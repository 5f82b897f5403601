/** Imports of loads that were delivered before today (SPEC C362, C363). */
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { ImportCheck, Imported } from '#core/transfer/import.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
keepDay()
const today = accountDay()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
  await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '101' })
})

const CSV = { 'content-type': 'text/csv' }
const [LONG_AGO, TOMORROW] = ['2026-09-03', addDays(today, 1)]
const HEADING =
  'Load #,Truck,Pickup State,Pickup Date,Delivery State,Delivery Date,Revenue,Delivery Status,Paid?,POD?'
const row = (number: string, delivered: string, status = '', paid = '', truck = '101') =>
  `${number},${truck},TX,2026-09-01,GA,${delivered},1000.00,${status},${paid},${paid}`
const FILE = [
  HEADING,
  row('A', LONG_AGO, '', 'Yes'),
  row('B', LONG_AGO, 'In Transit'),
  row('C', today),
  row('D', TOMORROW),
  row('E', LONG_AGO, 'Delivered', 'No'),
].join('\n')

function send<Of>(action: 'import' | 'import/check', query: Record<string, string>, file = FILE) {
  return me.post<Of>(`/api/loads/${action}?${new URLSearchParams(query)}`, file, CSV)
}

async function readLoads(): Promise<string[][]> {
  const { body } = await me.get<Body[]>('/api/loads?sort=loadId')
  return body.map(({ loadId, deliveryStatus, settlementDate, settledElsewhere, paymentStatus }) =>
    [loadId, deliveryStatus, settlementDate, settledElsewhere, paymentStatus].map(String),
  )
}

test('C362 The check counts past loads without a status and those on no settlement, and proposes Delivered', async () => {
  const { body: kept } = await send<ImportCheck>('import/check', {})
  expect(kept.past).toEqual({ withoutStatus: 1, unsettled: 1 })
  const { body } = await send<ImportCheck>('import/check', {
    past: 'delivered',
    unsettled: 'weeks',
  })
  expect(body.past).toEqual({ withoutStatus: 1, unsettled: 2 })
  expect(body.preview.map(({ set }) => set)).toEqual([
    { deliveryStatus: 'delivered', settlementDate: '2026-09-05' },
    undefined,
    undefined,
    undefined,
    { settlementDate: '2026-09-05' },
  ])
  expect((await send('import/check', { past: 'yes' })).status).toBe(400)
  expect((await send('import/check', { past: 'delivered', today: '2026-01-01' })).status).toBe(400)
})

test('C362 Without a choice an import changes no status and no settlement date', async () => {
  expect((await send<Imported>('import', {})).status).toBe(201)
  expect((await readLoads()).map(([, status, date]) => [status, date])).toEqual([
    ['scheduled', 'null'],
    ['in-transit', 'null'],
    ['scheduled', 'null'],
    ['scheduled', 'null'],
    ['delivered', 'null'],
  ])
})

test('C362 Past loads are delivered and settled by delivery week; the file’s own status and payment stay', async () => {
  expect((await send('import', { past: 'delivered', unsettled: 'weeks' })).status).toBe(201)
  expect(await readLoads()).toEqual([
    ['A', 'delivered', '2026-09-05', 'no', 'paid'],
    ['B', 'in-transit', 'null', 'no', 'pending'],
    ['C', 'scheduled', 'null', 'no', 'pending'],
    ['D', 'scheduled', 'null', 'no', 'pending'],
    ['E', 'delivered', '2026-09-05', 'no', 'unpaid'],
  ])
})

test('C362 A week that already has a settlement date of the truck keeps this date', async () => {
  const { body: trucks } = await me.get<Body[]>('/api/trucks')
  const first = { truckId: trucks[0]?.id, settlementDate: '2026-09-04', deliveryDate: LONG_AGO }
  await me.post('/api/loads', { ...makeSample('loads'), loadId: 'Z', ...first })
  await send('import', { past: 'delivered', unsettled: 'weeks' })
  expect((await readLoads()).map(([number, , date]) => `${number} ${date}`)).toContain(
    'A 2026-09-04',
  )
})

test('C362 A load without a truck gets no settlement date', async () => {
  const file = [HEADING, row('F', LONG_AGO, '', '', '')].join('\n')
  await send('import', { past: 'delivered', unsettled: 'weeks' }, file)
  expect(await readLoads()).toEqual([['F', 'delivered', 'null', 'no', 'pending']])
})

test('C363 Loads settled elsewhere are in no run and no to-do list, can be filtered, and come back', async () => {
  await send('import', { past: 'delivered', unsettled: 'elsewhere' })
  const { body: elsewhere } = await me.get<Body[]>('/api/loads?settledElsewhere=yes&sort=loadId')
  expect(elsewhere.map(({ loadId }) => loadId)).toEqual(['A', 'E'])
  const { body: run } = await me.get<Run>(`/api/settlements/run?week=${LONG_AGO}&today=${today}`)
  expect(run.rows).toEqual([])
  const readToDo = async () => {
    const { body } = await me.get<Dashboard>(`/api/dashboard?today=${today}`)
    return body.toDo.notSettled
  }
  expect(await readToDo()).toBe(0)
  const [load] = elsewhere
  const path = `/api/loads/${load?.id}`
  const dated = await me.put<{ message: string; fields: object }>(path, {
    ...load,
    settlementDate: '2026-09-05',
  })
  expect([dated.status, dated.body.fields]).toEqual([
    400,
    {
      settledElsewhere: [
        'A load with a settlement date is settled here. Clear its settlement date first.',
      ],
    },
  ])
  const back = { ...load, settledElsewhere: 'no' }
  expect((await me.put(path, back)).status).toBe(200)
  expect(await readToDo()).toBe(1)
})
