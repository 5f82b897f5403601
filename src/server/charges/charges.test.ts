/** The charges of a load: what they add up to, who may change what, and where a typed revenue is rejected (SPEC C100-C105). */
import { randomUUID } from 'node:crypto'
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { describeDrift, type Drift } from '#core/settlements/adjustments/drift.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { newPdf, upload } from '#server/testing/documents/uploads.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const DAY = '2026-11-20'
const LINE_HAUL = { kind: 'line-haul', amount: '2000.00' }
const SURCHARGE = { kind: 'fuel-surcharge', quantity: '781', rate: '0.4533' }
const DETENTION = { kind: 'detention', quantity: '2.5', rate: '50', approval: 'asked' }
const LUMPER = { kind: 'lumper', amount: '180.00', ownerShare: 'none' }

let at: TestCarrier
let me: Client

beforeEach(async () => {
  at = await createTestCarrier(app)
  me = at.client
})

type Charges = {
  version: number
  revenue: string
  billedTotal: string
  charges: Body[]
  fields?: object
}

const path = (load: Body) => `/api/loads/${load.id}/charges`
const read = async (load: Body, client = me) => (await client.get<Charges>(path(load))).body
const save = (load: Body, charges: object[], headers = {}, client = me) =>
  client.put<Charges>(path(load), { charges }, headers)
const readLoad = async (load: Body) => (await me.get(`/api/loads/${load.id}`)).body
const message = ({ body }: { body: Body }) => [body.message, body.fields]
const COMES_FROM = (sum: string) => [
  `Comes from the charges: ${sum}`,
  { revenue: [`Comes from the charges: ${sum}`] },
]

test('C101 Revenue is the sum that pays the owner; the billed total is what the broker pays', async () => {
  const load = await at.createLoad(DAY, '2400')
  const { status, body } = await save(load, [LINE_HAUL, SURCHARGE, DETENTION, LUMPER])
  expect(status).toBe(200)
  expect(body).toMatchObject({ revenue: '2479.03', billedTotal: '2659.03' })
  expect(body.charges.map(({ kind, amount, ownerAmount }) => [kind, amount, ownerAmount])).toEqual([
    ['line-haul', '2000.00', '2000.00'],
    ['fuel-surcharge', '354.03', '354.03'],
    ['detention', '125.00', '125.00'],
    ['lumper', '180.00', '0.00'],
  ])
  expect(body.charges[1]).toMatchObject({ quantity: '781.00', rate: '0.4533' })
  expect((await readLoad(load)).revenue).toBe('2479.03')
  expect(await read(load)).toEqual(body)
})

test('C103 PUT accepts what GET returned and keeps the ids; a charge that is left out is deleted', async () => {
  const load = await at.createLoad(DAY)
  const { charges } = (await save(load, [LINE_HAUL, SURCHARGE, LUMPER])).body
  const [first, second, third] = charges as [Body, Body, Body]
  const again = (await save(load, charges)).body
  expect(again.charges).toEqual(charges)
  const moved = (await save(load, [third, { ...first, amount: '1500' }, DETENTION])).body
  expect(moved.charges.map(({ id, kind }) => [id, kind])).toEqual([
    [third.id, 'lumper'],
    [first.id, 'line-haul'],
    [expect.any(Number), 'detention'],
  ])
  expect(moved.charges.map(({ id }) => id)).not.toContain(second.id)
  expect(moved.revenue).toBe('1625.00')
  // Without charges the revenue is typed again.
  expect((await save(load, [])).body).toMatchObject({ revenue: '1625.00', billedTotal: '0.00' })
  const typed = await me.put(`/api/loads/${load.id}`, { ...load, revenue: '1700' })
  expect([typed.status, typed.body.revenue]).toEqual([200, '1700.00'])
})

