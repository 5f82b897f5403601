import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { SettlementOffsets } from '#core/settlements/offsets.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { makeSample } from '#server/testing/samples.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [DATE, NEXT] = ['2026-11-20', '2026-11-27'] as const
let carrier: CarrierWithOwners
let second: number

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
})

const allowOffsets = async (offsetTrucks = 'yes', id = carrier.ann) => {
  const path = `/api/owners/${id}`
  return carrier.client.put(path, { ...(await carrier.client.get(path)).body, offsetTrucks })
}

const settleTruck = async (truckId: number, revenue: string, fuel: string, date: string = DATE) => {
  await carrier.createLoad(date, revenue, { truckId, bolStatus: 'received' })
  const sent = { truckId, settlementDate: date, fuel }
  return (await carrier.client.post<Settlement>('/api/billing', sent)).body
}

/** Truck A earns 3,000.00 net, truck B -700.00. */
const settleBoth = async () => [
  await settleTruck(carrier.truckId, '3500', '500'),
  await settleTruck(second, '300', '1000'),
]

const approve = (id: number | undefined, body: object = {}) =>
  carrier.client.post<Settlement>(`/api/billing/${id}/approve`, body)

const together = ['offsetWith', 'year']
const truckNumber = async (id: number) =>
  (await carrier.client.get(`/api/trucks/${id}`)).body.truckId

test('C24 With offset the owner of two trucks is paid 2,300.00 and owes nothing', async () => {
  await allowOffsets()
  const [a, b] = await settleBoth()
  const [first, other] = [await truckNumber(carrier.truckId), await truckNumber(second)]
  expect([a?.netPayment, b?.netPayment]).toEqual(['3000.00', '-700.00'])
  // 3,000.00 - 700.00 = 2,300.00
  expect(
    (await carrier.client.get<SettlementOffsets>(`/api/billing/${a?.id}/offsets`)).body,
  ).toEqual({
    partners: [
      {
        id: b?.id,
        version: b?.version,
        number: null,
        truckId: second,
        truck: other,
        settlementDate: DATE,
        paidAmount: '0.00',
        amount: '700.00',
      },
    ],
    net: '2300.00',
    paid: '2300.00',
  })
  const approved = await approve(b?.id, { confirmed: together })
  expect(approved.body).toMatchObject({ status: 'paid', number: 2, netPayment: '0.00' })
  expect(await carrier.readSettlement(a?.id ?? 0)).toMatchObject({
    status: 'approved',
    number: 1,
    netPayment: '2300.00',
    totalExpenses: '1200.00',
    other: '700.00',
  })
  const lines = async (id = 0) =>
    (await carrier.readLines(id)).filter(({ kind }) => kind === 'offset')
  expect(await lines(a?.id)).toMatchObject([
    {
      category: 'other',
      description: `Offset with statement 2 (truck ${other})`,
      amount: '700.00',
      offsetWith: b?.id,
    },
  ])
  expect(await lines(b?.id)).toMatchObject([
    {
      description: `Offset with statement 1 (truck ${first})`,
      amount: '-700.00',
      offsetWith: a?.id,
    },
  ])
  const printed = (await pdfText(await carrier.readPdf(b?.id ?? 0))).join('\n')
  expect(printed).toContain(`Offset with statement 1 (truck ${first})`)
  // Nothing is carried forward.
  expect((await settleTruck(second, '100', '0', NEXT)).netPayment).toBe('100.00')
})

test('C24 Without the setting 3,000.00 is paid and 700.00 is carried forward', async () => {
  const [a, b] = await settleBoth()
  expect((await approve(a?.id)).body).toMatchObject({ number: 1, netPayment: '3000.00' })
  expect((await approve(b?.id)).body).toMatchObject({ number: 2, netPayment: '0.00' })
  expect((await settleTruck(second, '1000', '0', NEXT)).netPayment).toBe('300.00')
})

test('C24 Approval asks whether to offset, and an empty list approves one settlement alone', async () => {
  await allowOffsets()
  const [a, b] = await settleBoth()
  const asked = await approve(a?.id)
  expect([asked.status, asked.body]).toMatchObject([
    409,
    { confirm: 'offsetWith', offsetWith: [{ id: b?.id, version: b?.version }] },
  ])
  expect((await carrier.readSettlement(b?.id ?? 0)).status).toBe('pending')
  const other = await approve(a?.id, { offsetWith: [{ id: 99, version: 1 }] })
  expect([other.status, other.body]).toMatchObject([
    409,
    { message: 'The offsets changed. Reload the settlement.' },
  ])
  const old = await approve(a?.id, { offsetWith: [{ id: b?.id, version: 99 }] })
  expect(old.status).toBe(412)
  expect((await approve(a?.id, { offsetWith: [{}] })).status).toBe(400)
  expect((await approve(a?.id, { offsetWith: [] })).body).toMatchObject({
    number: 1,
    netPayment: '3000.00',
  })
  expect((await approve(b?.id)).body).toMatchObject({ number: 2, netPayment: '0.00' })
})

