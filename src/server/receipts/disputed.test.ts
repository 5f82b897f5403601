/** Disputed short pays open disputes (SPEC C194, C204). */
import { beforeEach, expect, test } from 'vitest'
import type { Dispute } from '#core/receivables/disputes.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithInvoices
let invoice: number

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
  invoice = await carrier.createInvoice({ total: '1000' })
})

/** A check that is short by `short`, in dispute. */
async function takeShort(amount: string, short: string, receivedOn = '2026-10-20') {
  const difference = { kind: 'short-pay-disputed', amount: short, reason: 'Detention' }
  const taken = await carrier.take({
    amount,
    receivedOn,
    reference: amount,
    parts: [{ invoiceId: invoice, amount, differences: [difference] }],
  })
  expect(taken.status).toBe(201)
  return taken.body
}

async function readDisputes() {
  const path = `/api/brokers/${carrier.brokerId}/disputes`
  return (await carrier.client.get<Dispute[]>(path)).body
}

async function readDisputed() {
  const path = `/api/receipts/open?brokerId=${carrier.brokerId}`
  const { invoices } = (await carrier.client.get<{ invoices: { disputed: string }[] }>(path)).body
  return invoices.map(({ disputed }) => disputed)
}

test('C194 C204 A disputed short pay opens a dispute, which closes when it is undone', async () => {
  await takeShort('850', '150')
  const opened = { invoiceId: invoice, amount: '150.00', note: 'Detention', reason: 'other' }
  expect(await readDisputes()).toMatchObject([
    { ...opened, openedOn: '2026-10-20', closedOn: null, outcome: null },
  ])
  expect(await readDisputed()).toEqual(['150.00'])
  const [difference] = (await carrier.readOfInvoice(invoice)).differences
  const undone = await carrier.undoDifference(difference?.id ?? 0, { day: '2026-11-01' })
  expect(undone.status).toBe(200)
  expect(await readDisputes()).toMatchObject([{ closedOn: '2026-11-01', outcome: 'other' }])
  expect(await readDisputed()).toEqual(['0.00'])
})

test('C194 C196 C204 The dispute closes when the receipt is reversed, or its money is unapplied', async () => {
  const { id } = await takeShort('850', '150')
  expect((await carrier.reverse(id, { day: '2026-10-28' })).status).toBe(200)
  const second = await takeShort('900', '100', '2026-10-28')
  const [part] = (await carrier.readReceipt(second.id)).parts
  expect((await carrier.takeOff(second.id, part?.id ?? 0, { day: '2026-10-30' })).status).toBe(200)
  expect(await readDisputes()).toMatchObject([
    { amount: '100.00', closedOn: '2026-10-30' },
    { amount: '150.00', closedOn: '2026-10-28' },
  ])
  expect(await readDisputed()).toEqual(['0.00'])
})

test('C194 C204 What is in dispute already is not disputed twice', async () => {
  const dispute = { reason: 'rate', amount: '120', openedOn: '2026-10-10', confirmed: ['openedOn'] }
  const added = await carrier.client.post(`/api/invoices/${invoice}/disputes`, dispute)
  expect(added.status).toBe(201)
  await takeShort('850', '150')
  expect(await readDisputes()).toMatchObject([
    { amount: '30.00', reason: 'other' },
    { amount: '120.00', reason: 'rate' },
  ])
  expect(await readDisputed()).toEqual(['150.00'])
})

test('C204 A dispute that a member closes is closed in Receive Payment too', async () => {
  const { id } = await takeShort('850', '150')
  const [dispute] = await readDisputes()
  const closed = { closedOn: '2026-11-02', outcome: 'withdrawn' }
  const sent = { ...closed, confirmed: ['closedOn'] }
  await carrier.client.post(`/api/disputes/${dispute?.id}/close`, sent)
  expect(await readDisputed()).toEqual(['0.00'])
  await carrier.reverse(id, { day: '2026-11-05' })
  expect(await readDisputes()).toMatchObject([closed])
})
