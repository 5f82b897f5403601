import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
const date = '2026-11-20'
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

async function readRun(query = 'week=2026-11-20'): Promise<Run> {
  return (await carrier.client.get<Run>(`/api/settlements/run?today=2026-11-25&${query}`)).body
}

test('C8 Without open work the run shows the last completed week, by the company’s work week', async () => {
  expect(await readRun('')).toMatchObject({ from: '2026-11-15', to: '2026-11-21', rows: [] })
  await carrier.client.post('/api/settings', { companyName: 'Blue', workWeekStartDay: 1 })
  expect(await readRun('')).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
  expect(await readRun('week=2026-11-30')).toMatchObject({ from: '2026-11-30', to: '2026-12-06' })
})

test('C8 The run lists each truck with loads, saved or not, with its figures and exceptions', async () => {
  const owner = (await carrier.client.post('/api/owners', makeSample('owners'))).body
  const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, { ...truck, ownerId: owner.id })
  await carrier.createRule({ basis: 'percent', value: '12' })
  await carrier.createLoad(date, '1000', { bolStatus: 'received' })
  const second = await carrier.createTruck()
  await carrier.removeDriver(second)
  await carrier.createLoad(date, '10', { truckId: second })
  await carrier.createLoad('2026-11-13', '500', { truckId: second })
  await carrier.createLoad('2026-11-27', '7')
  const before = await readRun()
  expect(before.rows).toMatchObject([
    {
      truckId: carrier.truckId,
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
  const saved = await carrier.settle(date, { startFromDefaults: true })
  await carrier.createLoad(date, '5', { bolStatus: 'received' })
  const [row] = (await readRun()).rows
  expect(row).toMatchObject({
    billing: { id: saved.id, status: 'pending', number: null },
    revenue: '1000.00',
    net: saved.netPayment,
    exceptions: [{ cause: 'stale', text: 'Load total changed to $1,005.00' }],
  })
  await carrier.client.put(`/api/billing/${saved.id}`, { recalculate: true })
  await carrier.approve(saved.id)
  // 1.00 less the fee of 12% is 0.88.
  await carrier.createLoad(date, '1', { bolStatus: 'received' })
  expect((await readRun()).rows[0]).toMatchObject({
    billing: { status: 'approved', number: 1 },
    exceptions: [{ cause: 'drift', text: '1 load changed after approval ($0.88 to adjust)' }],
  })
})

test('C49 A BOL is missing once the load is delivered or its delivery date has come', async () => {
  const load = { deliveryStatus: 'in-transit', deliveryDate: '2026-11-26' }
  const truckId = await carrier.createTruck()
  await carrier.createLoad('2026-11-27', '100', { ...load, truckId })
  await carrier.createLoad('2026-11-27', '100', { ...load, truckId, deliveryDate: null })
  const bols = async (today: string) =>
    (await carrier.client.get<Run>(`/api/settlements/run?today=${today}&week=2026-11-27`)).body.rows
      .flatMap((row) => row.exceptions)
      .filter(({ cause }) => cause === 'bol')
      .map(({ text }) => text)
  expect(await bols('2026-11-25')).toEqual([])
  expect(await bols('2026-11-26')).toEqual(['Missing 1 BOL'])
  expect(await bols('2026-11-27')).toEqual(['Missing 2 BOLs'])
  await carrier.createLoad('2026-11-27', '100', { ...load, truckId, deliveryStatus: 'delivered' })
  expect(await bols('2026-11-25')).toEqual(['Missing 1 BOL'])
})

test('C482 Each row names the loads that miss a paper', async () => {
  await carrier.createLoad(date, '100', { loadId: 'L-1', bolStatus: 'received' })
  const late = { deliveryStatus: 'in-transit', deliveryDate: date }
  const { id } = await carrier.createLoad(date, '100', { loadId: 'L-2', ...late })
  const toSettle = { bol: 'always', pod: 'always' }
  const expectLoads = async (loads: object[]) =>
    expect((await readRun()).rows[0]?.incompleteLoads).toMatchObject(loads)
  await expectLoads([{ id, number: 'L-2', isDelivered: false, papers: 'bol' }])
  await carrier.client.put('/api/required-papers', {
    firstDay: addDays(accountDay(), -365),
    toSettle,
  })
  await carrier.client.post('/api/loads/bulk', { ids: [id], set: { deliveryStatus: 'delivered' } })
  await expectLoads([{ number: 'L-2', isDelivered: true, papers: 'bol,pod' }])
})

test('C8 A deduction too large for any settlement does not hide the other trucks', async () => {
  await carrier.createLoad(date, '100', { miles: '99999999.99' })
  await carrier.createRule({ basis: 'per-mile', value: '99999999.99', truckId: carrier.truckId })
  await carrier.createLoad(date, '10', { truckId: await carrier.createTruck() })
  const { rows } = await readRun()
  expect(rows.map(({ deductions }) => deductions).toSorted()).toEqual([
    '0.00',
    '9999999998000000.00',
  ])
  const sent = { truckId: carrier.truckId, settlementDate: date }
  expect((await carrier.client.post('/api/billing', sent)).status).toBe(400)
})

test('C8 Statements come as one ZIP and the register as a CSV, both without void ones', async () => {
  await carrier.createLoad(date, '100')
  const first = await carrier.settle(date)
  await carrier.approve(first.id)
  await carrier.voidStatement(first.id)
  const { id } = await carrier.settle(date, { fuel: '10' })
  await carrier.approve(id)
  await carrier.pay(id)
  const headers = { cookie: carrier.client.cookie }
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
  const register = await carrier.client.get('/api/settlements/run/register.csv?week=2026-11-18')
  const [, line, ...rest] = register.text.split('\r\n')
  expect(line).toMatch(
    /^2,T-\d+,Driver of T-\d+,2026-11-20,100.00,0.00,10.00,90.00,paid,2026-11-25,check,1001,90.00,posted,$/,
  )
  expect(rest).toEqual([''])
})

test('C8 A run shows only its own account, and its week must be a date', async () => {
  await carrier.createLoad(date)
  await carrier.settle(date)
  const other = await signUp(app)
  expect(
    (await other.get<Run>(`/api/settlements/run?today=${date}&week=${date}`)).body.rows,
  ).toEqual([])
  const register = await other.get(`/api/settlements/run/register.csv?week=${date}`)
  expect(register.text.split('\r\n')).toHaveLength(2)
  expect((await carrier.client.get('/api/settlements/run')).status).toBe(400)
  expect((await carrier.client.get('/api/settlements/run/register.csv?week=now')).status).toBe(400)
})

test('C8 Of two unsaved dates, the first has the carry-forward, the second ends the advance', async () => {
  await carrier.createLoad('2026-11-13', '10')
  const { id } = await carrier.settle('2026-11-13', { fuel: '110' })
  await carrier.approve(id)
  await carrier.createRule({ balance: 'advance', total: '130' })
  await carrier.createLoad('2026-11-20', '500')
  await carrier.createLoad('2026-11-18', '500')
  expect(
    (await readRun()).rows.map(({ settlementDate, deductions }) => [settlementDate, deductions]),
  ).toEqual([
    ['2026-11-18', '200.00'],
    ['2026-11-20', '30.00'],
  ])
  await carrier.settle('2026-11-18', { startFromDefaults: true })
  await carrier.settle('2026-11-20', { startFromDefaults: true })
  expect((await readRun()).rows.map(({ deductions }) => deductions)).toEqual(['200.00', '30.00'])
})

test('C8 Per-mile deductions of outdated miles are an exception until they are recalculated', async () => {
  await carrier.removeDriver()
  const hauled = await carrier.createLoad(date, '1000', { bolStatus: 'received', miles: '500' })
  await carrier.createRule({ basis: 'per-mile', value: '0.10' })
  const { id } = await carrier.settle(date)
  expect((await readRun()).rows[0]?.stale).toBe(false)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, miles: '600' })
  expect((await readRun()).rows[0]).toMatchObject({
    stale: true,
    exceptions: [{ text: 'No owner assigned' }, { text: 'Deductions are out of date' }],
  })
  await carrier.client.put(`/api/billing/${id}`, { recalculate: true })
  expect((await readRun()).rows[0]).toMatchObject({
    stale: false,
    exceptions: [{ text: 'No owner assigned' }],
  })
})
