/** The same invoice of a card on another day (SPEC C570). */
import { beforeEach, expect, test } from 'vitest'
import type { PurchasesImported } from '#core/cards/imports.ts'
import { COMDATA_FILE, efsFile, type EfsRow } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const PATH = '/api/card-purchases'
const CSV = { 'content-type': 'text/csv' }
const [FIRST, SECOND, LATER] = ['2026-01-09', '2026-01-12', '2026-03-09']
let me: Client
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  truckId = await addTruck('104')
})

const addTruck = async (number: string): Promise<number> => {
  const sample = makeSample('trucks', Number(number))
  return (await me.post('/api/trucks', { ...sample, truckId: number })).body.id
}

async function save(rows: readonly EfsRow[] | string) {
  const file = typeof rows === 'string' ? rows : efsFile(rows)
  const { body } = await me.post<PurchasesImported & Body>(
    `${PATH}/import?name=week.csv`,
    file,
    CSV,
  )
  const { imported, conflicts, same } = body
  return { imported, conflicts, same }
}

const list = async () => (await me.get<Body[]>(`${PATH}?sort=day`)).body
const listDays = async () =>
  (await list()).map(({ day, kind, pile }) => [day, kind, pile].join(' '))

/** Decides about the first purchase that waits. */
async function decide(take: string) {
  const waiting = (await list()).find(({ pile }) => pile === 'conflict')
  return me.post<Body>(`${PATH}/${waiting?.id}/figures`, { take })
}

test('C570 A corrected day of an invoice is asked about, and the decision counts for all items of the stop', async () => {
  const stop = (day: string) => [
    { day, fees: '0.25' },
    { day, item: 'DEFD' },
  ]
  await save(stop(FIRST))
  expect(await save(stop(SECOND))).toEqual({ imported: 0, conflicts: 3, same: 0 })
  const [first] = await list()
  const details = (await me.get<Body>(`${PATH}/${first?.id}`)).body
  expect(details.conflict).toMatchObject({ day: SECOND, isOtherDay: true, fileName: 'week.csv' })
  expect((await decide('new')).status).toBe(200)
  expect((await listDays()).toSorted()).toEqual([
    `${SECOND} def company`,
    `${SECOND} diesel company`,
    `${SECOND} fee company`,
  ])
  expect(await save(stop(FIRST))).toEqual({ imported: 0, conflicts: 0, same: 3 })
  expect(await save(stop(SECOND))).toEqual({ imported: 0, conflicts: 0, same: 3 })
})

test('C570 A person keeps the day, and the file with the other one changes nothing from then on', async () => {
  await save([{ day: FIRST }])
  await save([{ day: SECOND }])
  expect((await decide('stored')).status).toBe(200)
  expect(await listDays()).toEqual([`${FIRST} diesel company`])
  expect(await save([{ day: SECOND }])).toEqual({ imported: 0, conflicts: 0, same: 1 })
})

test('C570 A person says that these are two purchases, and the second one has the row of its file', async () => {
  await save([{ day: FIRST }])
  await save([{ day: SECOND, odometer: '412300' }])
  expect((await decide('both')).status).toBe(200)
  const [first, second] = await list()
  expect(second).toMatchObject({ day: SECOND, net: first?.net, truckId, odometer: 412_300 })
  const { cells } = (await me.get<Body>(`${PATH}/${second?.id}`)).body
  expect(cells).toMatchObject({ 'Tran Date': SECOND, Odometer: '412300' })
  expect(await save([{ day: FIRST }, { day: SECOND }])).toMatchObject({ conflicts: 0, same: 2 })
})

test.each<[string, EfsRow[], EfsRow[]]>([
  ['other amounts', [{}], [{ amount: '300.00' }]],
  ['another item', [{}], [{ item: 'DEFD' }]],
  ['another card', [{}], [{ card: '0542' }]],
  ['no invoice', [{ invoice: '' }], [{ invoice: '' }]],
  ['more than 31 days in between', [{}], [{ day: LATER }]],
  ['both days in one file', [{}], [{ day: FIRST }, {}]],
])('C570 A row with %s is a second purchase', async (_, before, after) => {
  await save(before.map((row) => ({ day: FIRST, ...row })))
  expect(await save(after.map((row) => ({ day: SECOND, ...row })))).toMatchObject({
    imported: 1,
    conflicts: 0,
  })
})

test('C570 A provider’s own number is another purchase on another day', async () => {
  await save(COMDATA_FILE)
  const later = COMDATA_FILE.replace('01/09/2025', '01/10/2025')
  expect(await save(later)).toEqual({ imported: 4, conflicts: 0, same: 0 })
})

test('C570 Other figures are no second purchase, and wait until the day is decided', async () => {
  await save([{ day: FIRST }])
  await save([{ day: FIRST, amount: '300.00' }])
  expect((await decide('both')).status).toBe(409)
  await decide('stored')
  await save([{ day: SECOND }])
  expect(await save([{ day: FIRST, amount: '299.00' }])).toMatchObject({ conflicts: 1 })
  const [only] = await list()
  const { conflict } = (await me.get<Body>(`${PATH}/${only?.id}`)).body
  expect(conflict).toMatchObject({ day: SECOND, isOtherDay: true })
})

test('C566 The figures of several files that a person decided against change nothing', async () => {
  const files = ['300.00', '299.00'].map((amount) => [{ day: FIRST, amount }])
  await save([{ day: FIRST }])
  for (const rows of files) {
    await save(rows)
    await decide('stored')
  }
  for (const rows of files) expect(await save(rows)).toEqual({ imported: 0, conflicts: 0, same: 1 })
})

test('C570 On a corrected day the truck is that of the card, unless a person chose it', async () => {
  const other = await addTruck('105')
  const card = { provider: 'efs', kind: 'card', number: '0541', endsOn: null }
  await me.post('/api/cards', { ...card, truckId, startsOn: '2026-01-01', endsOn: '2026-01-10' })
  await me.post('/api/cards', { ...card, truckId: other, startsOn: '2026-01-11' })
  await save([{ day: FIRST, invoice: '1' }])
  await save([{ day: FIRST, invoice: '2' }])
  const chosen = (await list()).find(({ invoice }) => invoice === '2')
  await me.put(`${PATH}/${chosen?.id}`, { truckId: other })
  await me.put(`${PATH}/${chosen?.id}`, { truckId })
  await save([
    { day: SECOND, invoice: '1' },
    { day: SECOND, invoice: '2' },
  ])
  await decide('new')
  await decide('new')
  const trucks = (await list()).map((row) => [row.invoice, row.day, row.truckId])
  expect(trucks.toSorted()).toEqual([
    ['1', SECOND, other],
    ['2', SECOND, truckId],
  ])
})
