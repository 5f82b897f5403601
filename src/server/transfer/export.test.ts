import { beforeEach, expect, test } from 'vitest'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { readWorkbook } from './xlsx/read-workbook.ts'
import { writeParts } from '#server/streaming/workbook.ts'
import { createZip } from '#server/streaming/zip.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { signUp, testApp, type Client, readAccountId } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'
import { downloadSheet, readCells, readSheetXml } from '#server/testing/sheet-cells.ts'
import { inviteMember } from '#server/testing/team.ts'

const { app, database } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

async function readLines(url: string): Promise<string[]> {
  const { text } = await me.get(url)
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

test.each(everyEntity)('B50 $name are exported as a CSV attachment', async ({ name, fields }) => {
  await me.post(`/api/${name}`, makeSample(name))
  const { status, text, headers } = await me.get(`/api/${name}/export.csv`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`)
  const heading = Object.values(fields).map(({ label }) => label)
  expect(text.startsWith(`\uFEFF${heading.join(',')}\r\n`)).toBe(true)
})

test('B50 A CSV file has days, amounts and statuses as in the API, and labels of links', async () => {
  const driver = (await me.post('/api/drivers', makeSample('drivers'))).body
  await me.post('/api/loads', {
    ...makeSample('loads'),
    driverId: driver.id,
    notes: '=HYPERLINK("http://x")',
  })
  const [heading = '', line = ''] = await readLines('/api/loads/export.csv')
  const cells = new Map(heading.split(',').map((title, at) => [title, line.split(',')[at]]))
  expect(Object.fromEntries(cells)).toMatchObject({
    'Load #': 'L-1',
    Truck: '',
    Driver: 'Łukasz Nguyễn',
    'Pickup Date': '2026-11-16',
    Revenue: '2400.00',
    Miles: '781.00',
    'Delivery Status': 'scheduled',
    Notes: `"'=HYPERLINK(""http://x"")"`,
    Documents: '',
  })
})

test('B50 A CSV file has all rows of the query in its order, without page limits', async () => {
  for (const n of [1, 2, 3]) await me.post('/api/loads', makeSample('loads', n))
  await me.post('/api/loads', { ...makeSample('loads', 4), pickupCity: 'Reno' })
  const numbers = async (query: string) =>
    (await readLines(`/api/loads/export.csv?${query}`)).slice(1).map((line) => line.split(',')[0])
  expect(await numbers('search=Dallas&sort=loadId&limit=1&offset=1')).toEqual(['L-1', 'L-2', 'L-3'])
  expect(await numbers('sort=-loadId')).toEqual(['L-4', 'L-3', 'L-2', 'L-1'])
  expect(await numbers('pickupDate.from=2027-01-01')).toEqual([])
  expect((await me.get('/api/loads/export.csv?nothing=1')).status).toBe(400)
})

test('B50 The export of settlements includes computed columns', async () => {
  const truck = (await me.post('/api/trucks', makeSample('trucks'))).body
  await me.post('/api/loads', { ...makeSample('loads'), truckId: truck.id })
  const settlement = { truckId: truck.id, settlementDate: '2026-11-20', fuel: '100', tires: '-12' }
  await me.post('/api/billing', settlement)
  const [heading = '', line = ''] = await readLines('/api/billing/export.csv?sort=truckId')
  const cells = line.split(',')
  const cell = (title: string) => cells[heading.split(',').indexOf(title)]
  expect(['Truck', 'Total Revenue', 'Tires', 'Net Payment', 'Status'].map(cell)).toEqual([
    'T-1',
    '2400.00',
    '-12.00',
    '2312.00',
    'pending',
  ])
})

test('B50 An export of several batches is complete, ordered and of one account', async () => {
  const other = await signUp(app)
  await other.post('/api/dispatchers', makeSample('dispatchers'))
  const userId = await readAccountId(me)
  const people = Array.from({ length: 1201 }, (_, n) => ({
    userId,
    name: `Person ${String(n).padStart(4, '0')}`,
    phone: '1',
    email: 'a@example.com',
  }))
  await database.insertInto('dispatchers').values(people).execute()
  const lines = await readLines('/api/dispatchers/export.csv?sort=name')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(people.map(({ name }) => name))
})

test('B6 B50 An export needs a session', async () => {
  const response = await app.inject('/api/loads/export.csv')
  expect(response.statusCode).toBe(401)
})

test('C73 B50 A list as a file has bank details and tax IDs for an Admin only', async () => {
  const secrets = { taxId: '12-3456789', bankDetails: 'Routing 021000021' }
  for (const name of ['owners', 'drivers'] as const)
    await me.post(`/api/${name}`, { ...makeSample(name), ...secrets })
  const accounting = await inviteMember(app, me, 'accounting')
  for (const name of ['owners', 'drivers']) {
    const path = `/api/${name}/export.csv`
    const [own, theirs] = [await me.get(path), await accounting.get(path)]
    expect([own.text.includes('12-3456789'), own.text.includes('021000021')]).toEqual([true, true])
    expect([theirs.status, /3456789|021000021|Tax ID|Bank Details/.test(theirs.text)]).toEqual([
      200,
      false,
    ])
    const { statusCode, rawPayload } = await app.inject({
      url: `/api/${name}/export.xlsx`,
      headers: { cookie: accounting.cookie },
    })
    const [sheet] = await readWorkbook(rawPayload)
    expect([statusCode, /3456789|021000021|Tax ID|Bank Details/.test(sheet?.csv ?? '')]).toEqual([
      200,
      false,
    ])
  }
})

test.each([
  '/api/audit/export.csv?personId=1',
  '/api/drivers/export.csv?backupWithholding=none',
  '/api/invoices/export.csv?hasDrift=x',
  '/api/drivers/export.xlsx?backupWithholding=none',
])('B50 A value that a column can’t have is 400 and no cut file: %s', async (path) => {
  expect((await me.get(path)).status).toBe(400)
})

test.each(everyEntity)(
  'C439 $name are exported as a workbook with the cells of the CSV file',
  async ({ name, fields }) => {
    const awkward = { notes: '=HYPERLINK("http://x") & <b>\nsecond line', status: undefined }
    await me.post(`/api/${name}`, { ...makeSample(name), ...('notes' in fields ? awkward : {}) })
    const response = await app.inject({
      url: `/api/${name}/export.xlsx`,
      headers: { cookie: me.cookie },
    })
    expect(response.headers['content-type']).toBe(WORKBOOK_TYPE)
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${name}.xlsx"`)
    const csv = await downloadSheet(app, me, `/api/${name}/export.csv`)
    const workbook = { ...csv, name: `${name}.xlsx`, bytes: response.rawPayload }
    expect(await readCells(workbook)).toEqual(await readCells(csv))
  },
)

test('C439 The audit log is a workbook too: its moments are texts', async () => {
  await me.post('/api/loads', makeSample('loads'))
  const { rawPayload, statusCode } = await app.inject({
    url: '/api/audit/export.xlsx',
    headers: { cookie: me.cookie },
  })
  expect(statusCode).toBe(200)
  expect((await readWorkbook(rawPayload))[0]?.csv).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z/)
})

