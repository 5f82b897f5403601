/** Changes of loads that are on locked statements (SPEC C360). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { SettledQuestion } from '#core/settlements/adjustments/settled-change.ts'
import { listPermissions, ROLE_DEFAULTS } from '#core/team/roles.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { inviteMember } from '#server/testing/team.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import {
  createClient,
  readAccountId,
  testApp,
  type Body,
  type Client,
} from '#server/testing/test-app.ts'
import { askAboutWritten } from './ask-settled.ts'

const { app, database } = await testApp()
const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
let carrier: TestCarrier
let asked: Client
let load: Body
let first: number

/** A load of 1,000.00 on approved statement 1, and the truck's next draft with a load of 3,000.00. */
beforeEach(async () => {
  carrier = await createTestCarrier(app)
  asked = createClient(app, carrier.client.cookie, false, 'ask')
  load = await carrier.createLoad(FIRST, '1000', { loadId: 'HB-1', miles: '500' })
  first = (await carrier.settle(FIRST)).id
  await carrier.approve(first)
})

async function readOpen(): Promise<string[]> {
  const { body } = await asked.get<Drift[]>('/api/settlements/drift')
  return body.map(({ number, net }) => `${number}: ${net}`)
}

const question = (reply: { status: number; body: unknown }) => {
  expect(reply.status).toBe(409)
  return reply.body as SettledQuestion
}

async function startNext(): Promise<number> {
  await carrier.createLoad(SECOND, '3000')
  return (await carrier.settle(SECOND)).id
}

test('C360 A change of the revenue of a settled load is asked first, and changes nothing until it is answered', async () => {
  const path = `/api/loads/${load.id}`
  const changed = { ...load, revenue: '1250.00' }
  const reply = question(await asked.put(path, changed))
  expect(reply).toMatchObject({
    confirm: 'settled',
    canAdjust: true,
    statements: [{ id: first, number: 1, status: 'approved', net: '250.00', next: null }],
  })
  expect(reply.message).toMatch(
    /^This changes statement 1 \(truck .+, approved\) by \$250\.00\. Adjust the next settlement\?$/,
  )
  expect((await asked.get(path)).body).toMatchObject({ revenue: '1000.00', version: load.version })
  expect((await asked.put(`${path}?settled=yes`, changed)).status).toBe(400)
  expect((await asked.put(`${path}?settled=leave`, changed)).status).toBe(200)
  expect(await readOpen()).toEqual(['1: 250.00'])
})

test('C360 Adjust puts the difference on the next settlement in the same request', async () => {
  const next = await startNext()
  const changed = { ...load, revenue: '1250.00' }
  expect((await asked.put(`/api/loads/${load.id}?settled=adjust`, changed)).status).toBe(200)
  expect(await readOpen()).toEqual([])
  expect(await carrier.readSettlement(next)).toMatchObject({ netPayment: '3250.00' })
})

test('C360 A paid load that moves to another truck names both statements, and adjusts both trucks', async () => {
  const other = await carrier.createTruck()
  const settleOther = async (settlementDate: string) =>
    (await asked.post('/api/billing', { truckId: other, settlementDate })).body.id
  await carrier.createLoad(FIRST, '700', { truckId: other })
  const second = await settleOther(FIRST)
  await carrier.approve(second)
  await carrier.pay(first)
  const mine = await startNext()
  await carrier.createLoad(SECOND, '900', { truckId: other })
  const theirs = await settleOther(SECOND)
  const path = `/api/loads/${load.id}`
  const moved = { ...load, truckId: other }
  const { statements } = question(await asked.put(path, moved))
  expect(statements.map(({ number, status, net, next }) => [number, status, net, next])).toEqual([
    [1, 'paid', '-1000.00', SECOND],
    [2, 'approved', '1000.00', SECOND],
  ])
  expect((await asked.put(`${path}?settled=adjust`, moved)).status).toBe(200)
  expect(await carrier.readSettlement(mine)).toMatchObject({ netPayment: '2000.00' })
  expect(await carrier.readSettlement(theirs)).toMatchObject({ netPayment: '1900.00' })
  expect(await readOpen()).toEqual([])
})

test('C360 Where there is no next settlement yet, the difference stays open after Adjust', async () => {
  const moved = { ...load, settlementDate: SECOND }
  expect((await asked.put(`/api/loads/${load.id}?settled=adjust`, moved)).status).toBe(200)
  expect(await readOpen()).toEqual(['1: -1000.00'])
})

test('C360 A change that no statement prints or counts is not asked', async () => {
  const changed = { ...load, notes: 'Seal 4471', miles: '510' }
  expect((await asked.put(`/api/loads/${load.id}`, changed)).status).toBe(200)
})

test('C360 Miles are asked about if a deduction counts them', async () => {
  await carrier.createRule({ basis: 'per-mile', value: '0.10' })
  const hauled = await carrier.createLoad(SECOND, '2000', { miles: '400' })
  const { id } = await carrier.settle(SECOND)
  await carrier.approve(id)
  const { statements } = question(
    await asked.put(`/api/loads/${hauled.id}`, { ...hauled, miles: '500' }),
  )
  expect(statements).toMatchObject([{ number: 2, net: '-10.00' }])
})

