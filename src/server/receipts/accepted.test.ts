/** Accepted short pays: who absorbs the short pay, and how the owner's share reaches the settlement (SPEC C195). */
import { beforeEach, expect, test } from 'vitest'
import { describeBearer } from '#core/receipts/kinds.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
  partOf,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const messageOf = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.message,
  Object.keys(body.fields ?? {})[0],
]

test('C195 An accepted short pay asks who absorbs it; the owner’s share is a negative charge', async () => {
  const load = await carrier.createBilledLoad('1000')
  const invoice = await carrier.createInvoice({ total: '1000', loads: [load.id] })
  const send = (difference: object) =>
    carrier.take({
      amount: '850',
      reference: '1',
      parts: [partOf(invoice, '850', { kind: 'short-pay-accepted', amount: '150', ...difference })],
    })
  const field = 'parts.0.differences.0'
  expect(messageOf(await send({}))).toEqual([400, 'Reason is required', `${field}.reason`])
  const reason = 'Detention refused'
  expect(messageOf(await send({ reason }))).toEqual([
    400,
    'Choose who absorbs the short pay',
    `${field}.bears`,
  ])
  const share = { reason, bears: 'both', ownerAmount: '150' }
  expect(messageOf(await send(share))[2]).toBe(`${field}.ownerAmount`)
  const taken = await send({ ...share, ownerAmount: '60' })
  expect(taken.status).toBe(201)
  expect(await carrier.readOpen(invoice)).toBe('0.00')
  const [difference] = (await carrier.readReceipt(taken.body.id)).differences
  expect(difference).toMatchObject({
    bears: 'both',
    ownerAmount: '60.00',
    loadId: load.id,
    reason,
    creditNoteId: expect.any(Number),
  })
  const charges = (await carrier.client.get<{ charges: Body[] }>(`/api/loads/${load.id}/charges`))
    .body
  expect(charges).toMatchObject({ revenue: '940.00', billedTotal: '1000.00' })
  expect(charges.charges).toMatchObject([
    { kind: 'line-haul', amount: '1000.00' },
    { kind: 'other', amount: '-60.00', ownerAmount: '-60.00', billToBroker: false },
  ])
  // The reversed money opens the invoice again, without what was agreed.
  await carrier.reverse(taken.body.id, { day: '2026-10-30' })
  expect(await carrier.readOpen(invoice)).toBe('850.00')
  const undone = await carrier.undoDifference(difference?.id ?? 0, { day: '2026-11-01' })
  expect([undone.status, undone.body.message]).toEqual([
    409,
    expect.stringContaining('Void the credit note instead'),
  ])
})

test('C195 The owner’s share of several loads names one, and is at most what the load pays', async () => {
  const [first, second] = [
    await carrier.createBilledLoad('100'),
    await carrier.createBilledLoad('900'),
  ]
  const invoice = await carrier.createInvoice({ total: '1000', loads: [first.id, second.id] })
  const send = async (difference: object) =>
    messageOf(
      await carrier.take({
        amount: '850',
        reference: '1',
        parts: [
          partOf(invoice, '850', {
            kind: 'short-pay-accepted',
            amount: '150',
            reason: 'Late',
            bears: 'owner',
            ...difference,
          }),
        ],
      }),
    )
  const field = 'parts.0.differences.0'
  expect(await send({})).toEqual([400, 'Choose the load whose owner absorbs it', `${field}.loadId`])
  expect(await send({ loadId: first.id })).toEqual([
    400,
    `Load ${String(first.loadId)} pays the owner less than that`,
    `${field}.amount`,
  ])
  expect(await carrier.readOpen(invoice)).toBe('1000.00')
  expect((await send({ loadId: second.id }))[0]).toBe(201)
})

test('C325 With a company share of 12%, the owner’s pay falls by 88% of the owner’s share', async () => {
  await carrier.createRule({ basis: 'percent', value: '12', description: 'Company share' })
  const load = await carrier.createBilledLoad('1000')
  const invoice = await carrier.createInvoice({ total: '1000', loads: [load.id] })
  const short = { kind: 'short-pay-accepted', amount: '100', reason: 'Late', bears: 'owner' }
  await carrier.take({ amount: '900', reference: '1', parts: [partOf(invoice, '900', short)] })
  // 880.00 without the short pay.
  expect((await carrier.settle('2026-10-02')).netPayment).toBe('792.00')
  expect(describeBearer('owner')).toContain('the owner’s pay falls by less')
})

test('C195 C7 The owner’s share of a settled load reaches the next settlement once', async () => {
  const load = await carrier.createBilledLoad('1000')
  const invoice = await carrier.createInvoice({ total: '1000', loads: [load.id] })
  const stated = await carrier.settle('2026-10-02')
  await carrier.approve(stated.id)
  await carrier.take({
    amount: '900',
    reference: '1',
    parts: [
      partOf(invoice, '900', {
        kind: 'short-pay-accepted',
        amount: '100',
        reason: 'Late',
        bears: 'owner',
      }),
    ],
  })
  const drift = async () =>
    (await carrier.client.get<Body[]>(`/api/settlements/drift?truckId=${carrier.truckId}`)).body
  expect(await drift()).toHaveLength(1)
  // 2,000.00 − 100.00 of the short pay.
  await carrier.createLoad('2026-10-09', '2000')
  const next = await carrier.settle('2026-10-09')
  const adjusted = await carrier.client.post(`/api/billing/${stated.id}/correct`)
  expect([adjusted.status, await drift()]).toEqual([200, []])
  expect((await carrier.readSettlement(next.id)).netPayment).toBe('1900.00')
  await carrier.approve(next.id)
  await carrier.createLoad('2026-10-16', '500')
  const last = await carrier.settle('2026-10-16')
  expect([await drift(), (await carrier.readSettlement(last.id)).netPayment]).toEqual([
    [],
    '500.00',
  ])
})
