/** Sample data: what it contains, that it never becomes money, and what its removal keeps. */
import { expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { sampleMessages } from '#core/sample/messages.ts'
import type { SampleRemoved, SampleState } from '#core/sample/sample-data.ts'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const today = '2026-11-18'
const PATH = '/api/sample-data'

type Row = { id: number; version: number; [field: string]: unknown }

async function fill(): Promise<Client> {
  const me = await signUp(app)
  expect((await me.post(PATH, { today })).status).toBe(201)
  return me
}

async function list<Listed = Row>(me: Client, name: string): Promise<Listed[]> {
  return (await me.get<Listed[]>(`/api/${name}`)).body
}

async function count(me: Client): Promise<Record<string, number>> {
  const names = [...everyEntity.map(({ name }) => name), 'deduction-rules', 'billing']
  const counts = names.map(async (name) => [name, (await list(me, name)).length] as const)
  return Object.fromEntries(await Promise.all(counts))
}

async function remove(me: Client, changed = 'keep'): Promise<SampleRemoved> {
  const { status, body } = await me.delete<SampleRemoved>(`${PATH}?changed=${changed}`)
  expect(status).toBe(200)
  return body
}

test('C64 Sample data is a carrier with loads, deductions and drafts, all removed at once', async () => {
  const me = await fill()
  const counts = await count(me)
  expect(counts).toMatchObject({ owners: 3, drivers: 8, trucks: 6, brokers: 12, dispatchers: 2 })
  expect(counts['deduction-rules']).toBe(4)
  expect(counts.billing).toBeGreaterThan(3)
  expect(counts.loads).toBeGreaterThan(counts.billing ?? 0)
  const drafts = await list<Settlement>(me, 'billing')
  expect(drafts.every(({ status }) => status === 'pending')).toBe(true)
  expect(drafts.every(({ totalExpenses }) => Number(totalExpenses) > 400)).toBe(true)
  expect((await me.get<Dashboard>(`/api/dashboard?today=${today}`)).body.hasSample).toBe(true)

  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  expect(await remove(me)).toEqual({ removed: total, kept: [] })
  expect(Object.values(await count(me)).every((left) => left === 0)).toBe(true)
  expect((await me.get<SampleState>(PATH)).body).toEqual({ state: 'possible', changed: [] })
})

test('C64 An account with one record is not filled, and sample data is not added twice', async () => {
  const me = await signUp(app)
  await me.post('/api/brokers', makeSample('brokers'))
  expect((await me.get<SampleState>(PATH)).body.state).toBe('other')
  const refused = await me.post(PATH, { today })
  expect([refused.status, refused.body.message]).toEqual([409, sampleMessages.notEmpty])
  expect((await list(me, 'trucks')).length).toBe(0)

  const filled = await fill()
  const before = await count(filled)
  expect((await filled.post(PATH, { today })).status).toBe(409)
  expect(await count(filled)).toEqual(before)
})

test('C64 The same request again gets the first response and adds nothing', async () => {
  const me = await signUp(app)
  const headers = { 'idempotency-key': 'once' }
  const [first, second] = await Promise.all([
    me.post(PATH, { today }, headers),
    me.post(PATH, { today }, headers),
  ])
  expect([first.status, second.status]).toEqual([201, 201])
  expect((await list(me, 'trucks')).length).toBe(6)
})

test('C64 Sample data is never approved or paid', async () => {
  const me = await fill()
  const [draft] = await list<Settlement>(me, 'billing')
  const approved = await me.post(`/api/billing/${draft?.id}/approve`)
  expect([approved.status, approved.body.message]).toEqual([409, sampleMessages.notReal])
  const rules = await list(me, 'deduction-rules')
  const advance = rules.find(({ balance }) => balance === 'advance')
  const repaid = await me.post(`/api/balances/${advance?.id}/repayments`, {
    amount: '10.00',
    day: today,
    method: 'cash',
    confirmed: ['day'],
    truckId: advance?.truckId,
  })
  expect([repaid.status, repaid.body.message]).toEqual([409, sampleMessages.notReal])
  const handedOut = await me.post(`/api/balances/${advance?.id}/hand-outs`, {
    amount: '10.00',
    paidOn: today,
    method: 'cash',
    confirmed: ['paidOn'],
    truckId: advance?.truckId,
  })
  expect([handedOut.status, handedOut.body.message]).toEqual([409, sampleMessages.notReal])
})

test('C64 C113 The papers of sample loads stay: with the load, or in the inbox', async () => {
  const me = await fill()
  const [first] = await list(me, 'loads')
  const lumper = await upload(me, `/api/loads/${first?.id}/documents`, { kind: 'lumper-receipt' })
  const state = (await me.get<SampleState>(PATH)).body
  expect(state.changed).toEqual([`Load ${String(first?.loadId)}`])
  expect((await remove(me)).kept).toContain(`Load ${String(first?.loadId)}`)
  expect(await list<DocumentFacts>(me, `loads/${first?.id}/documents`)).toMatchObject([
    { id: lumper.body.id },
  ])

  const other = await fill()
  const [load] = await list(other, 'loads')
  const { id } = (await upload(other, `/api/loads/${load?.id}/documents`)).body
  await remove(other, 'remove')
  expect(await list<DocumentFacts>(other, 'documents?load=none')).toMatchObject([{ id }])
})

test('C64 A sample load on a real truck keeps its settlement from being approved', async () => {
  const me = await fill()
  const own = (await me.post('/api/trucks', makeSample('trucks', 900))).body.id
  const [load] = await list(me, 'loads')
  await me.put(`/api/loads/${load?.id}`, { ...load, truckId: own, settlementDate: '2026-11-20' })
  const { id } = (await me.post('/api/billing', { truckId: own, settlementDate: '2026-11-20' }))
    .body
  expect((await me.post(`/api/billing/${id}/approve`)).body.message).toBe(sampleMessages.notReal)
})

test('C64 An adjustment for a sample load keeps its settlement from being approved', async () => {
  const me = await fill()
  const own = (await me.post('/api/trucks', makeSample('trucks', 900))).body.id
  for (const rule of await list(me, 'deduction-rules'))
    await me.put(`/api/deduction-rules/${rule.id}`, { ...rule, lastDay: '2026-11-01' })
  const prepare = async (settlementDate: string) =>
    (await me.post('/api/billing', { truckId: own, settlementDate })).body.id
  const first = await prepare('2026-11-13')
  expect((await me.post(`/api/billing/${first}/approve`)).status).toBe(200)
  const [load] = await list(me, 'loads')
  const moved = { ...load, truckId: own, settlementDate: '2026-11-13' }
  expect((await me.put(`/api/loads/${load?.id}`, moved)).status).toBe(200)
  const second = await prepare('2026-11-27')
  expect((await me.post(`/api/billing/${first}/correct`)).status).toBe(200)
  expect((await me.post(`/api/billing/${second}/approve`)).body.message).toBe(
    sampleMessages.notReal,
  )
})

test('C64 Nothing is posted to a sample payee of a real balance', async () => {
  const me = await fill()
  const truckId = (await me.post('/api/trucks', makeSample('trucks', 900))).body.id
  const [owner] = await list(me, 'owners')
  const [driver] = await list(me, 'drivers')
  const rule = { category: 'other', description: 'Own', basis: 'fixed', value: '10.00' }
  for (const payee of [{ ownerId: owner?.id }, { driverId: driver?.id }]) {
    const advance = { ...rule, ...payee, truckId, balance: 'advance', total: '100.00' }
    const { id } = (await me.post('/api/deduction-rules', advance)).body
    const repaid = await me.post(`/api/balances/${id}/repayments`, {
      amount: '10.00',
      day: today,
      method: 'cash',
      confirmed: ['day'],
      truckId,
    })
    expect([repaid.status, repaid.body.message]).toEqual([409, sampleMessages.notReal])
  }
})

test('C65 Records of the account stay, with the sample records that they use', async () => {
  const me = await fill()
  const [truck] = await list(me, 'trucks')
  const [broker] = await list(me, 'brokers')
  const links = { truckId: truck?.id, brokerId: broker?.id }
  const own = (await me.post('/api/loads', { ...makeSample('loads', 900), ...links })).body.id
  const { kept } = await remove(me)
  // The kept truck has a driver.
  expect(kept.toSorted()).toEqual([
    `Broker ${String(broker?.companyName)}`,
    expect.stringMatching(/^Driver /),
    `Truck ${String(truck?.truckId)}`,
  ])
  expect((await me.get(`/api/loads/${own}`)).body).toMatchObject(links)
  expect(await count(me)).toMatchObject({ loads: 1, trucks: 1, brokers: 1, billing: 0 })
  // What was kept is real from now on.
  expect((await me.get<SampleState>(PATH)).body.state).toBe('other')
})

test('C65 Changed sample records are kept or removed, as chosen', async () => {
  for (const [choice, left] of [
    ['keep', 1],
    ['remove', 0],
  ] as const) {
    const me = await fill()
    const [dispatcher] = await list(me, 'dispatchers')
    await me.put(`/api/dispatchers/${dispatcher?.id}`, { ...dispatcher, name: 'Our Own Ann' })
    expect((await me.get<SampleState>(PATH)).body.changed).toEqual(['Dispatcher Our Own Ann'])
    await remove(me, choice)
    expect((await list(me, 'dispatchers')).length).toBe(left)
  }
})

const TRAILER = 'Recurring deduction Trailer 5312 of truck 101'

async function findTrailer(me: Client) {
  const rules = await list(me, 'deduction-rules')
  return rules.find(({ description }) => description === 'Trailer 5312')
}

test('C65 A changed sample deduction is kept or removed, as chosen', async () => {
  for (const [choice, left] of [
    ['keep', '240.00'],
    ['remove', undefined],
  ] as const) {
    const me = await fill()
    const rule = await findTrailer(me)
    const changed = await me.put(`/api/deduction-rules/${rule?.id}`, { ...rule, value: '240.00' })
    expect([changed.status, changed.body]).toMatchObject([200, { version: 2 }])
    expect((await me.get<SampleState>(PATH)).body.changed).toEqual([TRAILER])
    const { kept } = await remove(me, choice)
    expect(kept.includes(TRAILER)).toBe(left !== undefined)
    expect(Number((await findTrailer(me))?.value)).toBe(Number(left))
    expect((await list(me, 'trucks')).length).toBe(left ? 1 : 0)
  }
})

test('C65 A truck that is kept because it was changed keeps its deductions', async () => {
  const me = await fill()
  const truck = (await list(me, 'trucks')).find(({ truckId }) => truckId === '101')
  await me.put(`/api/trucks/${truck?.id}`, { ...truck, make: 'Own' })
  expect((await remove(me)).kept).toEqual(expect.arrayContaining(['Truck 101', TRAILER]))
  expect(await findTrailer(me)).toMatchObject({ truckId: truck?.id })
})

test('C65 Drafts prepared for sample trucks go with them, and stay with trucks that stay', async () => {
  const me = await fill()
  const [truck, other] = await list(me, 'trucks')
  for (const { id: truckId } of [truck, other] as Row[])
    for (const settlementDate of ['2026-12-04', '2026-12-11'])
      expect((await me.post('/api/billing', { truckId, settlementDate })).status).toBe(201)
  await me.post('/api/loads', { ...makeSample('loads', 900), truckId: other?.id })
  await remove(me)
  expect((await list(me, 'trucks')).map(({ id }) => id)).toEqual([other?.id])
  expect((await list(me, 'billing')).map(({ truckId }) => truckId)).toEqual([other?.id, other?.id])
})

test('C65 A deduction of the account for a sample truck keeps the truck', async () => {
  const me = await fill()
  const [truck] = await list(me, 'trucks')
  const rule = { category: 'other', description: 'Own', basis: 'fixed', value: '10.00' }
  const own = await me.post('/api/deduction-rules', { ...rule, truckId: truck?.id })
  expect((await remove(me)).kept).toContain(`Truck ${String(truck?.truckId)}`)
  expect((await me.get(`/api/deduction-rules/${own.body.id}`)).status).toBe(200)
})

test('C65 Removed sample data is not in the trash, even if a person deleted it earlier', async () => {
  const me = await fill()
  const [load] = await list(me, 'loads')
  expect((await me.delete(`/api/loads/${load?.id}`)).status).toBe(204)
  expect((await list(me, 'trash')).length).toBe(1)
  await remove(me)
  expect(await list(me, 'trash')).toEqual([])
})

test('C65 Without sample data nothing is removed', async () => {
  const me = await signUp(app)
  await me.post('/api/trucks', makeSample('trucks'))
  expect(await remove(me)).toEqual({ removed: 0, kept: [] })
  expect((await list(me, 'trucks')).length).toBe(1)
})
