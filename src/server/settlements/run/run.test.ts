import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { beforeEach, expect, test } from 'vitest'
import type { Run } from '#core/settlements/run/run.ts'
import { makeSample } from '#server/testing/samples.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const date = '2026-11-20'
let at: Settling

beforeEach(async () => {
  at = await settling(app)
})

async function run(query = 'week=2026-11-20'): Promise<Run> {
  return (await at.me.get<Run>(`/api/settlements/run?today=2026-11-25&${query}`)).body
}

test('C8 Without open work the run shows the last completed week, by the company’s work week', async () => {
  expect(await run('')).toMatchObject({ from: '2026-11-15', to: '2026-11-21', rows: [] })
  await at.me.post('/api/settings', { companyName: 'Blue', workWeekStartDay: 1 })
  expect(await run('')).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
  expect(await run('week=2026-11-30')).toMatchObject({ from: '2026-11-30', to: '2026-12-06' })
})

test('C8 The run lists each truck with loads, saved or not, with its figures and exceptions', async () => {
  const owner = (await at.me.post('/api/owners', makeSample('owners'))).body
  const truck = (await at.me.get(`/api/trucks/${at.truckId}`)).body
  await at.me.put(`/api/trucks/${at.truckId}`, { ...truck, ownerId: owner.id })
  await at.rule({ basis: 'percent', value: '12' })
  await at.load(date, '1000', { bolStatus: 'received' })
  const second = await at.truck()
  await at.load(date, '10', { truckId: second })
  await at.load('2026-11-13', '500', { truckId: second })
  await at.load('2026-11-27', '7')
  const before = await run()
  expect(before.rows).toMatchObject([
    {
      truckId: at.truckId,
      billing: null,
      loads: 1,
      revenue: '1000.00',
      deductions: '120.00',
      net: '880.00',
      exceptions: [],
    },
    {
      truckId: second,
      net: '8.80',
      exceptions: [
        { cause: 'bol', text: 'Missing 1 BOL' },
        { cause: 'no-payee', text: 'No owner assigned' },
      ],
    },
  ])
  const saved = await at.settle(date, { startFromDefaults: true })
  await at.load(date, '5', { bolStatus: 'received' })
  const [row] = (await run()).rows
  expect(row).toMatchObject({
    billing: { id: saved.id, status: 'pending', number: null },
    revenue: '1000.00',
    net: saved.netPayment,
    exceptions: [{ cause: 'stale', text: 'Load total changed to $1,005.00' }],
  })
  await at.me.put(`/api/billing/${saved.id}`, { recalculate: true })
  await at.approve(saved.id)
  // 1.00 less the fee of 12% is 0.88.
  await at.load(date, '1', { bolStatus: 'received' })
  expect((await run()).rows[0]).toMatchObject({
    billing: { status: 'approved', number: 1 },
    exceptions: [{ cause: 'drift', text: '1 load changed after approval ($0.88 to adjust)' }],
  })
})

test('C49 A load misses its BOL once it is delivered or its delivery date has come', async () => {
  const load = { deliveryStatus: 'in-transit', deliveryDate: '2026-11-26' }
  const truckId = await at.truck()
  await at.load('2026-11-27', '100', { ...load, truckId })
  await at.load('2026-11-27', '100', { ...load, truckId, deliveryDate: null })
  const bols = async (today: string) =>
    (await at.me.get<Run>(`/api/settlements/run?today=${today}&week=2026-11-27`)).body.rows
      .flatMap((row) => row.exceptions)
      .filter(({ cause }) => cause === 'bol')
      .map(({ text }) => text)
  expect(await bols('2026-11-25')).toEqual([])
  expect(await bols('2026-11-26')).toEqual(['Missing 1 BOL'])
  expect(await bols('2026-11-27')).toEqual(['Missing 2 BOLs'])
  await at.load('2026-11-27', '100', { ...load, truckId, deliveryStatus: 'delivered' })
  expect(await bols('2026-11-25')).toEqual(['Missing 1 BOL'])
})

