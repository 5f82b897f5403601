/** Deleted drafts, recurring deductions and saved views in the trash (SPEC C87). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { UndoResponse } from '#core/undo/undo.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [DATE, NEXT] = ['2026-11-20', '2026-11-27'] as const
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
})

/** Returns the operation. */
async function remove(path: string): Promise<string> {
  const operation = randomUUID()
  expect((await carrier.client.delete(path, { 'operation-id': operation })).status).toBe(204)
  return operation
}

const undo = (operation: string, client = carrier.client) =>
  client.post<UndoResponse & Body>(`/api/operations/${operation}/undo`)
const trash = async () => (await carrier.client.get<Body[]>('/api/trash')).body
const restore = async (set?: object) => {
  const [entry] = await trash()
  return carrier.client.post<UndoResponse & Body>(`/api/trash/${entry?.id}/restore`, { set })
}
const addLine = (id: number, line: object) =>
  carrier.client.post(`/api/billing/${id}/expenses`, line)
const withoutStamps = ({
  id: _,
  version: __,
  createdAt: ___,
  updatedAt: ____,
  ...line
}: object & {
  [name: string]: unknown
}) => line

test('C87 A deleted recurring deduction is restored with its id and every value', async () => {
  const rule = await carrier.createRule({
    truckId: carrier.truckId,
    description: 'Loan',
    balance: 'loan',
    total: '900.05',
    value: '2.55',
    firstDay: '2026-01-02',
  })
  const operation = await remove(`/api/deduction-rules/${rule.id}`)
  expect((await carrier.client.get(`/api/deduction-rules/${rule.id}`)).status).toBe(404)
  expect(await trash()).toMatchObject([{ subject: 'deduction_rules', label: 'Loan' }])
  expect((await undo(operation, (await createCarrierWithOwners(app)).client)).status).toBe(404)
  expect((await undo(operation)).body).toEqual({ done: 1, failed: [], notes: [], next: null })
  expect((await carrier.client.get(`/api/deduction-rules/${rule.id}`)).body).toEqual(rule)
  expect(await trash()).toEqual([])
  const log = await carrier.client.get<Body[]>(
    `/api/audit?subject=deduction_rules&subjectId=${rule.id}`,
  )
  expect(log.body.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created'])
})

test('C87 A deduction whose truck was deleted stays in the trash until the truck is restored', async () => {
  const truckId = await carrier.createTruck()
  const rule = await carrier.createRule({ truckId })
  const operation = await remove(`/api/deduction-rules/${rule.id}`)
  await remove(`/api/trucks/${truckId}`)
  const message = 'Its truck was deleted. Restore the truck first.'
  expect((await undo(operation)).body).toMatchObject({ done: 0, failed: [{ message }] })
  const [, entry] = await trash()
  const again = await carrier.client.post(`/api/trash/${entry?.id}/restore`)
  expect([again.status, again.body.message]).toEqual([409, message])
})

test('C87 A saved view is restored, with another name if its name is in use in its list', async () => {
  const view = { list: 'loads', name: 'Mine', address: 'search=x' }
  const saved = (await carrier.client.post('/api/views', view)).body
  const operation = await remove(`/api/views/${saved.id}`)
  await carrier.client.post('/api/views', { ...view, list: 'trucks' })
  expect((await undo(operation)).body).toMatchObject({ done: 1, failed: [] })
  expect((await carrier.client.get(`/api/views/${saved.id}`)).body).toMatchObject(view)
  const second = await remove(`/api/views/${saved.id}`)
  await carrier.client.post('/api/views', view)
  const [entry] = await trash()
  expect((await undo(second)).body.failed).toMatchObject([
    { subject: 'views', message: 'Name Mine already exists', trashId: entry?.id },
  ])
  expect((await restore()).body.fields).toEqual({ name: ['Name Mine already exists'] })
  expect((await restore({ name: 'Mine too' })).status).toBe(200)
  expect((await carrier.client.get(`/api/views/${saved.id}`)).body.name).toBe('Mine too')
})

test('C87 A deleted draft is restored with its lines, edits, payee, notes and hold', async () => {
  const fee = await carrier.createRule({ truckId: carrier.truckId, value: '75' })
  const skipped = await carrier.createRule({
    truckId: carrier.truckId,
    description: 'Parking',
    value: '20',
  })
  const load = await carrier.createLoad(DATE, '1000.10')
  const { id } = await carrier.settle(DATE, { fuel: '150.25', notes: 'Late', ownerId: carrier.bob })
  const lumper = { category: 'other', description: 'Lumper', amount: '-40', loadId: load.id }
  expect((await addLine(id, lumper)).status).toBe(201)
  const [feeLine, skippedLine] = [fee, skipped].map((rule) => async () => {
    const lines = await carrier.readLines(id)
    return lines.find(({ ruleId }) => ruleId === rule.id)
  })
  await carrier.client.put(`/api/billing/${id}/expenses/${(await feeLine?.())?.id}`, {
    amount: '60',
  })
  await carrier.client.delete(`/api/billing/${id}/expenses/${(await skippedLine?.())?.id}`)
  await carrier.client.post(`/api/billing/${id}/hold`, { reason: 'Claim' })
  const [before, lines] = [await carrier.readSettlement(id), await carrier.readLines(id)]
  const operation = await remove(`/api/billing/${id}`)
  expect(await trash()).toMatchObject([{ subject: 'billing', recordId: id }])
  expect((await undo(operation)).body).toEqual({ done: 1, failed: [], notes: [], next: null })
  const after = await carrier.readSettlement(id)
  expect(withoutStamps(after)).toEqual(withoutStamps(before))
  expect(after.version).toBeGreaterThan(before.version)
  const compare = (all: object[]) =>
    all.map((line) => JSON.stringify(withoutStamps({ ...line }))).toSorted()
  expect(compare(await carrier.readLines(id))).toEqual(compare(lines))
  const log = await carrier.client.get<Body[]>(
    `/api/audit?subject=billing&subjectId=${id}&action=restored`,
  )
  expect(log.body).toHaveLength(1)
})

test('C87 A restored draft has current loads and deductions, and lists what it lost', async () => {
  await carrier.createRule({ truckId: carrier.truckId, description: 'Fee', value: '75' })
  await carrier.createLoad(DATE, '1000')
  const { id } = await carrier.settle(DATE)
  const operation = await remove(`/api/billing/${id}`)
  await carrier.createLoad(DATE, '500')
  const rules = (await carrier.client.get<Body[]>('/api/deduction-rules')).body
  for (const rule of rules) await carrier.client.delete(`/api/deduction-rules/${rule.id}`)
  const { notes } = (await undo(operation)).body
  expect(notes.map(({ message }) => message)).toEqual([
    '“Fee” was left out',
    'Total revenue is $1,500.00 now (was $1,000.00): its loads changed',
  ])
  expect(await carrier.readSettlement(id)).toMatchObject({
    totalRevenue: '1500.00',
    netPayment: '1500.00',
  })
})

test('C87 A draft whose truck and date have another settlement stays in the trash', async () => {
  const { id } = await carrier.settle(DATE)
  const operation = await remove(`/api/billing/${id}`)
  const other = await carrier.settle(DATE)
  const message = 'The truck has another settlement for this date now'
  expect((await undo(operation)).body).toMatchObject({ done: 0, failed: [{ message }] })
  expect((await restore()).body.message).toBe(message)
  await remove(`/api/billing/${other.id}`)
  expect((await undo(operation)).body).toMatchObject({ done: 1 })
})

test('C87 C4 A restored draft gets its carry-forward back from the next one', async () => {
  await carrier.createLoad(DATE, '100')
  const first = await carrier.settle(DATE, { fuel: '300' })
  await carrier.approve(first.id)
  await carrier.createLoad(NEXT, '1000')
  const { id, netPayment } = await carrier.settle(NEXT)
  expect(netPayment).toBe('800.00')
  const operation = await remove(`/api/billing/${id}`)
  const later = await carrier.settle('2026-12-04')
  expect((await carrier.readSettlement(later.id)).netPayment).toBe('-200.00')
  expect((await undo(operation)).body.done).toBe(1)
  const nets = [
    (await carrier.readSettlement(id)).netPayment,
    (await carrier.readSettlement(later.id)).netPayment,
  ]
  // The amount is on one of the two, never on both.
  expect(nets.map(Number).reduce((sum, net) => sum + net)).toBe(800)
})

test('C87 B27 S10 A frozen statement is not deleted, and another account restores nothing', async () => {
  await carrier.createLoad(DATE)
  const { id } = await carrier.settle(DATE)
  const operation = await remove(`/api/billing/${id}`)
  const stranger = await createCarrierWithOwners(app)
  expect((await undo(operation, stranger.client)).status).toBe(404)
  await undo(operation)
  await carrier.approve(id)
  expect((await carrier.client.delete(`/api/billing/${id}`)).status).toBe(409)
  expect(await trash()).toEqual([])
})
