import { BlobReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ImportedCharges } from '#core/charges/csv.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const me = await signUp(app)

type Charges = { revenue: string; billedTotal: string; charges: Body[] }

const CSV = { 'content-type': 'text/csv' }
const LINE_HAUL = { kind: 'line-haul', amount: '2000.00' }
const SURCHARGE = { kind: 'fuel-surcharge', quantity: '781', rate: '0.4533' }
const LUMPER = { kind: 'lumper', amount: '180.00', ownerShare: 'none', billToBroker: false }
const DETENTION = {
  kind: 'detention',
  quantity: '2.5',
  rate: '50',
  approval: 'approved',
  stop: 'delivery',
  approvedBy: 'Kim, desk 4',
  approvedOn: '2026-11-20',
  arrivedAt: '2026-11-20 08:15',
}

const path = (load: Body) => `/api/loads/${load.id}/charges`
const read = async (load: Body) => (await me.get<Charges>(path(load))).body
const save = (load: Body, charges: object[]) => me.put<Charges>(path(load), { charges })
type Answer = Partial<ImportCheck> & Partial<ImportedCharges> & { message?: string }
const send = (text: string, query = '') =>
  me.post<Answer>(`/api/loads/charges/import${query}`, text, CSV)
const check = (text: string, query = '') =>
  me.post<Answer>(`/api/loads/charges/import/check${query}`, text, CSV)
const addLoad = async (n: number) => (await me.post('/api/loads', makeSample('loads', n))).body

async function readExported({ cookie }: Client): Promise<string> {
  const url = '/api/account/export.zip'
  const { rawPayload } = await app.inject({ method: 'GET', url, headers: { cookie } })
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(rawPayload)])))
  const entries = await reader.getEntries()
  const entry = entries.find(({ filename }) => filename === 'charges.csv') as FileEntry
  return entry.getData(new TextWriter())
}

/** The values of a charge that are in the file. */
function pick({ id: _, version: __, createdAt: ___, updatedAt: ____, ...charge }: Body) {
  return charge
}

test('C107 B53 Charges can be imported from the file in the account’s ZIP', async () => {
  const [load, other] = [await addLoad(1), await addLoad(2)]
  const { charges } = (await save(load, [LINE_HAUL, SURCHARGE, DETENTION, LUMPER])).body
  await save(other, [{ ...LINE_HAUL, ownerShare: 'percent', ownerPercent: '62.5' }])
  const before = [await read(load), await read(other)]
  const file = await readExported(me)
  await save(load, [{ ...LINE_HAUL, amount: '1' }])
  await save(other, [])
  expect((await send(file)).body).toEqual({ imported: charges.length + 1, loads: 2 })
  for (const [at, one] of [load, other].entries()) {
    const now = await read(one)
    expect([now.revenue, now.billedTotal]).toEqual([before[at]?.revenue, before[at]?.billedTotal])
    expect(now.charges.map(pick)).toEqual(before[at]?.charges.map(pick))
  }
  const stored = await read(load)
  expect((await send(file)).body).toEqual({ imported: 0, same: charges.length + 1, loads: 0 })
  expect(await read(load)).toEqual(stored)
})