test('C8 A deduction too large for any settlement does not hide the other trucks', async () => {
  await at.load(date, '100', { miles: '99999999.99' })
  await at.rule({ basis: 'per-mile', value: '99999999.99', truckId: at.truckId })
  await at.load(date, '10', { truckId: await at.truck() })
  const { rows } = await run()
  expect(rows.map(({ deductions }) => deductions).toSorted()).toEqual([
    '0.00',
    '9999999998000000.00',
  ])
  const sent = { truckId: at.truckId, settlementDate: date }
  expect((await at.me.post('/api/billing', sent)).status).toBe(400)
})

test('C8 Statements come as one ZIP and the register as a CSV, both without void ones', async () => {
  await at.load(date, '100')
  const first = await at.settle(date)
  await at.approve(first.id)
  await at.voidIt(first.id)
  const { id } = await at.settle(date, { fuel: '10' })
  await at.approve(id)
  await at.pay(id)
  const headers = { cookie: at.me.cookie }
  const url = '/api/settlements/run/statements.zip?week=2026-11-18'
  const { rawPayload } = await app.inject({ url, headers })
  const entries = await new ZipReader(
    new BlobReader(new Blob([new Uint8Array(rawPayload)])),
  ).getEntries()
  expect(entries.map(({ filename }) => filename)).toEqual([
    expect.stringMatching(/^2-statement-truck-.*-2026-11-20\.pdf$/),
  ])
  const [entry] = entries
  const text = entry && !entry.directory ? await entry.getData(new TextWriter()) : ''
  expect(text.slice(0, 5)).toBe('%PDF-')
  const register = await at.me.get('/api/settlements/run/register.csv?week=2026-11-18')
  const [, line, ...rest] = register.text.split('\r\n')
  expect(line).toMatch(
    /^2,T-\d+,,2026-11-20,100.00,0.00,10.00,90.00,paid,2026-11-25,check,1001,90.00,posted,$/,
  )
  expect(rest).toEqual([''])
})

test('C8 A run shows only its own account, and its week must be a date', async () => {
  await at.load(date)
  await at.settle(date)
  const other = await signUp(app)
  expect(
    (await other.get<Run>(`/api/settlements/run?today=${date}&week=${date}`)).body.rows,
  ).toEqual([])
  const register = await other.get(`/api/settlements/run/register.csv?week=${date}`)
  expect(register.text.split('\r\n')).toHaveLength(2)
  expect((await at.me.get('/api/settlements/run')).status).toBe(400)
  expect((await at.me.get('/api/settlements/run/register.csv?week=now')).status).toBe(400)
})

test('C8 Of two unsaved dates only the first has the carry-forward and the end of the advance', async () => {
  await at.load('2026-11-13', '10')
  const { id } = await at.settle('2026-11-13', { fuel: '110' })
  await at.approve(id)
  await at.rule({ balance: 'advance', total: '130' })
  await at.load('2026-11-20', '500')
  await at.load('2026-11-18', '500')
  expect(
    (await run()).rows.map(({ settlementDate, deductions }) => [settlementDate, deductions]),
  ).toEqual([
    ['2026-11-18', '200.00'],
    ['2026-11-20', '30.00'],
  ])
  await at.settle('2026-11-18', { startFromDefaults: true })
  await at.settle('2026-11-20', { startFromDefaults: true })
  expect((await run()).rows.map(({ deductions }) => deductions)).toEqual(['200.00', '30.00'])
})

test('C8 Per-mile deductions of outdated miles are an exception until they are recalculated', async () => {
  const hauled = await at.load(date, '1000', { bolStatus: 'received', miles: '500' })
  await at.rule({ basis: 'per-mile', value: '0.10' })
  const { id } = await at.settle(date)
  expect((await run()).rows[0]?.stale).toBe(false)
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, miles: '600' })
  expect((await run()).rows[0]).toMatchObject({
    stale: true,
    exceptions: [{ text: 'No owner assigned' }, { text: 'Deductions are out of date' }],
  })
  await at.me.put(`/api/billing/${id}`, { recalculate: true })
  expect((await run()).rows[0]).toMatchObject({
    stale: false,
    exceptions: [{ text: 'No owner assigned' }],
  })
})