test('C439 A workbook has texts, days and amounts as Excel’s own', async () => {
  await me.post('/api/loads', { ...makeSample('loads'), loadId: '007', weight: '42000.5' })
  const { rawPayload } = await app.inject({
    url: '/api/loads/export.xlsx',
    headers: { cookie: me.cookie },
  })
  const text = await readSheetXml(rawPayload)
  expect(text).toContain(
    '<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">007</t></is></c>',
  )
  expect(text).toContain(' s="3"><v>46342</v></c>')
  expect(text).toContain('<c r="AA2" s="2"><v>2400.00</v></c>')
  expect(text).toContain(' s="0"><v>42000.50</v></c>')
})

test('C439 A list that is longer than a sheet goes on in the next one', async () => {
  const listed = { columns: [{ title: 'Name', control: 'text' }] } as const
  const write = async (names: string[][]) => {
    const batches = names.map((batch) => batch.map((name) => [name]))
    const pieces: Uint8Array[] = []
    for await (const piece of createZip(writeParts(listed, batches, 3))) pieces.push(piece)
    return (await readWorkbook(Buffer.concat(pieces))).map(({ name, csv }) => [name, csv])
  }
  const sheet = (...names: string[]) => ['sep=,', 'Name', ...names, ''].join('\r\n')
  expect(await write([['a', 'b', 'c'], [], ['d'], ['e']])).toEqual([
    ['List', sheet('a', 'b')],
    ['List 2', sheet('c', 'd')],
    ['List 3', sheet('e')],
  ])
  expect(await write([['a'], ['b']])).toEqual([['List', sheet('a', 'b')]])
  expect(await write([])).toEqual([['List', sheet()]])

  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield [['a']]
    } finally {
      isClosed = true
    }
  }
  for await (const { content } of writeParts(listed, endless())) {
    for await (const piece of content) if (String(piece).includes('>a<')) break
    break
  }
  expect(isClosed).toBe(true)
})

test('C439 The workbook of the audit log has its events with their instants as text', async () => {
  await me.post('/api/trucks', makeSample('trucks'))
  const response = await app.inject({
    url: '/api/audit/export.xlsx?subject=trucks',
    headers: { cookie: me.cookie },
  })
  const [sheet] = await readWorkbook(response.rawPayload)
  expect(sheet?.csv).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*,.*created,trucks/)
})
