/** Undo of a change of charges (SPEC C148). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { Restorable, UndoResponse } from '#core/undo/undo.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DAY = '2026-11-20'
const LINE_HAUL = { kind: 'line-haul', amount: '2000.00' }
const DETENTION = { kind: 'detention', quantity: '2.5', rate: '50', approval: 'asked' }
const LUMPER = { kind: 'lumper', amount: '180.00', ownerShare: 'none' }
const CSV = { 'content-type': 'text/csv' }

let at: TestCarrier
let me: Client

beforeEach(async () => {
  at = await createTestCarrier(app)
  me = at.client
})

type Charges = { version: number; revenue: string; billedTotal: string; charges: Body[] }

const path = (load: Body) => `/api/loads/${load.id}/charges`
const read = async (load: Body) => (await me.get<Charges>(path(load))).body
const readLoad = async (load: Body) => (await me.get(`/api/loads/${load.id}`)).body
const undo = (operation: string, client = me) =>
  client.post<UndoResponse & { message?: string }>(`/api/operations/${operation}/undo`)

async function save(load: Body, charges: object[], client = me) {
  const operation = randomUUID()
  const saved = await client.put<Charges>(path(load), { charges }, { 'operation-id': operation })
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
  return { ...saved.body, operation }
}

/** Reads the load's charges without version and time, which every change increases. */
async function readComparable(load: Body) {
  const { charges, revenue, billedTotal } = await read(load)
  const kept = charges.map(({ version: _, updatedAt: __, ...charge }) => charge)
  return { kept, revenue, billedTotal }
}

const ids = ({ charges }: Charges) => charges.map(({ id }) => id)

test('C148 Undo puts back the charges exactly, with ids, order and documents, once', async () => {
  const load = await at.createLoad(DAY)
  const paper = (await upload(me, `/api/loads/${load.id}/documents`)).body
  const asked = { ...DETENTION, documentId: paper.id }
  const { charges } = await save(load, [LINE_HAUL, asked, LUMPER])
  const [haul, detention, lumper] = charges as [Body, Body, Body]
  const before = await readComparable(load)
  const { operation } = await save(load, [
    { ...lumper, amount: '90.00' },
    { ...detention, documentId: null, description: 'Dock 4' },
    { kind: 'other', amount: '-20.00' },
  ])
  expect((await read(load)).revenue).toBe('105.00')
  const undone = await undo(operation)
  expect([undone.status, undone.body]).toEqual([
    200,
    { done: 1, failed: [], notes: [], next: null },
  ])
  expect(await readComparable(load)).toEqual(before)
  expect(ids(await read(load))).toEqual([haul.id, detention.id, lumper.id])
  expect((await readLoad(load)).revenue).toBe('2125.00')
  const again = await undo(operation)
  expect([again.status, again.body.message]).toEqual([404, expect.stringContaining('Nothing')])
})

test('C148 The audit log shows the undo, and each entry of the change leads to it', async () => {
  const load = await at.createLoad(DAY)
  const { charges } = await save(load, [LINE_HAUL, LUMPER])
  const [haul, lumper] = charges as [Body, Body]
  const { operation } = await save(load, [{ ...haul, amount: '1800.00' }, DETENTION])
  const entries = async (subject: string, action: string) =>
    (await me.get<Body[]>(`/api/audit?subject=${subject}&action=${action}`)).body
  const logged = [
    (await entries('loads', 'changed'))[0],
    (await entries('load_charges', 'changed'))[0],
    (await entries('load_charges', 'deleted'))[0],
    (await entries('load_charges', 'created'))[0],
  ]
  for (const entry of logged) {
    const { body } = await me.get<Restorable>(`/api/audit/${entry?.id}/undo`)
    expect(body).toMatchObject({
      operation,
      action: 'changed',
      subject: 'load_charges',
      records: 1,
    })
  }
  expect((await undo(operation)).status).toBe(200)
  const [restored] = await entries('load_charges', 'restored')
  expect([restored?.subjectId, restored?.label]).toEqual([lumper.id, 'lumper'])
  const [changed] = await entries('loads', 'changed')
  expect(changed).toMatchObject({ before: { revenue: '1925.00' }, after: { revenue: '2000.00' } })
  expect((await me.get(`/api/audit/${logged[1]?.id}/undo`)).body.operation).toBeNull()
})