test('C24 With three trucks, the part that no positive net covers is carried forward', async () => {
  await allowOffsets()
  const third = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, third)
  await settleTruck(carrier.truckId, '250', '0')
  const debtor = await settleTruck(second, '100', '1000')
  await settleTruck(third, '100', '0')
  // -900.00 + 250.00 + 100.00 = -550.00
  const approved = await approve(debtor.id, { confirmed: together })
  expect(approved.body).toMatchObject({ number: 2, netPayment: '0.00' })
  expect((await carrier.readLines(debtor.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['plain', '1000.00'],
    ['offset', '-250.00'],
    ['offset', '-100.00'],
    ['carry-out', '-550.00'],
  ])
  const nets = (await carrier.client.get<Settlement[]>('/api/billing')).body
  expect(nets.map(({ netPayment }) => netPayment)).toEqual(['0.00', '0.00', '0.00'])
  expect((await settleTruck(second, '600', '0', NEXT)).netPayment).toBe('50.00')
})

test('C24 Only drafts of the same payee and week are offset', async () => {
  await allowOffsets()
  await allowOffsets('yes', carrier.bob)
  const a = await settleTruck(carrier.truckId, '3000', '0')
  await settleTruck(second, '100', '400', NEXT)
  const third = await carrier.createTruck()
  await carrier.sellTo(carrier.bob, third)
  await settleTruck(third, '100', '400')
  expect((await approve(a.id)).body).toMatchObject({ number: 1, netPayment: '3000.00' })
})

test('C24 If one of the settlements cannot be approved, none is, and the message names its truck', async () => {
  await allowOffsets()
  const [a, b] = await settleBoth()
  await carrier.createLoad(DATE, '50', { truckId: second })
  const rejected = await approve(a?.id, { confirmed: together })
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: `Truck ${await truckNumber(second)}: Load revenue changed. Recalculate before approving.`,
    },
  ])
  expect((await carrier.readSettlement(a?.id ?? 0)).status).toBe('pending')
  expect(await carrier.readLines(b?.id ?? 0)).toMatchObject([{ kind: 'plain' }])
  const next = await settleTruck(await carrier.createTruck(), '100', '0')
  expect((await approve(next.id)).body.number).toBe(1)
})

test('C24 Neither statement can be voided alone, and both are voided in one step', async () => {
  await allowOffsets()
  const [a, b] = await settleBoth()
  await approve(a?.id, { confirmed: together })
  await carrier.pay(a?.id ?? 0)
  const reason = 'Wrong loads'
  const rejected = await carrier.client.post(`/api/billing/${a?.id}/void`, { reason })
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'Statement 1 is offset with statement 2. Void all of them in one step.',
      confirm: 'offsetWith',
      offsetWith: [2],
    },
  ])
  const both = { reason, confirmed: together }
  const unconfirmed = await carrier.client.post(`/api/billing/${b?.id}/void`, both)
  expect([unconfirmed.status, unconfirmed.body]).toMatchObject([
    400,
    { fields: { cash: [expect.stringMatching(/^A payment covers/)] } },
  ])
  const voided = await carrier.client.post(`/api/billing/${b?.id}/void`, { ...both, cash: 'kept' })
  expect(voided.body).toMatchObject({ id: b?.id, status: 'void' })
  expect(await carrier.readSettlement(a?.id ?? 0)).toMatchObject({
    status: 'void',
    voidReason: reason,
  })
  // A new settlement starts without the offset. The payee kept 2,300.00, which is unapplied now.
  const again = { truckId: carrier.truckId, settlementDate: DATE, fuel: '500' }
  expect((await carrier.client.post<Settlement>('/api/billing', again)).body.netPayment).toBe(
    '3000.00',
  )
})

test('C24 The database rejects half an offset, one that crosses zero, and a void of one half', async () => {
  await allowOffsets()
  const [a, b] = await settleBoth()
  const line = (id = 0, other = 0, amount = '') =>
    sql`insert into expenses (user_id, billing_id, truck_id, category, description, date, kind, amount, offset_with)
      select user_id, id, truck_id, 'other', 'Offset', settlement_date, 'offset', ${amount}, ${other}
      from billing where id = ${id}`
  await expect(line(a?.id, b?.id, '700').execute(database)).rejects.toThrow(/other half/)
  await expect(line(a?.id, b?.id, '3000.01').execute(database)).rejects.toThrow(/leaves a net/)
  await expect(line(b?.id, a?.id, '-700.01').execute(database)).rejects.toThrow(/leaves a net/)
  await expect(line(a?.id, a?.id, '1').execute(database)).rejects.toThrow(/expenses_offset_check/)
  const pending = database.transaction().execute(async (work) => {
    await line(a?.id, b?.id, '700').execute(work)
    await line(b?.id, a?.id, '-700').execute(work)
  })
  await expect(pending).rejects.toThrow(/other half/)
  await approve(a?.id, { confirmed: together })
  const half = database.transaction().execute(async (work) => {
    await sql`update billing set status = 'void', void_reason = 'x', voided_at = now(), voided_on = now()::date where id = ${a?.id}`.execute(
      work,
    )
    await sql`update expenses set voided = true where billing_id = ${a?.id}`.execute(work)
  })
  await expect(half).rejects.toThrow(/other half/)
})