test('C149 B51 The check names row and column of each error, and nothing is imported', async () => {
  const load = await addLoad(3)
  await save(load, [LINE_HAUL])
  const number = String(load.loadId)
  const file = [
    ['Load #', 'Type', 'Hours', 'Price', 'Amount', 'Arrived'],
    [number, 'Lumper', '', '', '5', '11/20/2026 8:15 AM'],
    [number, 'Tarp', '', '', '5', ''],
    ['none', 'Lumper', '', '', '5', ''],
    [number, 'Det', '2', '3', '', 'noon'],
    [number, 'Det', '2', '', '', ''],
    ['', 'Lumper', '', '', '5', ''],
  ]
  const text = file.map((cells) => cells.join()).join('\n')
  const { status, body } = await check(text)
  expect([status, body.columns]).toEqual([
    200,
    ['load', 'kind', 'quantity', 'rate', 'amount', 'arrivedAt'],
  ])
  expect(body.errors).toEqual([
    { line: 3, column: 'Type', message: expect.stringContaining('Charge must be Line Haul') },
    { line: 4, column: 'Load #', message: 'Load “none” was not found' },
    { line: 5, column: 'Arrived', message: expect.stringContaining('must be a date and time') },
    { line: 6, column: 'Price', message: 'Enter both a quantity and a rate, or neither' },
    { line: 7, column: 'Load #', message: 'Load # is required' },
  ])
  const refused = await send(text)
  expect([refused.status, refused.body.message, refused.body.errorCount]).toEqual([
    400,
    '5 errors found; nothing was imported',
    5,
  ])
  expect((await read(load)).revenue).toBe('2000.00')
  const heading = await check('Load #,Notes\n1,2\n')
  expect(heading.body.errors).toEqual([
    { line: 1, column: 'Charge', message: 'Required field: match a column to it' },
    { line: 1, column: 'Amount', message: 'Match a column to Amount' },
  ])
  expect((await check('Load #,Charge,Amount\n')).body.message).toContain('no rows')
})

test('C149 The check shows replaced charges and changed revenues before anything is written', async () => {
  const [one, other, third] = [await addLoad(4), await addLoad(5), await addLoad(6)]
  await save(one, [LINE_HAUL])
  await save(third, [LUMPER])
  const rows = [
    ...[`${String(one.loadId)},Line Haul,1500`, `${String(one.loadId)},Lumper,500`],
    ...[`${String(other.loadId)},Linehaul,$1800`, `${String(other.loadId)},FSC,200`],
  ]
  const text = `Load #,Charge,Amount\n${rows.join('\n')}\n`
  const { body } = await check(text)
  expect(body).toMatchObject({
    rows: 4,
    errorCount: 0,
    counts: { new: 4, changed: 0, same: 0, skipped: 0 },
    charges: { replaced: 1, revenues: 2, withoutOwner: 1 },
  })
  expect(body.preview?.[0]).toEqual({ line: 2, cells: [String(one.loadId), 'Line Haul', '1500'] })
  expect((await read(one)).charges).toHaveLength(1)
  expect((await send(text)).body).toEqual({ imported: 4, loads: 2 })
  expect((await read(one)).revenue).toBe('1500.00')
  expect((await read(other)).revenue).toBe('2000.00')
  expect((await read(third)).billedTotal).toBe('0.00')
})

test('C149 The user can match columns and words, and the columns are remembered', async () => {
  const load = await addLoad(7)
  const text = `Our number,What,Money\n${String(load.loadId)},Tarping,75\n`
  const columns = 'columns=load,kind,amount'
  const unknown = (await check(text, `?${columns}`)).body
  expect(unknown.words).toMatchObject([{ field: 'kind', word: 'Tarping', count: 1 }])
  const values = new URLSearchParams({ values: JSON.stringify({ kind: { tarping: 'other' } }) })
  expect((await send(text, `?${columns}&${values}`)).status).toBe(201)
  expect((await read(load)).charges).toMatchObject([{ kind: 'other', amount: '75.00' }])
  expect((await check(text)).body.columns).toEqual(['load', 'kind', 'amount'])
  const wrong = await check(text, '?columns=load,kind,documentId')
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Unknown field "documentId"'])
})

test('C149 A charge that the load already has keeps its id and document', async () => {
  const load = await addLoad(8)
  const paper = (await upload(me, `/api/loads/${load.id}/documents`)).body
  const [haul, detention] = (await save(load, [LINE_HAUL, { ...DETENTION, documentId: paper.id }]))
    .body.charges as [Body, Body]
  const number = String(load.loadId)
  const text = `Load #,Charge,Amount\n${number},Detention,90\n${number},Line Haul,2000\n`
  expect((await send(text)).status).toBe(201)
  expect((await read(load)).charges).toMatchObject([
    { id: detention.id, documentId: paper.id, amount: '90.00' },
    { id: haul.id, amount: '2000.00' },
  ])
})