test('C103 Invalid charges are rejected at their fields, and nothing is stored', async () => {
  const load = await at.createLoad(DAY)
  const rejected = await save(load, [LINE_HAUL, { kind: 'other', quantity: '1' }])
  expect([rejected.status, rejected.body]).toMatchObject([
    400,
    { fields: { 'charges.1.rate': [expect.any(String)] } },
  ])
  const negative = await save(load, [LINE_HAUL, { kind: 'other', amount: '-2000.01' }])
  expect([negative.status, Object.keys(negative.body)]).toEqual([400, ['message', 'fields']])
  expect((await me.put(path(load), { charges: 'none' })).status).toBe(400)
  expect((await me.put(path(load))).status).toBe(400)
  expect((await save(load, [{ ...LINE_HAUL, id: '7; drop' }])).status).toBe(400)
  expect((await read(load)).charges).toEqual([])
})

test('C102 On a load with charges, a different revenue is rejected on every path', async () => {
  const load = await at.createLoad(DAY)
  await save(load, [LINE_HAUL, SURCHARGE])
  const now = await readLoad(load)
  const put = (values: object) => me.put(`/api/loads/${load.id}`, { ...now, ...values })
  expect((await put({ notes: 'Same revenue' })).status).toBe(200)
  expect((await put({ revenue: '2354.030' })).status).toBe(400)
  const refused = await put({ revenue: '2400' })
  expect([refused.status, ...message(refused)]).toEqual([400, ...COMES_FROM('$2,354.03')])
  const [entry] = (await me.get<Body[]>('/api/audit?subject=loads&action=changed')).body
  const restored = await me.post(`/api/audit/${entry?.id}/restore`, { field: 'notes' })
  expect(restored.status).toBe(200)
  for (const { id } of (await me.get<Body[]>('/api/audit?subject=loads&action=changed')).body)
    expect([400, 404]).toContain(
      (await me.post(`/api/audit/${id}/restore`, { field: 'revenue' })).status,
    )
  const direct = sql`update loads set revenue = 1 where id = ${load.id}`.execute(database)
  await expect(direct).rejects.toThrow('2354.03')
  const sums = sql`update loads set charge_count = 0, billed_total = 0 where id = ${load.id}`
  await expect(sums.execute(database)).rejects.toThrow('sums of charges')
  expect((await readLoad(load)).revenue).toBe('2354.03')
})

test('C102 An import takes the sum of the charges as revenue, and no other', async () => {
  const load = await at.createLoad(DAY)
  await save(load, [LINE_HAUL])
  const send = (revenue: string, route: string) =>
    me.post<{ errors?: Body[]; counts?: object }>(
      `/api/loads/${route}?existing=update`,
      `Load #,Revenue,Notes\n${String(load.loadId)},${revenue},From the board\n`,
      { 'content-type': 'text/csv' },
    )
  expect((await send('2400', 'import/check')).body.errors).toMatchObject([
    { line: 2, column: 'Revenue', message: 'Comes from the charges: $2,000.00' },
  ])
  expect((await send('2400', 'import')).status).toBe(400)
  expect((await send('2000', 'import/check')).body.errors).toEqual([])
  expect((await send('2000', 'import')).body).toEqual({ imported: 0, changed: 1 })
  expect(await readLoad(load)).toMatchObject({ revenue: '2000.00', notes: 'From the board' })
})