test('C24 C51 Several drafts list their offsets, without statements and other accounts', async () => {
  await allowOffsets()
  const third = await carrier.createTruck()
  await carrier.sellTo(carrier.bob, third)
  const alone = await settleTruck(third, '100', '0')
  const [a, b] = await settleBoth()
  const list = async (...ids: (number | undefined)[]) =>
    (await carrier.client.get<object>(`/api/statements/offsets?ids=${ids.join(',')}`)).body
  const partners = [{ id: b?.id, version: b?.version, amount: '700.00' }]
  const offsets = await list(a?.id, alone.id)
  expect(Object.keys(offsets)).toEqual([String(a?.id)])
  expect(offsets).toMatchObject({ [a?.id ?? 0]: { partners, net: '2300.00', paid: '2300.00' } })
  const stranger = await createCarrierWithOwners(app)
  expect((await stranger.client.get(`/api/statements/offsets?ids=${a?.id}`)).body).toEqual({})
  await approve(a?.id, { offsetWith: [{ id: b?.id, version: b?.version }] })
  expect(await list(a?.id, b?.id)).toEqual({})
})

test('C24 The run shows offset settlements together, without the exception of a negative net', async () => {
  await allowOffsets()
  const third = await carrier.createTruck()
  await carrier.sellTo(carrier.bob, third)
  const last = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, last)
  await settleTruck(carrier.truckId, '3000', '0')
  await settleTruck(third, '1000', '0')
  const debtor = await settleTruck(last, '300', '1000')
  const rows = async () =>
    (await carrier.client.get<Run>(`/api/settlements/run?today=${NEXT}&week=${DATE}`)).body.rows
  const before = await rows()
  expect(before.map(({ truckId }) => truckId)).toEqual([carrier.truckId, last, third])
  expect(before[1]).toMatchObject({
    net: '-700.00',
    exceptions: [],
    offsets: { net: '0.00', paid: '2300.00', partners: [{ amount: '-700.00' }] },
  })
  expect(before[2]).toMatchObject({ offsets: null })
  await approve(debtor.id, { confirmed: together })
  const after = await rows()
  expect(after.map(({ billing }) => billing?.number)).toEqual([1, 2, null])
  expect(after[0]).toMatchObject({
    net: '2300.00',
    offsets: { partners: [{ number: 2, amount: '700.00' }], paid: '2300.00' },
  })
})

test('C24 A driver of two trucks without an owner can have offsets too', async () => {
  const driver = { name: 'Dan', licenseNumber: 'D1', offsetTrucks: 'yes' }
  const made = (await carrier.client.post('/api/drivers', { ...makeSample('drivers'), ...driver }))
    .body
  for (const truckId of [carrier.truckId, second]) {
    const path = `/api/trucks/${truckId}`
    const truck = (await carrier.client.get(path)).body
    await carrier.client.put(path, { ...truck, ownerId: null, driverId: made.id })
  }
  const [a, b] = await settleBoth()
  expect((await approve(a?.id, { confirmed: together })).body.netPayment).toBe('2300.00')
  expect((await carrier.readSettlement(b?.id ?? 0)).status).toBe('paid')
})

test('C24 Approving both at once, and voiding both at once, makes one offset and no deadlock', async () => {
  await allowOffsets()
  for (let round = 0; round < 5; round++) {
    const drafts = await Promise.all(
      [carrier.truckId, second].map(async (truckId, index) => {
        const revenue = index ? '300' : '3500'
        if (!round) await carrier.createLoad(DATE, revenue, { truckId })
        const sent = { truckId, settlementDate: DATE, fuel: index ? '1000' : '500' }
        return (await carrier.client.post<Settlement>('/api/billing', sent)).body
      }),
    )
    const approved = await Promise.all(drafts.map(({ id }) => approve(id, { confirmed: together })))
    expect(approved.map(({ status }) => status)).toEqual([200, 200])
    expect(approved.map(({ body }) => body.netPayment)).toEqual(['2300.00', '0.00'])
    const body = { reason: 'Again', confirmed: together }
    const voided = await Promise.all(
      drafts.map(({ id }) => carrier.client.post(`/api/billing/${id}/void`, body)),
    )
    // The second request finds both void.
    expect(voided.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})