test('C360 Every way to change or delete a settled load asks', async () => {
  const path = `/api/loads/${load.id}`
  const ids = [load.id]
  const charge = { kind: 'line-haul', amount: '900.00', ownerShare: 'all', billToBroker: true }
  const csv = (url: string, text: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: text,
      headers: { cookie: asked.cookie, 'content-type': 'text/csv' },
    })
  const replies = await Promise.all([
    asked.delete(path),
    asked.post('/api/loads/bulk', { ids, delete: true }),
    asked.post('/api/loads/bulk', { ids, set: { settlementDate: SECOND } }),
    asked.put(`${path}/charges`, { charges: [charge] }),
    asked.put(path, { ...load, revenue: '900.00', charges: [charge] }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
  expect(replies.map(({ body }) => (body as unknown as SettledQuestion).confirm)).toEqual(
    replies.map(() => 'settled'),
  )
  const imports = await Promise.all([
    csv('/api/loads/import?existing=update', 'Load #,Revenue\nHB-1,1100.00\n'),
    csv('/api/loads/charges/import', 'Load #,Type,Amount\nHB-1,Line Haul,800.00\n'),
  ])
  expect(imports.map(({ statusCode, body }) => [statusCode, JSON.parse(body).confirm])).toEqual([
    [409, 'settled'],
    [409, 'settled'],
  ])
  expect((await asked.get(path)).body).toMatchObject({ revenue: '1000.00', version: load.version })
  expect(await readOpen()).toEqual([])
  const done = await csv(
    '/api/loads/import?existing=update&settled=leave',
    'Load #,Revenue\nHB-1,1100.00\n',
  )
  expect(done.statusCode).toBe(201)
  expect(await readOpen()).toEqual(['1: 100.00'])
})

test('C360 Undo and restore ask only if a difference is open after them', async () => {
  const path = `/api/loads/${load.id}`
  const next = await startNext()
  const operation = crypto.randomUUID()
  const headers = { 'operation-id': operation }
  expect((await asked.send('DELETE', `${path}?settled=adjust`, undefined, headers)).status).toBe(
    204,
  )
  expect(await carrier.readSettlement(next)).toMatchObject({ netPayment: '2000.00' })
  const undo = `/api/operations/${operation}/undo`
  expect(question(await asked.post(undo, {})).statements).toMatchObject([{ net: '1000.00' }])
  expect((await asked.post(`${undo}?settled=adjust`, {})).status).toBe(200)
  expect(await carrier.readSettlement(next)).toMatchObject({ netPayment: '3000.00' })

  await asked.send('DELETE', `${path}?settled=leave`)
  const { body: trash } = await asked.get<Body[]>('/api/trash')
  expect(await readOpen()).toEqual(['1: -1000.00'])
  expect((await asked.post(`/api/trash/${trash[0]?.id}/restore`, {})).status).toBe(200)
  expect(await readOpen()).toEqual([])
})

test('C360 C73 A dispatcher is asked without figures and can only leave the difference', async () => {
  const { cookie } = await inviteMember(app, carrier.client, 'dispatcher')
  const dispatcher = createClient(app, cookie, false, 'ask')
  const path = `/api/loads/${load.id}`
  const values = { settlementDate: SECOND }
  const bulk = { ids: [load.id], set: values }
  expect(question(await dispatcher.post('/api/loads/bulk', bulk))).toEqual({
    message: 'This changes a load that is already settled. Change it anyway?',
    confirm: 'settled',
    statements: [],
    canAdjust: false,
  })
  expect((await dispatcher.post('/api/loads/bulk?settled=adjust', bulk)).status).toBe(403)
  expect((await asked.get(path)).body).toMatchObject({ settlementDate: FIRST })
  expect((await dispatcher.post('/api/loads/bulk?settled=leave', bulk)).status).toBe(200)
  expect(await readOpen()).toEqual(['1: -1000.00'])
})

test('C360 Two changes at the same moment with Adjust are both adjusted', async () => {
  const next = await startNext()
  const other = await carrier.createLoad(FIRST, '40', { loadId: 'HB-2' })
  await carrier.client.put(`/api/loads/${load.id}?settled=leave`, { ...load, revenue: '1001' })
  const change = (one: Body, revenue: string) =>
    asked.put(`/api/loads/${one.id}?settled=adjust`, { ...one, revenue })
  const replies = await Promise.all([change(load, '1100'), change(other, '50')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await readOpen()).toEqual([])
  // 3,000.00, 100.00 more of the first load, and 50.00 of the load that was added late.
  expect(await carrier.readSettlement(next)).toMatchObject({ netPayment: '3150.00' })
})

test('C360 Adjust of a long import leaves what another person leaves meanwhile', async () => {
  const other = await carrier.createLoad(SECOND, '700')
  await carrier.approve((await carrier.settle(SECOND)).id)
  await carrier.createLoad('2026-11-27', '3000')
  const next = (await carrier.settle('2026-11-27')).id
  const userId = await readAccountId(carrier.client)
  const permissions = listPermissions('admin', ROLE_DEFAULTS)
  const answer = { userId, permissions, settled: 'adjust' } as const
  await inTransaction(database, (work) =>
    askAboutWritten(work, answer, async (written) => {
      await asked.put(`/api/loads/${other.id}?settled=leave`, { ...other, revenue: '750.00' })
      await sql`update loads set revenue = 1100 where user_id = ${userId} and id = ${load.id}`.execute(
        work,
      )
      written.add(load.id)
    }),
  )
  expect(await readOpen()).toEqual(['2: 50.00'])
  expect(await carrier.readSettlement(next)).toMatchObject({ netPayment: '3100.00' })
})