test('C103 A load and its charges are saved in one request', async () => {
  const sent = { ...makeSample('loads', 7301), truckId: at.truckId }
  const key = { 'idempotency-key': randomUUID() }
  const body = { ...sent, revenue: '2125.00', charges: [LINE_HAUL, DETENTION] }
  const made = await me.post('/api/loads', body, key)
  expect([made.status, made.body.revenue]).toEqual([201, '2125.00'])
  expect((await me.post('/api/loads', body, key)).body.id).toBe(made.body.id)
  expect((await me.post('/api/loads', { ...body, charges: [] }, key)).status).toBe(422)
  expect((await read(made.body)).charges).toHaveLength(2)
  const wrong = await me.post('/api/loads', { ...body, loadId: 'L-7302', revenue: '2400' })
  expect([wrong.status, ...message(wrong)]).toEqual([400, ...COMES_FROM('$2,125.00')])

  const { charges } = await read(made.body)
  const changed = [{ ...charges[0], amount: '1800' }, charges[1]]
  const put = { ...made.body, revenue: '1925.00', notes: 'Both', charges: changed }
  const saved = await me.put(`/api/loads/${made.body.id}`, put, {
    'if-match': `"${made.body.version}"`,
  })
  expect([saved.status, saved.body.revenue, saved.body.notes]).toEqual([200, '1925.00', 'Both'])
  const older = await me.put(`/api/loads/${made.body.id}`, put, {
    'if-match': `"${made.body.version}"`,
  })
  expect([older.status, (older.body.current as Body).version]).toEqual([412, saved.body.version])
  const other = await me.put(`/api/loads/${made.body.id}`, { ...put, revenue: '1' })
  expect([other.status, ...message(other)]).toEqual([400, ...COMES_FROM('$1,925.00')])
  expect((await readLoad(made.body)).version).toBe(saved.body.version)
})

test('C103 Charges of an older version are rejected: one of two people gets 412', async () => {
  const load = await at.createLoad(DAY)
  const { version } = await read(load)
  const headers = { 'if-match': `"${version}"` }
  const both = await Promise.all([
    save(load, [LINE_HAUL], headers),
    save(load, [LINE_HAUL, DETENTION], headers),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const late = both.find(({ status }) => status === 412)?.body as unknown as { current: Charges }
  expect(late.current).toEqual(await read(load))
})

test('C103 A member without revenue sees and changes everything but amounts', async () => {
  const load = await at.createLoad(DAY, '2000')
  await me.put('/api/team/settings', { dispatcherRevenue: false })
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  const first = await save(load, [{ kind: 'detention', description: 'Dock 4' }], {}, dispatcher)
  expect(first.status).toBe(200)
  expect(Object.keys(first.body)).toEqual(['version', 'charges'])
  expect(first.text).not.toContain('2000')
  // A typed revenue is not lost: it is line haul now.
  expect(await read(load)).toMatchObject({
    revenue: '2000.00',
    charges: [
      { kind: 'line-haul', amount: '2000.00' },
      { kind: 'detention', amount: '0.00' },
    ],
  })
  const [haul, detention] = (await read(load, dispatcher)).charges as [Body, Body]
  const approved = [haul, { ...detention, approval: 'approved', approvedBy: 'Kim' }]
  expect((await save(load, approved, {}, dispatcher)).status).toBe(200)
  expect((await read(load)).charges).toMatchObject([{ amount: '2000.00' }, { approvedBy: 'Kim' }])
  expect((await save(load, [detention], {}, dispatcher)).status).toBe(403)
  const amount = await save(load, [{ ...haul, amount: '1' }], {}, dispatcher)
  expect([amount.status, amount.body]).toMatchObject([
    403,
    { fields: { 'charges.0.amount': ["You can't change Amount in your role"] } },
  ])
  expect((await save(load, [haul], {}, dispatcher)).status).toBe(200)
})

test('C100 A charge keeps the document that shows its approval, even if it is deleted', async () => {
  const [load, other] = [await at.createLoad(DAY), await at.createLoad(DAY)]
  const paper = (await upload(me, `/api/loads/${load.id}/documents`)).body
  const sent = [LINE_HAUL, { ...DETENTION, documentId: paper.id }]
  const { body } = await save(load, sent)
  expect(body.charges.map(({ documentId }) => documentId)).toEqual([null, paper.id])
  const refused = await save(other, sent)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
    400,
    ['charges.1.documentId'],
  ])
  await me.delete(`/api/documents/${paper.id}`)
  expect((await save(load, body.charges)).body.charges[1]?.documentId).toBe(paper.id)
  expect((await save(load, sent)).status).toBe(400)
})

