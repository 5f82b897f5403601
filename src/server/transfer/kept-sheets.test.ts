/** Whole spreadsheets as people keep them, sent to the API: values in merged cells, days without a year, letters of Windows. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportCheck } from '#core/transfer/import.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeWorkbook } from '#server/testing/workbook.ts'
import { readWorkbook } from './xlsx/read-workbook.ts'

const { app } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

async function send<Answer = ImportCheck>(path: string, file: string | Buffer) {
  const isBook = Buffer.from(file).subarray(0, 2).toString() === 'PK'
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/loads/import${path}`,
    headers: { cookie: me.cookie, 'content-type': isBook ? WORKBOOK_TYPE : 'text/csv' },
    payload: file,
  })
  return { status: statusCode, body: JSON.parse(body) as Answer }
}

const listLoads = async () => (await me.get<Body[]>('/api/loads?sort=loadId')).body

const TITLES = ['Load #', 'Truck', 'PU Date', 'Origin', 'Destination', 'Rate']
const row = (load: string, truck: string, rate: string) =>
  [load, truck, '11/20/2026', 'Dallas, TX', 'Reno, NV', rate] as const

describe('Merged cells', () => {
  beforeEach(async () => {
    await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '101' })
  })

  test('C514 A truck merged over its loads is the truck of each', async () => {
    const rows = [TITLES, row('1', '101', '900'), row('2', '', '800'), row('3', '', '700')]
    const file = await makeWorkbook({ sheets: { One: rows }, merged: ['B2:B3', 'A1:F1'] })
    expect((await send('', file)).status).toBe(201)
    expect((await listLoads()).map(({ loadId, labels }) => [loadId, labels])).toMatchObject([
      ['1', { truckId: '101' }],
      ['2', { truckId: '101' }],
      ['3', { truckId: null }],
    ])
  })

  test('C514 An amount merged over several loads is an error at each', async () => {
    const rows = [TITLES, row('1', '101', '900'), row('2', '101', '')]
    const file = await makeWorkbook({ sheets: { One: rows }, merged: ['F2:F3'] })
    const { body } = await send('/check', file)
    expect(body.causes).toMatchObject([
      { column: 'Rate', message: 'One cell, merged over several rows', count: 2, lines: [2, 3] },
    ])
  })

  test('C514 Cells that overlap without end are refused', async () => {
    const merged = Array.from({ length: 3 }, () => 'A1:A1048576')
    const file = await makeWorkbook({ sheets: { One: [['a'], ['b']] }, merged })
    await expect(readWorkbook(file)).rejects.toThrow(/too large|too many|larger/i)
  })
})

test('C510 A heading of two rows and groups of rows are read, and the dialog can name what is left out', async () => {
  const file = [
    'Load #,Pickup,,,Delivery,,,Rate',
    ',Date,City,State,Date,City,State,',
    'WEEK 44,,,,,,,',
    '1,11/2/2026,Reno,NV,11/3/2026,Ogden,UT,900',
    'WEEK 45,,,,,,,',
    '2,11/9/2026,Ogden,UT,11/10/2026,Reno,NV,800',
  ].join('\n')
  const { body } = await send('/check', file)
  expect([body.rows, body.errorCount, body.leftOut]).toEqual([
    2,
    0,
    [
      { line: 3, text: 'WEEK 44' },
      { line: 5, text: 'WEEK 45' },
    ],
  ])
  expect((await send('', file)).status).toBe(201)
  expect(await listLoads()).toMatchObject([
    { loadId: '1', pickupCity: 'Reno', deliveryDate: '2026-11-03' },
    { loadId: '2', pickupCity: 'Ogden', deliveryState: 'NV' },
  ])
})

test('C511 C512 A cell with truck and driver fills both; the missing ones are named and created; TBD is nobody', async () => {
  const file = [
    'Load #,Truck / Driver,PU Date,Delivery Date,Lane,Rate',
    '1,101 / Ann Lee,11/2/2026,TBD,"Reno, NV - Ogden, UT",900',
    '2,TBD,11/2/2026,N/A,"Reno, NV - Ogden, UT",900',
  ].join('\n')
  const { body } = await send('/check', file)
  expect(body.missing).toMatchObject([
    { entity: 'trucks', names: ['101'] },
    { entity: 'drivers', names: ['Ann Lee'] },
  ])
  expect(body.causes.map(({ message }) => message)).toEqual([
    'Truck “101” was not found',
    'Driver “Ann Lee” was not found',
  ])
  expect((await send('?create=trucks,drivers', file)).status).toBe(201)
  expect(await listLoads()).toMatchObject([
    { labels: { truckId: '101', driverId: 'Ann Lee' }, deliveryDate: null, pickupCity: 'Reno' },
    { labels: { truckId: null, driverId: null }, deliveryCity: 'Ogden' },
  ])
})

test('C513 Days without a year are errors until a year is named', async () => {
  const file = 'Load #,PU,Origin,Destination,Rate\n1,28-Dec,"Reno, NV","Ogden, UT",9\n'
  const asked = await send('/check', file)
  expect([asked.body.errorCount, asked.body.days.yearless]).toEqual([1, '28-Dec'])
  expect((await send('/check?year=26', file)).status).toBe(400)
  const near = await send('/check?year=near&today=2027-01-04', file)
  expect(near.body.preview[0]?.read).toMatchObject({ pickupDate: '2026-12-28' })
  const { body } = await send('/check?year=2025', file)
  expect([body.errorCount, body.preview[0]?.read]).toMatchObject([0, { pickupDate: '2025-12-28' }])
})

describe('A file that is not in UTF-8', () => {
  const csv =
    'Load #,PU Date,Pickup City,Pickup State,Delivery State,Rate\n1,11/2/2026,Québec – port,QC,ON,9\n'
  const windows = Buffer.from(csv.replace('–', '\u0096'), 'latin1')

  test('C515 is read as Windows writes it, and the check shows its letters', async () => {
    expect((await send('/check', windows)).body.letters).toEqual(['Québec', '–'])
    expect((await send('', windows)).status).toBe(201)
    expect((await listLoads())[0]?.pickupCity).toBe('Québec – port')
    expect((await send('/check', csv)).body.letters).toBeUndefined()
  })

  test('C515 is refused if it is no text', async () => {
    const { status, body } = await send<{ message: string }>(
      '/check',
      Buffer.concat([windows, Buffer.from([0x81, 0x01])]),
    )
    expect([status, body.message]).toEqual([400, expect.stringContaining('not in UTF-8')])
  })
})

test('C515 A web page or an XML file under the name of a workbook is refused with what to do', async () => {
  for (const file of [
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Load #</td></tr></table>',
    '\uFEFF<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook></Workbook>',
  ]) {
    const { status, body } = await send<{ message: string }>('/check', file)
    expect(status).toBe(400)
    expect(body.message).toMatch(/save it as Excel Workbook/)
  }
})

test('C58 A time in UTC is an error that says so', async () => {
  const rows = [['Load #', 'PU Date', 'Origin', 'Destination', 'Rate'].join()]
  rows.push('1,2026-11-20T08:00:00Z,"Dallas, TX","Reno, NV",900')
  const { body } = await send('/check', rows.join('\n'))
  expect(body.errors).toMatchObject([{ line: 2, message: expect.stringMatching(/in UTC/) }])
})
