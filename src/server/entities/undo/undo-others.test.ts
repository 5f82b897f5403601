/** Deleted drafts, recurring deductions and saved views in the trash (SPEC C87). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { UndoResponse } from '#core/undo/undo.ts'
import { owning, type Owning } from '#server/testing/owning.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [DATE, NEXT] = ['2026-11-20', '2026-11-27'] as const
let at: Owning

beforeEach(async () => {
  at = await owning(app)
})

/** Returns the operation. */
async function remove(path: string): Promise<string> {
  const operation = randomUUID()
  expect((await at.me.delete(path, { 'operation-id': operation })).status).toBe(204)
  return operation
}

const undo = (operation: string, client = at.me) =>
  client.post<UndoResponse & Body>(`/api/operations/${operation}/undo`)
const trash = async () => (await at.me.get<Body[]>('/api/trash')).body
const restore = async (set?: object) => {
  const [entry] = await trash()
  return at.me.post<UndoResponse & Body>(`/api/trash/${entry?.id}/restore`, { set })
}
const entered = (id: number, line: object) => at.me.post(`/api/billing/${id}/expenses`, line)
const withoutStamps = ({
  id: _,
  version: __,
  createdAt: ___,
  updatedAt: ____,
  ...line
}: object & {
  [name: string]: unknown
}) => line

