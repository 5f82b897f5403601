import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { undoMessages } from '#core/undo/operations.ts'
import type { UndoResponse } from '#core/undo/undo.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { deleteExpiredSteps } from './trash.ts'

const { app, database } = await ownApp()
let me: Client
let made = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  me = await signUp(app)
})

async function make(entity: EntityName, values: object = {}) {
  const sample = { ...makeSample(entity, ++made), ...values }
  const response = await me.post(`/api/${entity}`, sample)
  expect(response.status).toBe(201)
  return response.body
}

async function read(entity: EntityName, { id }: Body) {
  return (await me.get(`/api/${entity}/${id}`)).body
}

/** Deletes one record and returns the operation. */
async function remove(entity: EntityName, { id }: Body): Promise<string> {
  // As the browser makes it: 32 hexadecimal digits of any version.
  const operation = randomBytes(16).toString('hex')
  const { status } = await me.delete(`/api/${entity}/${id}`, { 'operation-id': operation })
  expect(status).toBe(204)
  return operation
}

async function bulk(entity: EntityName, records: Body[], change: object): Promise<string> {
  const operation = randomUUID()
  const body = { ids: records.map(({ id }) => id), ...change }
  const { status } = await me.post(`/api/${entity}/bulk`, body, { 'operation-id': operation })
  expect(status).toBe(200)
  return operation
}

function undo(operation: string, client = me, body?: object) {
  return client.post<UndoResponse & Body>(`/api/operations/${operation}/undo`, body)
}

async function trash(client = me): Promise<Body[]> {
  return (await client.get<Body[]>('/api/trash')).body
}

async function settle(truckId: number, settlementDate = '2026-11-20') {
  const { body } = await me.post('/api/billing', { truckId, settlementDate })
  expect((await me.post(`/api/billing/${body.id}/approve`, {})).status).toBe(200)
  return body
}

const withoutStamps = ({ updatedAt: _, version: __, ...record }: Body) => record