test('C157 A paper that shows an approval is deleted, replaced or moved only after a question', async () => {
  const [load, other] = [await at.createLoad(DAY), await at.createLoad(DAY)]
  const documents = `/api/loads/${load.id}/documents`
  const [paper, free] = [(await upload(me, documents)).body, (await upload(me, documents)).body]
  const approved = { ...DETENTION, approval: 'approved', documentId: paper.id }
  const asked = { ...DETENTION, approval: 'asked', description: null, documentId: free.id }
  await save(load, [LINE_HAUL, approved, asked])
  const at409 = (message: RegExp) => ({
    status: 409,
    body: { confirm: 'charge', message: expect.stringMatching(message) },
  })
  const path = `/api/documents/${paper.id}`
  expect(await me.delete(path)).toMatchObject(
    at409(/shows the approval of the charge Detention.*Delete it anyway/),
  )
  const file = newPdf()
  const replace = (query: object) => upload(me, documents, { file, replaces: paper.id, ...query })
  expect(await replace({})).toMatchObject(at409(/Replace it anyway/))
  const move = (query: string) => me.put(`${path}${query}`, { loadId: other.id })
  expect(await move('')).toMatchObject(at409(/Move it anyway/))
  expect((await me.put(path, { verdict: 'readable' })).status).toBe(200)
  expect((await me.get<Body[]>(documents)).body).toHaveLength(2)
  expect((await replace({ confirmed: 'charge' })).status).toBe(201)
  expect((await move('?confirmed=charge')).status).toBe(200)
  expect((await move('')).status).toBe(200)
  expect((await me.delete(`${path}?confirmed=charge`)).status).toBe(204)
  expect((await me.delete(`/api/documents/${free.id}`)).status).toBe(204)
  expect((await me.delete(`${path}?confirmed=yes`)).status).toBe(400)
})

test('C101 A load in the trash keeps its charges, and comes back with their sum', async () => {
  const load = await at.createLoad(DAY)
  const { charges } = (await save(load, [LINE_HAUL, LUMPER])).body
  await me.delete(`/api/loads/${load.id}`)
  expect((await me.get(path(load))).status).toBe(404)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  expect((await me.post(`/api/trash/${kept?.id}/restore`)).status).toBe(200)
  expect(await read(load)).toMatchObject({ revenue: '2000.00', billedTotal: '2180.00', charges })
  await me.delete(`/api/loads/${load.id}`)
  await sql`delete from undo_records where record_id = ${load.id}`.execute(database)
  const { rows } = await sql`select from load_charges where load_id = ${load.id}`.execute(database)
  expect(rows).toEqual([])
})

test('C107 The charges of a load in the trash are not in the ZIP: an import needs the load', async () => {
  const [load, other] = [await at.createLoad(DAY), await at.createLoad(DAY)]
  await save(load, [LINE_HAUL])
  await save(other, [{ ...LINE_HAUL, amount: '1234.00' }])
  const exported = async () => {
    const headers = { cookie: me.cookie }
    const { rawPayload } = await app.inject({ url: '/api/account/export.zip', headers })
    const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(rawPayload)])))
    const entries = await reader.getEntries()
    const entry = entries.find(({ filename }) => filename === 'charges.csv')
    return entry && !entry.directory ? entry.getData(new TextWriter()) : ''
  }
  expect(await exported()).toContain('1234.00')
  await me.delete(`/api/loads/${other.id}`)
  const file = await exported()
  expect(file).toContain(String(load.loadId))
  expect(file).not.toContain('1234.00')
})