test('C148 An undo of the first charges restores the typed revenue, which can be typed again', async () => {
  const load = await at.createLoad(DAY, '1234.50')
  const { operation } = await save(load, [LINE_HAUL, LUMPER])
  expect((await undo(operation)).body.done).toBe(1)
  expect(await read(load)).toMatchObject({ revenue: '1234.50', billedTotal: '0.00', charges: [] })
  const now = await readLoad(load)
  expect((await me.put(`/api/loads/${load.id}`, { ...now, revenue: '1300' })).status).toBe(200)
})

test('C148 Deleted charges come back, all together', async () => {
  const load = await at.createLoad(DAY)
  await save(load, [LINE_HAUL, DETENTION, LUMPER, { kind: 'other', amount: '-30.00' }])
  const before = await readComparable(load)
  const { operation } = await save(load, [])
  expect((await read(load)).charges).toEqual([])
  expect((await undo(operation)).status).toBe(200)
  expect(await readComparable(load)).toEqual(before)
})

test('C148 Undo of a saved form restores the charges, and keeps the other values', async () => {
  const load = await at.createLoad(DAY)
  await save(load, [LINE_HAUL])
  const before = await readComparable(load)
  const operation = randomUUID()
  const stored = await readLoad(load)
  const body = { ...stored, revenue: '2500.00', notes: 'Call first' }
  const charges = [{ ...LINE_HAUL, amount: '2500.00' }]
  const headers = { 'operation-id': operation, 'if-match': `"${String(stored.version)}"` }
  expect((await me.put(`/api/loads/${load.id}`, { ...body, charges }, headers)).status).toBe(200)
  expect((await undo(operation)).status).toBe(200)
  expect(await readComparable(load)).toEqual(before)
  expect(await readLoad(load)).toMatchObject({ revenue: '2000.00', notes: 'Call first' })
})

test('C148 If the load was changed or deleted since, the undo returns 409 and charges stay', async () => {
  const load = await at.createLoad(DAY)
  const { operation } = await save(load, [LINE_HAUL])
  const latest = await save(load, [{ ...LINE_HAUL, amount: '1900.00' }])
  const refused = await undo(operation)
  const name = `Charges of ${String(load.loadId)}`
  expect([refused.status, refused.body.message]).toEqual([409, `${name}: Changed since then`])
  await me.put(`/api/loads/${load.id}`, { ...(await readLoad(load)), notes: 'Late' })
  expect((await undo(latest.operation)).status).toBe(409)
  expect((await read(load)).revenue).toBe('1900.00')
  const third = await save(load, [DETENTION])
  await me.delete(`/api/loads/${load.id}`)
  const gone = await undo(third.operation)
  expect([gone.status, gone.body.message]).toEqual([409, `${name}: Deleted since then`])
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  expect(kept?.label).toBe(load.loadId)
  await me.post(`/api/trash/${kept?.id}/restore`)
  expect((await undo(third.operation)).status).toBe(409)
  expect((await read(load)).revenue).toBe('125.00')
})

test('C148 A save that changes nothing has nothing to undo', async () => {
  const load = await at.createLoad(DAY)
  const { charges } = await save(load, [LINE_HAUL, LUMPER])
  const { operation } = await save(load, charges)
  expect((await undo(operation)).status).toBe(404)
})

