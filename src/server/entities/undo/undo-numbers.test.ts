/** Records restored although their number is in use again, in any spelling (SPEC C43, C433). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { UndoResponse } from '#core/undo/undo.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let made = 0

beforeEach(async () => {
  me = await signUp(app)
})

async function make(entity: 'brokers' | 'trucks', values: object = {}) {
  const sample = { ...makeSample(entity, ++made), ...values }
  const { status, body } = await me.post(`/api/${entity}`, sample)
  expect(status).toBe(201)
  return body
}

/** Deletes the records and returns the operation. */
async function remove(entity: 'brokers' | 'trucks', records: Body[]): Promise<string> {
  const operation = randomUUID()
  const body = { ids: records.map(({ id }) => id), delete: true }
  const { status } = await me.post(`/api/${entity}/bulk`, body, { 'operation-id': operation })
  expect(status).toBe(200)
  return operation
}

const undo = (operation: string) =>
  me.post<UndoResponse & Body>(`/api/operations/${operation}/undo`)

async function restorePath(): Promise<string> {
  const { body } = await me.get<Body[]>('/api/trash')
  return `/api/trash/${body[0]?.id}/restore`
}

test('C43 C433 A number used again in another spelling keeps only its own record in the trash', async () => {
  const [first, second] = [
    await make('brokers', { mcNumber: '771203' }),
    await make('brokers', { mcNumber: '771204' }),
  ]
  const operation = await remove('brokers', [first, second])
  await make('brokers', { mcNumber: 'MC-771203' })
  const message = 'MC Number 771203 already exists'
  const { body } = await undo(operation)
  expect(body).toMatchObject({ done: 1, failed: [{ id: first.id, message }] })
  const restore = await restorePath()
  const rejected = await me.post(restore)
  expect([rejected.status, rejected.body.fields]).toEqual([409, { mcNumber: [message] }])
  const again = await me.post(restore, { set: { mcNumber: 'mc 771204' } })
  expect([again.status, Object.keys(again.body.fields ?? {})]).toEqual([409, ['mcNumber']])
  expect((await me.post(restore, { set: { mcNumber: '771205' } })).status).toBe(200)
})

test('C43 C433 A record that had the number of another one before is restored', async () => {
  const [first, double] = [await make('trucks', { vin: '1FUJ-9' }), await make('trucks')]
  await sql`update trucks set vin = '1fuj9', old_double = true where id = ${double.id}`.execute(
    database,
  )
  const operation = await remove('trucks', [first, double])
  expect((await undo(operation)).body).toMatchObject({ done: 2, failed: [] })
  const again = await remove('trucks', [double])
  expect((await undo(again)).body).toMatchObject({ done: 1, failed: [] })
  const restored = await me.get(`/api/trucks/${double.id}`)
  expect(restored.body.vin).toBe('1fuj9')
  await remove('trucks', [double])
  const restore = await restorePath()
  expect((await me.post(restore, { set: { vin: '1FUJ 9' } })).body.fields).toHaveProperty('vin')
  expect((await me.post(restore, { set: { vin: '1FUJ-8' } })).status).toBe(200)
  const { rows } = await sql`select old_double from trucks where id = ${double.id}`.execute(
    database,
  )
  expect(rows).toEqual([{ oldDouble: null }])
})