test('C101 The dashboard adds up the revenue that follows from charges', async () => {
  const load = await at.createLoad(DAY, '1000', { deliveryDate: '2026-11-18' })
  await save(load, [LINE_HAUL, LUMPER])
  const { revenue } = (await me.get('/api/dashboard?today=2026-11-20')).body as unknown as {
    revenue: Record<string, string>
  }
  expect(revenue.thisWeek).toBe('2000.00')
})

test('C104 C7 A statement prints the charges; changed ones are drift, and it prints the same', async () => {
  const load = await at.createLoad(DAY, '1000', { loadId: '1042' })
  await save(load, [LINE_HAUL, DETENTION, LUMPER])
  const { id, totalRevenue } = await at.settle(DAY)
  expect(totalRevenue).toBe('2125.00')
  expect((await at.approve(id)).status).toBe(200)
  const printed = await at.readPdf(id)
  const [page = ''] = await pdfText(printed)
  expect(page).toContain('Line haul')
  expect(page).toContain('2.5 × $50.00')
  expect(page).not.toContain('Lumper')
  const drift = async () =>
    (await me.get<Drift[]>(`/api/settlements/drift?truckId=${at.truckId}`)).body.map(describeDrift)
  await save(load, [LINE_HAUL, LUMPER])
  expect(await drift()).toEqual(['Load 1042 changed from $2,125.00 to $2,000.00 after statement 1'])
  expect((await at.readPdf(id)).equals(printed)).toBe(true)
  await save(load, [LINE_HAUL, DETENTION])
  expect(await drift()).toEqual([])
})

async function exceptions(...causes: string[]) {
  const { body } = await me.get<Run>(`/api/settlements/run?week=${DAY}&today=${DAY}`)
  const found = body.rows.flatMap((row) => row.exceptions)
  return found.filter(({ cause }) => causes.includes(cause)).map(({ text }) => text)
}

test('C105 The run lists a load with charges that extra pay seems to pay too', async () => {
  const [load, other] = [await at.createLoad(DAY), await at.createLoad(DAY)]
  const { id } = await at.settle(DAY)
  const pay = async (line: object) => {
    const body = { kind: 'extra-pay', pay: '75.00', date: DAY, ...line }
    expect((await me.post(`/api/billing/${id}/expenses`, body)).status).toBe(201)
  }
  await pay({ extraPay: 'detention' })
  await save(other, [{ ...LINE_HAUL, amount: '1000' }])
  expect(await exceptions('charges')).toEqual([])
  await pay({ extraPay: 'layover', description: `Load ${other.loadId}` })
  const paidTwice = 'is paid by charges and by extra pay'
  expect(await exceptions('charges')).toEqual([`Load ${other.loadId} ${paidTwice}`])
  await save(other, [])
  await save(load, [
    { ...LINE_HAUL, amount: '950' },
    { ...DETENTION, approval: 'approved' },
  ])
  expect(await exceptions('charges')).toEqual([`Load ${load.loadId} ${paidTwice}`])
})

test('C151 The run names loads that pay the owner a charge that is refused or not approved', async () => {
  const load = await at.createLoad(DAY)
  const causes = ['refused', 'asked']
  await save(load, [LINE_HAUL, { ...DETENTION, approval: 'approved' }, LUMPER])
  expect(await exceptions(...causes)).toEqual([])
  await save(load, [
    LINE_HAUL,
    { ...LUMPER, approval: 'refused' },
    { ...LUMPER, approval: 'asked' },
  ])
  expect(await exceptions(...causes)).toEqual([])
  const layover = { kind: 'layover', amount: '200.00', approval: 'refused' }
  await save(load, [LINE_HAUL, DETENTION, layover])
  expect(await exceptions(...causes)).toEqual([
    `Load ${load.loadId} pays the owner a refused charge`,
    `Load ${load.loadId} pays the owner a charge that is not approved yet`,
  ])
  const { id } = await at.settle(DAY)
  expect(await exceptions(...causes)).toHaveLength(2)
  await at.approve(id)
  expect(await exceptions(...causes)).toEqual([])
})
