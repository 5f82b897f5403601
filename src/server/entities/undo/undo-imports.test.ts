/** Undo of imports and of changes that others build on (SPEC C44). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { UndoResponse } from '#core/undo/undo.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'

const { app, database } = await ownApp()
const small = await ownApp({ accountQuotaMb: 1 })
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

type Import = { client?: Client; operation?: string; query?: string }

async function importRows(
  entity: string,
  rows: string[],
  { client = me, operation = randomUUID(), query = '' }: Import = {},
): Promise<string> {
  const headers = { 'content-type': 'text/csv', 'operation-id': operation }
  const path = `/api/${entity}/import${query}`
  const { status, text } = await client.post(path, rows.join('\n'), headers)
  expect([status, text]).toEqual([201, text])
  return operation
}

function undo(operation: string, client = me) {
  return client.post<UndoResponse & Body>(`/api/operations/${operation}/undo`)
}

test('C44 Records that one operation created and then changed twice are removed', async () => {
  const operation = await importRows('brokers', ['Company Name,MC #,Phone', 'Ant,MC1,1'])
  const again = { operation, query: '?existing=update' }
  await importRows('brokers', ['Company Name,MC #,Phone', 'Ant,MC1,2'], again)
  await importRows('brokers', ['Company Name,MC #,Phone', 'Ant,MC1,3'], again)
  const [broker] = (await me.get<Body[]>('/api/brokers')).body
  expect(broker).toMatchObject({ phone: '3', version: 3 })
  expect((await undo(operation)).body).toMatchObject({ done: 3, failed: [] })
  expect((await me.get<Body[]>('/api/brokers')).body).toEqual([])
})

test('C44 B24 A truck with a balance entry or a payment stays, and the others are removed', async () => {
  const operation = await importRows('trucks', [
    'Truck #,Make,Model,Year',
    ...['A1', 'B2', 'C3'].map((number) => `${number},Volvo,VNL,2021`),
  ])
  const trucks = (await me.get<Body[]>('/api/trucks?sort=truckId')).body
  const [a1, b2] = trucks as [Body, Body, Body]
  const loans = []
  for (const { id } of [a1, b2]) {
    const loan = {
      truckId: id,
      category: 'other',
      description: 'Loan',
      basis: 'fixed',
      value: '10',
      balance: 'loan',
      total: '500',
    }
    const { status, body } = await me.post('/api/deduction-rules', loan)
    expect(status).toBe(201)
    loans.push(body.id)
  }
  const lent = { paidOn: '2026-10-01', amount: '500', method: 'cash', confirmed: ['paidOn'] }
  for (const id of loans)
    expect((await me.post(`/api/balances/${id}/hand-outs`, lent)).status).toBe(201)
  const repaid = { day: '2026-10-02', amount: '200', method: 'cash', confirmed: ['day'] }
  expect((await me.post(`/api/balances/${loans[0]}/repayments`, repaid)).status).toBe(201)
  const { status, body } = await undo(operation)
  expect([status, body.done]).toEqual([200, 1])
  const advice = "can't be deleted. Set its status to Inactive instead."
  expect(body.failed.map(({ label, message }) => [label, message])).toEqual([
    ['B2', `This truck has 1 payment and ${advice}`],
    ['A1', `This truck has 1 balance and 1 payment and ${advice}`],
  ])
  const links = await me.get(`/api/trucks/${a1.id}/links`)
  expect(links.body).toMatchObject({
    refusal: `This truck has 1 balance and 1 payment and ${advice}`,
  })
  expect((await me.delete(`/api/trucks/${b2.id}`)).body.message).toContain('1 payment')
})

test('C31 C44 A full account can undo its import', async () => {
  const full = await signUp(small.app)
  const notes = 'n'.repeat(7_000)
  const operation = await importRows('brokers', ['Company Name,Notes', `Ant,${notes}`], {
    client: full,
  })
  await small.database.updateTable('storage').set({ bytes: 2_000_000 }).execute()
  expect((await full.post('/api/brokers', makeSample('brokers', 1))).status).toBe(507)
  expect((await undo(operation, full)).body).toMatchObject({ done: 1 })
  expect((await undo(randomUUID(), full)).status).toBe(507)
})

test('C44 C10 Undo of the first owner of a truck lists the drafts that stay with the owner', async () => {
  const owner = (await me.post('/api/owners', { ...makeSample('owners', 1), name: 'Dan' })).body
  const truck = (await me.post('/api/trucks', makeSample('trucks', 1))).body
  const sent = { truckId: truck.id, settlementDate: '2026-11-20' }
  const draft = (await me.post('/api/billing', sent)).body
  const operation = randomUUID()
  const change = { ids: [truck.id], set: { ownerId: owner.id } }
  await me.post('/api/trucks/bulk', change, { 'operation-id': operation })
  const { body } = await undo(operation)
  expect(body).toMatchObject({ done: 1, notes: [{ message: '1 draft settlement stays with Dan' }] })
  expect((await me.get(`/api/billing/${draft.id}`)).body.ownerId).toBe(owner.id)
})

test('C43 A number that is taken during the restore is named in the 409', async () => {
  const load = (await me.post('/api/loads', makeSample('loads', 1))).body
  const other = (await me.post('/api/loads', makeSample('loads', 2))).body
  await me.delete(`/api/loads/${load.id}`)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  const restore = await database.transaction().execute(async (work) => {
    await work
      .updateTable('loads')
      .set({ loadId: String(load.loadId) })
      .where('id', '=', other.id)
      .execute()
    const waiting = me.post(`/api/trash/${kept?.id}/restore`)
    await waitUntilBlocked(database, 1)
    return { waiting }
  })
  const { status, body } = await restore.waiting
  expect([status, body.message]).toEqual([409, `Load # ${String(load.loadId)} already exists`])
})