test('C87 A deleted recurring deduction comes back with its id and every value', async () => {
  const rule = await at.rule({
    ...{ truckId: at.truckId, description: 'Loan', balance: 'loan', total: '900.05' },
    ...{ value: '2.55', firstDay: '2026-01-02' },
  })
  const operation = await remove(`/api/deduction-rules/${rule.id}`)
  expect((await at.me.get(`/api/deduction-rules/${rule.id}`)).status).toBe(404)
  expect(await trash()).toMatchObject([{ subject: 'deduction_rules', label: 'Loan' }])
  expect((await undo(operation, (await owning(app)).me)).status).toBe(404)
  expect((await undo(operation)).body).toEqual({ done: 1, failed: [], notes: [], next: null })
  expect((await at.me.get(`/api/deduction-rules/${rule.id}`)).body).toEqual(rule)
  expect(await trash()).toEqual([])
  const log = await at.me.get<Body[]>(`/api/audit?subject=deduction_rules&subjectId=${rule.id}`)
  expect(log.body.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created'])
})

test('C87 A deduction whose truck was deleted stays in the trash until the truck is back', async () => {
  const truckId = await at.truck()
  const rule = await at.rule({ truckId })
  const operation = await remove(`/api/deduction-rules/${rule.id}`)
  await remove(`/api/trucks/${truckId}`)
  const message = 'Its truck was deleted. Restore the truck first.'
  expect((await undo(operation)).body).toMatchObject({ done: 0, failed: [{ message }] })
  const [, entry] = await trash()
  const again = await at.me.post(`/api/trash/${entry?.id}/restore`)
  expect([again.status, again.body.message]).toEqual([409, message])
})

test('C87 A saved view comes back, with another name if its name is in use in its list', async () => {
  const view = { list: 'loads', name: 'Mine', address: 'search=x' }
  const saved = (await at.me.post('/api/views', view)).body
  const operation = await remove(`/api/views/${saved.id}`)
  await at.me.post('/api/views', { ...view, list: 'trucks' })
  expect((await undo(operation)).body).toMatchObject({ done: 1, failed: [] })
  expect((await at.me.get(`/api/views/${saved.id}`)).body).toMatchObject(view)
  const second = await remove(`/api/views/${saved.id}`)
  await at.me.post('/api/views', view)
  const [entry] = await trash()
  expect((await undo(second)).body.failed).toMatchObject([
    { subject: 'views', message: 'Name Mine already exists', trashId: entry?.id },
  ])
  expect((await restore()).body.fields).toEqual({ name: ['Name Mine already exists'] })
  expect((await restore({ name: 'Mine too' })).status).toBe(200)
  expect((await at.me.get(`/api/views/${saved.id}`)).body.name).toBe('Mine too')
})

test('C87 A deleted draft comes back with its lines, edits, payee, notes and hold', async () => {
  const fee = await at.rule({ truckId: at.truckId, value: '75' })
  const skipped = await at.rule({ truckId: at.truckId, description: 'Parking', value: '20' })
  const load = await at.load(DATE, '1000.10')
  const { id } = await at.settle(DATE, { fuel: '150.25', notes: 'Late', ownerId: at.bob })
  const lumper = { category: 'other', description: 'Lumper', amount: '-40', loadId: load.id }
  expect((await entered(id, lumper)).status).toBe(201)
  const [feeLine, skippedLine] = [fee, skipped].map((rule) => async () => {
    const lines = await at.lines(id)
    return lines.find(({ ruleId }) => ruleId === rule.id)
  })
  await at.me.put(`/api/billing/${id}/expenses/${(await feeLine?.())?.id}`, { amount: '60' })
  await at.me.delete(`/api/billing/${id}/expenses/${(await skippedLine?.())?.id}`)
  await at.me.post(`/api/billing/${id}/hold`, { reason: 'Claim' })
  const [before, lines] = [await at.read(id), await at.lines(id)]
  const operation = await remove(`/api/billing/${id}`)
  expect(await trash()).toMatchObject([{ subject: 'billing', recordId: id }])
  expect((await undo(operation)).body).toEqual({ done: 1, failed: [], notes: [], next: null })
  const after = await at.read(id)
  expect(withoutStamps(after)).toEqual(withoutStamps(before))
  expect(after.version).toBeGreaterThan(before.version)
  const compare = (all: object[]) =>
    all.map((line) => JSON.stringify(withoutStamps({ ...line }))).toSorted()
  expect(compare(await at.lines(id))).toEqual(compare(lines))
  const log = await at.me.get<Body[]>(`/api/audit?subject=billing&subjectId=${id}&action=restored`)
  expect(log.body).toHaveLength(1)
})

test('C87 A restored draft has current loads and deductions, and says what it lost', async () => {
  await at.rule({ truckId: at.truckId, description: 'Fee', value: '75' })
  await at.load(DATE, '1000')
  const { id } = await at.settle(DATE)
  const operation = await remove(`/api/billing/${id}`)
  await at.load(DATE, '500')
  const rules = (await at.me.get<Body[]>('/api/deduction-rules')).body
  for (const rule of rules) await at.me.delete(`/api/deduction-rules/${rule.id}`)
  const { notes } = (await undo(operation)).body
  expect(notes.map(({ message }) => message)).toEqual([
    '“Fee” was left out',
    'Total revenue is $1,500.00 now (was $1,000.00): its loads changed',
  ])
  expect(await at.read(id)).toMatchObject({ totalRevenue: '1500.00', netPayment: '1500.00' })
})

test('C87 A draft whose truck and date have another settlement stays in the trash', async () => {
  const { id } = await at.settle(DATE)
  const operation = await remove(`/api/billing/${id}`)
  const other = await at.settle(DATE)
  const message = 'The truck has another settlement of this date now'
  expect((await undo(operation)).body).toMatchObject({ done: 0, failed: [{ message }] })
  expect((await restore()).body.message).toBe(message)
  await remove(`/api/billing/${other.id}`)
  expect((await undo(operation)).body).toMatchObject({ done: 1 })
})

test('C87 C4 A restored draft gets its carry-forward back from the next one', async () => {
  await at.load(DATE, '100')
  const first = await at.settle(DATE, { fuel: '300' })
  await at.approve(first.id)
  await at.load(NEXT, '1000')
  const { id, netPayment } = await at.settle(NEXT)
  expect(netPayment).toBe('800.00')
  const operation = await remove(`/api/billing/${id}`)
  const later = await at.settle('2026-12-04')
  expect((await at.read(later.id)).netPayment).toBe('-200.00')
  expect((await undo(operation)).body.done).toBe(1)
  const nets = [(await at.read(id)).netPayment, (await at.read(later.id)).netPayment]
  // The amount is on one of the two, never on both.
  expect(nets.map(Number).reduce((sum, net) => sum + net)).toBe(800)
})

test('C87 B27 S10 A frozen statement is not deleted, and another account restores nothing', async () => {
  await at.load(DATE)
  const { id } = await at.settle(DATE)
  const operation = await remove(`/api/billing/${id}`)
  const stranger = await owning(app)
  expect((await undo(operation, stranger.me)).status).toBe(404)
  await undo(operation)
  await at.approve(id)
  expect((await at.me.delete(`/api/billing/${id}`)).status).toBe(409)
  expect(await trash()).toEqual([])
})