test('C148 C44 An undo can’t change what a locked statement prints, but can restore it', async () => {
  const load = await at.createLoad(DAY, '1000', { loadId: 'T-1' })
  const early = await save(load, [LINE_HAUL])
  const { id, number } = await at.settle(DAY)
  expect((await at.approve(id)).status).toBe(200)
  const refused = await undo(early.operation)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Charges of T-1: On statement ${String(number ?? 1)}, which is locked`,
  ])
  const late = await save(load, [LINE_HAUL, DETENTION])
  const drift = async () =>
    (await me.get<Drift[]>(`/api/settlements/drift?truckId=${at.truckId}`)).body
  expect(await drift()).toHaveLength(1)
  expect((await undo(late.operation)).status).toBe(200)
  expect(await drift()).toEqual([])
})

test('C148 A charge whose document was deleted comes back without it', async () => {
  const load = await at.createLoad(DAY)
  const paper = (await upload(me, `/api/loads/${load.id}/documents`)).body
  await save(load, [LINE_HAUL, { ...DETENTION, documentId: paper.id }])
  const before = await readComparable(load)
  const { operation } = await save(load, [LINE_HAUL])
  await me.delete(`/api/documents/${paper.id}`)
  const { status, body } = await undo(operation)
  expect([status, body.notes.map(({ message }) => message)]).toEqual([
    200,
    ['The document of a charge was deleted'],
  ])
  const [haul, detention] = before.kept
  expect((await readComparable(load)).kept).toEqual([haul, { ...detention, documentId: null }])
})

test('C148 C73 A member without revenue undoes their own changes, but none that set amounts', async () => {
  const load = await at.createLoad(DAY, '2000')
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  await me.put('/api/team/settings', { dispatcherRevenue: true })
  const priced = await save(load, [LINE_HAUL, LUMPER], dispatcher)
  await me.put('/api/team/settings', { dispatcherRevenue: false })
  expect((await undo(priced.operation, dispatcher)).status).toBe(404)
  const others = await save(load, [...priced.charges, { kind: 'layover', amount: '0.00' }])
  expect((await undo(others.operation, dispatcher)).status).toBe(404)
  expect((await undo(others.operation)).status).toBe(200)
  const plain = (await dispatcher.get<Charges>(path(load))).body.charges
  const [haul, lumper] = plain as [Body, Body]
  const { operation } = await save(load, [haul, { ...lumper, approval: 'approved' }], dispatcher)
  const undone = await undo(operation, dispatcher)
  expect([undone.status, undone.text.includes('2000')]).toEqual([200, false])
  const [, again] = (await read(load)).charges
  expect(again).toMatchObject({ approval: 'not-needed', amount: '180.00' })
  const typed = await at.createLoad(DAY, '700')
  const first = await save(typed, [{ kind: 'detention' }], dispatcher)
  expect((await read(typed)).charges).toHaveLength(2)
  expect((await undo(first.operation, dispatcher)).status).toBe(200)
  expect(await read(typed)).toMatchObject({ revenue: '700.00', charges: [] })
})

test('C148 C44 An import of charges is undone for all its loads', async () => {
  const [one, other] = [await at.createLoad(DAY, '900'), await at.createLoad(DAY)]
  await save(other, [LINE_HAUL, DETENTION])
  const before = [await readComparable(one), await readComparable(other)]
  const rows = [one, other].map(({ loadId }) => `${String(loadId)},Layover,50\n`)
  const operation = randomUUID()
  const headers = { ...CSV, 'operation-id': operation }
  const file = `Load #,Charge,Amount\n${rows.join('')}`
  expect((await me.post('/api/loads/charges/import', file, headers)).status).toBe(201)
  expect((await read(one)).revenue).toBe('50.00')
  const changed = await save(other, [LUMPER])
  const undone = (await undo(operation)).body
  expect([undone.done, undone.failed.map(({ message }) => message)]).toEqual([
    1,
    ['Changed since then'],
  ])
  expect(await readComparable(one)).toEqual(before[0])
  expect((await undo(changed.operation)).status).toBe(200)
  expect((await read(other)).revenue).toBe('50.00')
})

test('C148 C44 Loads and their charges that were imported together are removed together', async () => {
  const operation = randomUUID()
  const headers = { ...CSV, 'operation-id': operation }
  const { text: loads } = await me.get('/api/loads/import/sample.csv')
  expect((await me.post('/api/loads/import', loads, headers)).status).toBe(201)
  const { text: charges } = await me.get('/api/loads/charges/import/sample.csv')
  const imported = await me.post('/api/loads/charges/import', charges, headers)
  expect([imported.status, imported.body]).toEqual([201, { imported: 4, loads: 1 }])
  expect((await undo(operation)).body).toMatchObject({ done: 2, failed: [] })
  expect((await me.get('/api/loads')).body).toEqual([])
})

test('C148 S10 An undo by another account returns 404', async () => {
  const load = await at.createLoad(DAY)
  const { operation } = await save(load, [LINE_HAUL])
  expect((await undo(operation, await signUp(app))).status).toBe(404)
  expect((await read(load)).revenue).toBe('2000.00')
})