test.each(everyEntity.map(({ name }) => ({ name })))(
  'C43 A deleted record of $name is restored with its id and every value',
  async ({ name }) => {
    const record = await make(name)
    const operation = await remove(name, record)
    expect((await me.get(`/api/${name}/${record.id}`)).status).toBe(404)
    const { status, body } = await undo(operation)
    expect([status, body]).toEqual([200, { done: 1, failed: [], notes: [], next: null }])
    const restored = await read(name, record)
    expect(withoutStamps(restored)).toEqual(withoutStamps(record))
    expect(restored.version).toBe(2)
    expect(await trash()).toEqual([])
    const log = await me.get<Body[]>(`/api/audit?subject=${name}&subjectId=${record.id}`)
    expect(log.body.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created'])
  },
)

test('C43 B24 Links to a restored record are restored, except those that were set again', async () => {
  const [driver, other] = [await make('drivers'), await make('drivers')]
  const truck = await make('trucks', { driverId: driver.id })
  const load = await make('loads', { driverId: other.id, driver2Id: driver.id })
  const taken = await make('loads', { driverId: driver.id })
  const operation = await remove('drivers', driver)
  await me.put(`/api/loads/${taken.id}`, { ...taken, driverId: other.id })
  const { body } = await undo(operation)
  const link = { subject: 'drivers', id: driver.id, label: driver.name }
  expect(body.notes).toEqual([{ ...link, message: '1 load could not be linked again' }])
  expect((await read('trucks', truck)).driverId).toBe(driver.id)
  expect(await read('loads', load)).toMatchObject({ driverId: other.id, driver2Id: driver.id })
  expect((await read('loads', taken)).driverId).toBe(other.id)
})

test('C43 A link to a record deleted in the meantime stays blank; the rest is restored', async () => {
  const truck = await make('trucks')
  const load = await make('loads', { truckId: truck.id })
  const operation = await remove('loads', load)
  await remove('trucks', truck)
  const { body } = await undo(operation)
  expect(body.notes).toMatchObject([{ message: 'Truck is blank: it was deleted' }])
  expect(await read('loads', load)).toMatchObject({ loadId: load.loadId, truckId: null })
})

test('C43 The recurring deductions of a truck are deleted and restored with it', async () => {
  const truck = await make('trucks')
  const rule = {
    truckId: truck.id,
    category: 'other',
    description: 'Trailer',
    basis: 'percent',
    value: '2.3456',
  }
  const created = (await me.post('/api/deduction-rules', rule)).body
  const operation = await remove('trucks', truck)
  expect((await me.get<Body[]>('/api/deduction-rules')).body).toEqual([])
  expect((await undo(operation)).body.notes).toEqual([])
  expect((await me.get<Body[]>('/api/deduction-rules')).body).toEqual([created])
})

test('C43 A deduction whose payee was deleted in the meantime is left out and listed', async () => {
  const owner = await make('owners')
  const truck = await make('trucks', { ownerId: owner.id })
  const terms = { basis: 'fixed', value: '100', balance: 'loan', total: '500' }
  const payee = { truckId: truck.id, ownerId: owner.id }
  const loan = { ...payee, ...terms, category: 'other', description: 'Loan' }
  expect((await me.post('/api/deduction-rules', loan)).status).toBe(201)
  const operation = await remove('trucks', truck)
  await remove('owners', owner)
  const messages = (await undo(operation)).body.notes.map(({ message }) => message)
  expect(messages).toEqual([
    'Owner is blank: it was deleted',
    'Recurring deduction “Loan” was left out: its payee was deleted',
  ])
})

test('C43 A deleted number can be used again immediately; the restore is then 409 at its field', async () => {
  const load = await make('loads')
  const operation = await remove('loads', load)
  await make('loads', { loadId: load.loadId })
  const message = `Load # ${String(load.loadId)} already exists`
  expect((await undo(operation)).body).toMatchObject({ done: 0, failed: [{ message }] })
  const [kept] = await trash()
  const restore = `/api/trash/${kept?.id}/restore`
  const rejected = await me.post(restore)
  expect([rejected.status, rejected.body]).toEqual([
    409,
    { message, fields: { loadId: [message] } },
  ])
  expect((await me.post(restore, { set: { loadId: '' } })).body.fields).toHaveProperty('loadId')
  expect((await me.post(restore, { set: { revenue: '1' } })).status).toBe(400)
  expect((await me.post(restore, { set: { loadId: 'L-again' } })).status).toBe(200)
  expect((await read('loads', load)).loadId).toBe('L-again')
})

test('C43 A load is restored without the date of a statement that was locked without it', async () => {
  const truck = await make('trucks')
  const load = await make('loads', { truckId: truck.id })
  await make('loads', { truckId: truck.id })
  const operation = await remove('loads', load)
  await settle(truck.id)
  expect((await undo(operation)).body.notes).toMatchObject([
    {
      message: 'Settlement Date 11/20/2026 was left out: statement 1 of that date is locked',
    },
  ])
  expect(await read('loads', load)).toMatchObject({ truckId: truck.id, settlementDate: null })
})

test('C43 C4 A load of a locked statement is restored with its date: nothing differs', async () => {
  const truck = await make('trucks')
  const load = await make('loads', { truckId: truck.id })
  await settle(truck.id)
  const operation = await remove('loads', load)
  const drift = `/api/settlements/drift?truckId=${truck.id}&settlementDate=2026-11-27`
  expect((await me.get(drift)).text).toContain(String(load.loadId))
  expect((await undo(operation)).body.notes).toEqual([])
  expect((await me.get(drift)).text).not.toContain(String(load.loadId))
})

test('C44 A bulk change is undone; a record that was changed again stays and is listed', async () => {
  const [first, second, again] = [await make('loads'), await make('loads'), await make('loads')]
  const set = { deliveryStatus: 'delivered', deliveryDate: '2026-11-19' }
  const operation = await bulk('loads', [first, second, again], { set })
  const edited = await read('loads', again)
  await me.put(`/api/loads/${again.id}`, { ...edited, notes: 'called' })
  const { body } = await undo(operation)
  expect(body).toMatchObject({ done: 2, notes: [], next: null })
  expect(body.failed).toEqual([
    { subject: 'loads', id: again.id, label: again.loadId, message: undoMessages.changedSince },
  ])
  for (const load of [first, second])
    expect(await read('loads', load)).toMatchObject({ ...withoutStamps(load), version: 3 })
  expect(await read('loads', again)).toMatchObject({ notes: 'called', ...set })
})

test('C45 A bulk change sets dates, truck, driver and broker, several at once', async () => {
  const [truck, driver, broker] = [
    await make('trucks'),
    await make('drivers'),
    await make('brokers'),
  ]
  const loads = [await make('loads'), await make('loads', { truckId: truck.id })]
  const set = {
    truckId: truck.id,
    driverId: String(driver.id),
    brokerId: broker.id,
    settlementDate: '2026-11-27',
    deliveryDate: null,
    bolStatus: 'received',
  }
  const operation = await bulk('loads', loads, { set })
  for (const load of loads)
    expect(await read('loads', load)).toMatchObject({ ...set, driverId: driver.id, version: 2 })
  await undo(operation)
  for (const load of loads)
    expect(withoutStamps(await read('loads', load))).toEqual(withoutStamps(load))
})

test('C45 B17 A bulk change to a missing truck is 400 at the field and changes nothing', async () => {
  const load = await make('loads')
  const response = await me.post('/api/loads/bulk', { ids: [load.id], set: { truckId: 99999999 } })
  expect([response.status, response.body.fields]).toEqual([
    400,
    { truckId: ['Truck was not found'] },
  ])
  expect(await read('loads', load)).toEqual(load)
  expect(
    (await me.post('/api/loads/bulk', { ids: [load.id], set: { pickupDate: '' } })).status,
  ).toBe(400)
})

test('C45 C10 Trucks that get an owner in bulk give it to their drafts', async () => {
  const owner = await make('owners')
  const truck = await make('trucks')
  const sent = { truckId: truck.id, settlementDate: '2026-11-20' }
  const draft = (await me.post('/api/billing', sent)).body
  await bulk('trucks', [truck], { set: { ownerId: owner.id } })
  expect((await me.get(`/api/billing/${draft.id}`)).body.ownerId).toBe(owner.id)
})

test('C44 Undo of a bulk change does not change loads of a locked statement', async () => {
  const truck = await make('trucks')
  const load = await make('loads', { truckId: truck.id, settlementDate: null })
  const operation = await bulk('loads', [load], { set: { settlementDate: '2026-11-20' } })
  const paid = await bulk('loads', [load], { set: { paymentStatus: 'paid' } })
  await settle(truck.id)
  expect((await undo(paid)).body.done).toBe(1)
  const { body } = await undo(operation)
  expect(body.failed).toMatchObject([{ message: undoMessages.changedSince }])
  const moved = await make('loads', { truckId: truck.id, settlementDate: null })
  const late = await bulk('loads', [moved], { set: { settlementDate: '2026-11-13' } })
  await settle(truck.id, '2026-11-13')
  expect((await undo(late)).body.failed).toMatchObject([
    { message: 'On statement 2, which is locked' },
  ])
})

test('C44 Loads moved off a locked statement go back to it', async () => {
  const truck = await make('trucks')
  const load = await make('loads', { truckId: truck.id })
  await settle(truck.id)
  const operation = await bulk('loads', [load], { set: { settlementDate: '2026-11-27' } })
  const drift = `/api/settlements/drift?truckId=${truck.id}&settlementDate=2026-12-04`
  expect((await me.get(drift)).text).toContain(String(load.loadId))
  expect((await undo(operation)).body).toMatchObject({ done: 1, failed: [] })
  expect((await me.get(drift)).text).not.toContain(String(load.loadId))
})

async function importRows(entity: EntityName, rows: string[], query = ''): Promise<string> {
  const operation = randomUUID()
  const headers = { 'content-type': 'text/csv', 'operation-id': operation }
  const { status } = await me.post(`/api/${entity}/import${query}`, rows.join('\n'), headers)
  expect(status).toBe(201)
  return operation
}

test('C44 An import is undone; records that are in use or were changed stay and are listed', async () => {
  const operation = await importRows('brokers', ['Company Name', 'Ant', 'Bee', 'Cat', 'Dog'])
  const brokers = (await me.get<Body[]>('/api/brokers?sort=companyName')).body
  const [, bee, cat] = brokers as [Body, Body, Body]
  await make('loads', { brokerId: bee.id })
  await me.put(`/api/brokers/${cat.id}`, { ...cat, phone: '555' })
  const { body } = await undo(operation)
  expect(body.done).toBe(2)
  expect(body.failed.map(({ label, message }) => [label, message])).toEqual([
    ['Cat', undoMessages.changedSince],
    ['Bee', 'In use by 1 load'],
  ])
  const left = (await me.get<Body[]>('/api/brokers?sort=companyName')).body
  expect(left.map(({ companyName }) => companyName)).toEqual(['Bee', 'Cat'])
  expect((await trash()).map(({ label }) => label).toSorted()).toEqual(['Ant', 'Dog'])
})

test('C44 S13 An import that updated bank details is undone with them, still encrypted', async () => {
  const driver = await make('drivers', { name: 'Ana Secret', bankDetails: 'First' })
  const blank = await make('drivers', { name: 'Bob Secret', bankDetails: null })
  const rows = ['Name,Phone,Bank Details', 'Ana Secret,1,Second', 'Bob Secret,2,Third']
  const operation = await importRows('drivers', rows, '?existing=update')
  expect(await read('drivers', driver)).toMatchObject({ phone: '1', bankDetails: 'Second' })
  expect((await undo(operation)).body).toMatchObject({ done: 2, failed: [] })
  for (const record of [driver, blank])
    expect(withoutStamps(await read('drivers', record))).toEqual(withoutStamps(record))
})

test('C44 A large undo runs in parts', async () => {
  const names = Array.from({ length: 501 }, (_, n) => `Broker ${n}`)
  const operation = await importRows('brokers', ['Company Name', ...names])
  const first = (await undo(operation)).body
  expect([first.done, typeof first.next]).toEqual([500, 'number'])
  const last = (await undo(operation, me, { before: first.next })).body
  expect([last.done, last.next]).toEqual([1, null])
  expect((await me.get<Body[]>('/api/brokers')).body).toEqual([])
})

test('C43 C44 Of many undo requests at once one undoes each record, the others find nothing', async () => {
  const loads = await Promise.all(Array.from({ length: 5 }, () => make('loads')))
  for (const change of [{ delete: true }, { set: { bolStatus: 'received' } }]) {
    const operation = await bulk('loads', loads, change)
    const responses = await Promise.all(Array.from({ length: 4 }, () => undo(operation)))
    expect(responses.filter(({ status }) => status === 200).map(({ body }) => body.done)).toEqual([
      5,
    ])
    const others = responses.filter(({ status }) => status !== 200)
    expect(others.map(({ body }) => body.message)).toEqual(
      [1, 2, 3].map(() => undoMessages.nothing),
    )
  }
})

test('C44 B22 An edit and an undo at once: the edit is kept or gets 412, and nothing is lost', async () => {
  const load = await make('loads')
  const operation = await bulk('loads', [load], { set: { bolStatus: 'received' } })
  const changed = await read('loads', load)
  const [undone, edited] = await Promise.all([
    undo(operation),
    me.put(`/api/loads/${load.id}`, { ...changed, notes: 'mine' }, { 'if-match': '"2"' }),
  ])
  const { bolStatus, notes } = await read('loads', load)
  if (edited.status === 200) {
    expect([undone.body.done, bolStatus, notes]).toEqual([0, 'received', 'mine'])
  } else {
    expect([edited.status, undone.body.done, bolStatus]).toEqual([412, 1, load.bolStatus])
  }
})

test('C43 S10 Each account has its own trash and undo', async () => {
  const other = await signUp(app)
  const load = await make('loads')
  const operation = await remove('loads', load)
  const [kept] = await trash()
  expect(await trash(other)).toEqual([])
  expect((await other.get('/api/trash/count')).body).toEqual({ count: 0 })
  expect((await undo(operation, other)).status).toBe(404)
  expect((await other.post(`/api/trash/${kept?.id}/restore`)).status).toBe(404)
  expect((await other.delete('/api/trash')).body).toEqual({ deleted: 0 })
  // The same operation id in another account is another operation.
  const theirs = (await other.post('/api/loads', makeSample('loads', 1))).body
  await other.delete(`/api/loads/${theirs.id}`, { 'operation-id': operation })
  expect((await undo(operation)).body.done).toBe(1)
  expect((await trash(other)).length).toBe(1)
})

test('C43 The trash is listed, searched, filtered and counted; an empty trash restores nothing', async () => {
  const [driver, load] = [await make('drivers', { name: 'Ana Trash' }), await make('loads')]
  const operation = await remove('drivers', driver)
  await remove('loads', load)
  await bulk('loads', [await make('loads')], { set: { bolStatus: 'received' } })
  expect((await trash()).map(({ label }) => label)).toEqual([load.loadId, 'Ana Trash'])
  const found = await me.get<Body[]>('/api/trash?search=ana&subject=drivers&limit=5')
  expect(found.body).toMatchObject([{ subject: 'drivers', recordId: driver.id }])
  expect(String(found.body[0]?.operation).replaceAll('-', '')).toBe(operation)
  expect(found.text).not.toContain('000123')
  expect((await me.get('/api/trash/count')).body).toEqual({ count: 2 })
  expect((await me.delete('/api/trash')).body).toEqual({ deleted: 2 })
  expect((await undo(operation)).status).toBe(404)
  expect((await me.get<Body[]>('/api/audit?action=trash-emptied')).body).toHaveLength(1)
})

test('C43 After 30 days a deleted record leaves the trash, not before', async () => {
  const [old, recent] = [await make('drivers'), await make('drivers')]
  const operation = await remove('drivers', old)
  const later = await remove('drivers', recent)
  await database
    .updateTable('undoRecords')
    .set({ expiresAt: new Date(0).toISOString() })
    .where('operation', '=', operation)
    .execute()
  expect((await undo(operation)).status).toBe(404)
  await database.transaction().execute(deleteExpiredSteps)
  expect((await trash()).map(({ recordId }) => recordId)).toEqual([recent.id])
  expect((await undo(later)).status).toBe(200)
})
