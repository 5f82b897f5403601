/** A person who approved a statement can't pay it, if the account requires separate approval. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const PAID = { paidOn: '2026-11-25', paymentMethod: 'check', confirmed: ['paidOn', 'reference'] }
const POSTED = { paidOn: '2026-11-25', method: 'check', confirmed: ['paidOn', 'day', 'reference'] }

let carrier: CarrierWithPayments
let accounting: Client

beforeAll(async () => {
  carrier = await createCarrierWithPayments(app)
  accounting = await inviteMember(app, carrier.client, 'accounting')
})

beforeEach(() => separate(true))

async function separate(separateApproval: boolean): Promise<void> {
  await carrier.client.put('/api/team/settings', { separateApproval })
}

let week = 0

/** A statement that the Admin approved. */
async function createApproved(): Promise<{ id: number; number: number; net: string }> {
  const day = new Date(Date.UTC(2025, 0, 3 + 7 * week++)).toISOString().slice(0, 10)
  const { id, number, netPayment } = await carrier.createStatement(day, '1000')
  return { id, number: number ?? 0, net: netPayment }
}

function buildError(number: number) {
  return [403, `You approved statement ${number}. Another member must pay it.`]
}

test('C75 A statement is paid by a member other than the one who approved it', async () => {
  const { id, number } = await createApproved()
  const own = await carrier.client.post(`/api/billing/${id}/pay`, PAID)
  expect([own.status, own.body.message]).toEqual(buildError(number))
  expect((await carrier.readSettlement(id)).status).toBe('approved')
  expect((await accounting.post(`/api/billing/${id}/pay`, PAID)).body.status).toBe('paid')
})

test('C75 A payment of several statements names those that the payer approved', async () => {
  const [one, other] = [await createApproved(), await createApproved()]
  const payment = {
    ...POSTED,
    kind: 'settlement',
    ownerId: carrier.ann,
    amount: '2000.00',
    reference: 'A1',
    parts: [one, other].map(({ id }) => ({ billingId: id, amount: '1000.00' })),
  }
  const own = await carrier.client.post('/api/payments', payment)
  const message = `You approved statements ${one.number}, ${other.number}. Another member must pay them.`
  expect([own.status, own.body.message]).toEqual([403, message])
  expect((await accounting.post('/api/payments', payment)).status).toBe(201)
})

test('C75 The member who approved a statement can’t reissue its payment', async () => {
  const { id, number } = await createApproved()
  await accounting.post(`/api/billing/${id}/pay`, PAID)
  const payments = await accounting.get<Body[]>('/api/payments?sort=-id&limit=1')
  const path = `/api/payments/${payments.body[0]?.id}/reissue`
  const body = { ...POSTED, reference: 'A2', reason: 'Lost in the mail' }
  const own = await carrier.client.post(path, body)
  expect([own.status, own.body.message]).toEqual(buildError(number))
  expect((await accounting.post(path, body)).status).toBe(201)
})

test('C75 The member who approved a statement can’t apply unapplied money to it', async () => {
  const kept = await createApproved()
  await accounting.post(`/api/billing/${kept.id}/pay`, PAID)
  // Approved before there is unapplied money: approval would use it immediately.
  const { id, number } = await createApproved()
  await accounting.post(`/api/billing/${kept.id}/void`, {
    reason: 'Wrong',
    cash: 'kept',
    confirmed: ['year'],
  })
  const payments = await accounting.get<Body[]>('/api/payments?state=unapplied&limit=1')
  const path = `/api/payments/${payments.body[0]?.id}/apply`
  const parts = [{ billingId: id, amount: '1000.00' }]
  const own = await carrier.client.post(path, { parts })
  expect([own.status, own.body.message]).toEqual(buildError(number))
  expect((await accounting.post(path, { parts })).status).toBe(200)
})

test('C75 Without the setting, one member approves and pays', async () => {
  await separate(false)
  const { id } = await createApproved()
  expect((await carrier.client.post(`/api/billing/${id}/pay`, PAID)).body.status).toBe('paid')
})

test('C75 The setting has no effect while only one member may pay', async () => {
  const alone = await createCarrierWithPayments(app)
  await inviteMember(app, alone.client, 'dispatcher')
  await alone.client.put('/api/team/settings', { separateApproval: true })
  const { id } = await alone.createStatement('2026-11-20', '1000')
  expect((await alone.client.post(`/api/billing/${id}/pay`, PAID)).body.status).toBe('paid')
})