test('C149 B51 The sample file can be imported as it is', async () => {
  const load = (await me.post('/api/loads', { ...makeSample('loads', 9), loadId: 'L-1001' })).body
  const { text, headers } = await me.get('/api/loads/charges/import/sample.csv')
  expect(headers['content-disposition']).toContain('charges-sample')
  expect((await send(text)).body).toEqual({ imported: 4, loads: 1 })
  expect(await read(load)).toMatchObject({ revenue: '2479.03', billedTotal: '2659.03' })
})

test('C149 B52 An import of charges runs once, and reports its progress', async () => {
  const load = await addLoad(10)
  const key = randomUUID()
  const headers = { ...CSV, 'idempotency-key': key }
  const text = `Load #,Charge,Amount\n${String(load.loadId)},Line Haul,700\n`
  const once = await me.post('/api/loads/charges/import', text, headers)
  const again = await me.post('/api/loads/charges/import', text, headers)
  expect([once.status, again.body]).toEqual([201, once.body])
  expect((await me.get(`/api/imports/${key}`)).body).toEqual({ state: 'done', done: 1, total: 1 })
})

test('C149 C73 A member without revenue imports no charges, and gets no template', async () => {
  await me.put('/api/team/settings', { dispatcherRevenue: false })
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  const text = 'Load,Charge,Amount\n'
  for (const path of ['import', 'import/check'])
    expect((await dispatcher.post(`/api/loads/charges/${path}`, text, CSV)).status).toBe(403)
  expect((await dispatcher.get('/api/loads/charges/import/sample.csv')).status).toBe(403)
})

test('C149 A file with too many charges for a load is rejected with one error', async () => {
  const load = await addLoad(11)
  const rows = `${String(load.loadId)},Other,1\n`.repeat(60_000)
  const { status, body } = await send(`Load #,Charge,Amount\n${rows}`)
  expect([status, body.errors]).toEqual([
    400,
    [{ line: 2, column: 'Load #', message: 'A load has at most 50 charges' }],
  ])
  expect((await read(load)).charges).toEqual([])
})

test('C156 An imported lumper pays the owner nothing unless the file says otherwise', async () => {
  const load = await addLoad(12)
  const number = String(load.loadId)
  const text = `Load #,Charge,Amount\n${number},Line Haul,900\n${number},Lumper,180\n`
  expect((await check(text)).body.charges).toMatchObject({ withoutOwner: 1 })
  await send(text)
  expect(await read(load)).toMatchObject({ revenue: '900.00', billedTotal: '1080.00' })
  const said = `Load #,Charge,Amount,Pays Owner\n${number},Line Haul,900,\n${number},Lumper,180,All\n`
  expect((await check(said)).body.charges).toMatchObject({ withoutOwner: 0 })
  await send(said)
  expect((await read(load)).revenue).toBe('1080.00')
})

test('C149 C148 Charges of many loads are imported and undone in one step', async () => {
  const loads = await Promise.all(Array.from({ length: 5 }, (_, at) => addLoad(20 + at)))
  for (const load of loads.slice(0, 1)) await save(load, [LINE_HAUL, SURCHARGE])
  const before = await Promise.all(loads.map(read))
  const rows = loads.flatMap(({ loadId }, at) => [
    `${String(loadId)},Line Haul,${1000 + at}`,
    `${String(loadId)},Detention,50`,
  ])
  const operation = randomUUID()
  const text = `Load #,Charge,Amount\n${rows.join('\n')}\n`
  const sent = await me.post('/api/loads/charges/import', text, {
    ...CSV,
    'operation-id': operation,
  })
  expect(sent.body).toEqual({ imported: 10, loads: 5 })
  for (const [at, load] of loads.entries()) {
    const { revenue, charges } = await read(load)
    expect(revenue).toBe(`${1050 + at}.00`)
    expect(charges.map(({ kind }) => kind)).toEqual(['line-haul', 'detention'])
  }
  expect((await me.post(`/api/operations/${operation}/undo`)).status).toBe(200)
  for (const [at, load] of loads.entries()) {
    const { revenue, charges } = await read(load)
    expect([revenue, charges.map(pick)]).toEqual([
      before[at]?.revenue,
      before[at]?.charges.map(pick),
    ])
  }
})
