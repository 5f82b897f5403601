import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { EntityName } from '#core/fields/field.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { makeSample } from '#server/testing/samples.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let made = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  me = await signUp(app)
})

async function make(entity: EntityName, values: object = {}) {
  const sample = { ...makeSample(entity, ++made), ...values }
  return (await me.post(`/api/${entity}`, sample)).body
}

async function read(entity: EntityName, { id }: Body) {
  return (await me.get(`/api/${entity}/${id}`)).body
}

async function bulk(entity: EntityName, records: Body[], change: object): Promise<string> {
  const operation = randomUUID()
  const body = { ids: records.map(({ id }) => id), ...change }
  const { status } = await me.post(`/api/${entity}/bulk`, body, { 'operation-id': operation })
  expect(status).toBe(200)
  return operation
}

test('C46 An entry of the audit log restores one value, for an entity’s field', async () => {
  const load = await make('loads', { revenue: '1000.00', notes: 'old' })
  await me.put(`/api/loads/${load.id}`, { ...load, revenue: '2000.00', notes: 'new' })
  const [entry] = (await me.get<Body[]>('/api/audit?subject=loads&action=changed')).body
  const at = `/api/audit/${entry?.id}`
  const found = (await me.get<Restorable & Body>(`${at}/undo`)).body
  expect(found).toMatchObject({ operation: null, records: 0, trashId: null })
  expect(found.fields.toSorted()).toEqual(['notes', 'revenue'])
  expect((await me.post(`${at}/restore`, { field: 'revenue' })).body).toEqual({ version: 3 })
  expect(await read('loads', load)).toMatchObject({ revenue: '1000.00', notes: 'new' })
  expect((await me.post(`${at}/restore`, { field: 'miles' })).status).toBe(400)
  expect((await me.post(`${at}/restore`, { field: '__proto__' })).status).toBe(400)
  const other = await signUp(app)
  expect((await other.get(`${at}/undo`)).status).toBe(404)
  expect((await other.post(`${at}/restore`, { field: 'revenue' })).status).toBe(404)
})

test('C46 S13 The audit log offers no value of a secret, and a used number is 409 at its field', async () => {
  const owner = (await me.post('/api/owners', { ...makeSample('owners'), taxId: '1' })).body
  await me.put(`/api/owners/${owner.id}`, { ...owner, taxId: '2' })
  const [secret] = (await me.get<Body[]>('/api/audit?subject=owners&action=changed')).body
  expect((await me.get<Restorable & Body>(`/api/audit/${secret?.id}/undo`)).body.fields).toEqual([])
  const load = await make('loads')
  await me.put(`/api/loads/${load.id}`, { ...load, loadId: 'L-other' })
  await make('loads', { loadId: load.loadId })
  const [entry] = (await me.get<Body[]>('/api/audit?subject=loads&action=changed')).body
  const response = await me.post(`/api/audit/${entry?.id}/restore`, { field: 'loadId' })
  expect([response.status, Object.keys(response.body.fields as object)]).toEqual([409, ['loadId']])
})

test('C46 Entries of a deletion and of a bulk change lead to their undo', async () => {
  const loads = [await make('loads'), await make('loads')]
  const changed = await bulk('loads', loads, { set: { bolStatus: 'received' } })
  const removed = await bulk('loads', loads, { delete: true })
  const undoOf = async (action: string) => {
    const [entry] = (await me.get<Body[]>(`/api/audit?subject=loads&action=${action}`)).body
    return (await me.get<Restorable & Body>(`/api/audit/${entry?.id}/undo`)).body
  }
  expect(await undoOf('changed')).toMatchObject({ operation: changed, records: 2 })
  const deletion = await undoOf('deleted')
  expect(deletion).toMatchObject({ operation: removed, action: 'deleted', records: 2 })
  expect((await me.post(`/api/trash/${deletion.trashId}/restore`)).status).toBe(200)
  expect((await undoOf('deleted')).operation).toBe(null)
})

// On a database on several machines, the coordinator evaluates defaults: it would send its own transaction.
test('C46 C259 A kept step has the transaction of the server that stores it, as its entry has', async () => {
  const userId = await readAccountId(me)
  const { rows } = await sql<{ own: boolean }>`insert into undo_records
    (user_id, operation, action, subject, record_id, label, before, transaction)
    values (${userId}, ${randomUUID()}, 'deleted', 'billing', 1, 'Draft', '{}', '3')
    returning transaction = pg_current_xact_id() as own`.execute(database)
  expect(rows).toEqual([{ own: true }])
})

test.each(['x', '7', '00000000-0000-0000-0000-00000000000g'])(
  'C43 An operation id that is not a UUID is rejected: %s',
  async (operation) => {
    const load = await make('loads')
    const headers = { 'operation-id': operation }
    expect((await me.delete(`/api/loads/${load.id}`, headers)).status).toBe(400)
    expect((await me.post(`/api/operations/${operation}/undo`)).status).toBe(404)
  },
)
