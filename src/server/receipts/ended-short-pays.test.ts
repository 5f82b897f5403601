/** Accepted short pays that end: with their credit note, or because the load is billed again (SPEC C330, C331). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice, Rebilled } from '#core/invoices/responses.ts'
import { constraintOf } from '#server/database/transaction.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

let serial = 0
const CONFIRMED = ['on', 'invoiceDate']

/** The broker pays $900 of $1,000, and the rest is accepted. */
async function acceptShortPay(share: object = { bears: 'owner' }, paid = '900') {
  const load = await carrier.createBilledLoad('1000')
  const invoice = await carrier.createInvoice({ loads: [load.id] })
  const amount = String(1000 - Number(paid))
  const short = { kind: 'short-pay-accepted', amount, reason: 'Late fee', ...share }
  const parts = [{ invoiceId: invoice, amount: paid, differences: [short] }]
  const taken =
    paid === '0'
      ? await carrier.decide({ day: '2026-10-20', parts })
      : await carrier.take({ amount: paid, reference: `A${++serial}`, parts })
  expect([taken.status, taken.status === 201 ? '' : taken.text]).toEqual([201, ''])
  const [difference] = (await carrier.readOfInvoice(invoice)).differences
  return { load, invoice, receipt: taken.body.id, note: difference?.creditNoteId ?? 0 }
}

const voidNote = (id: number, on = '2026-11-10') =>
  carrier.client.post(`/api/invoices/${id}/void`, {
    on,
    reason: 'Paid after all',
    confirmed: CONFIRMED,
  })
const readRevenue = async (load: Body) =>
  (await carrier.client.get<Body>(`/api/loads/${load.id}`)).body['revenue']
const readDrift = async () =>
  (await carrier.client.get<Body[]>(`/api/settlements/drift?truckId=${carrier.truckId}`)).body
const readState = async (invoice: number) => {
  const [one] = (await carrier.readOfInvoice(invoice)).differences
  return [one?.ended, one?.endedOn, one?.endedReason]
}

test('C330 A voided credit note ends the short pay and the owner’s deduction of a settled load', async () => {
  const load = await carrier.createBilledLoad('1000')
  const invoice = await carrier.createInvoice({ loads: [load.id] })
  await carrier.approve((await carrier.settle('2026-10-02')).id)
  const short = { kind: 'short-pay-accepted', amount: '100', reason: 'Late fee', bears: 'owner' }
  const parts = [{ invoiceId: invoice, amount: '900', differences: [short] }]
  await carrier.take({ amount: '900', reference: '1', parts })
  expect([await readRevenue(load), (await readDrift()).length]).toEqual(['900.00', 1])
  const [difference] = (await carrier.readOfInvoice(invoice)).differences
  expect((await voidNote(difference?.creditNoteId ?? 0)).status).toBe(200)
  expect(await readState(invoice)).toEqual([
    'undone',
    '2026-11-10',
    'Credit note 2 voided: Paid after all',
  ])
  expect([await readRevenue(load), await readDrift()]).toEqual(['1000.00', []])
  const rest = { amount: '100', reference: '2', receivedOn: '2026-11-10' }
  await carrier.take({ ...rest, parts: [{ invoiceId: invoice, amount: '100' }] })
  const paid = (await carrier.client.get<Invoice>(`/api/invoices/${invoice}`)).body
  expect(paid).toMatchObject({ status: 'paid', openAmount: '0.00' })
})

test('C330 C7 A deduction that a settlement already took is paid back once by the next one', async () => {
  const load = await carrier.createBilledLoad('1000')
  const invoice = await carrier.createInvoice({ loads: [load.id] })
  const first = await carrier.settle('2026-10-02')
  await carrier.approve(first.id)
  const short = { kind: 'short-pay-accepted', amount: '100', reason: 'Late fee', bears: 'owner' }
  const parts = [{ invoiceId: invoice, amount: '900', differences: [short] }]
  await carrier.take({ amount: '900', reference: '1', parts })
  await carrier.createLoad('2026-10-09', '2000')
  const second = await carrier.settle('2026-10-09')
  await carrier.client.post(`/api/billing/${first.id}/correct`)
  expect((await carrier.readSettlement(second.id)).netPayment).toBe('1900.00')
  await carrier.approve(second.id)
  const [difference] = (await carrier.readOfInvoice(invoice)).differences
  await voidNote(difference?.creditNoteId ?? 0)
  expect(await readDrift()).toHaveLength(1)
  await carrier.createLoad('2026-10-16', '500')
  const third = await carrier.settle('2026-10-16')
  await carrier.client.post(`/api/billing/${first.id}/correct`)
  expect([await readDrift(), (await carrier.readSettlement(third.id)).netPayment]).toEqual([
    [],
    '600.00',
  ])
})

test.each([
  ['both', { bears: 'both', ownerAmount: '60' }, '900', '940.00'],
  ['the carrier', { bears: 'carrier' }, '900', '1000.00'],
  ['the owner, without money', { bears: 'owner' }, '0', '0.00'],
])('C330 It ends too if it was absorbed by %s', async (_, share, paid, reduced) => {
  const { load, invoice, note } = await acceptShortPay(share, paid)
  expect(await readRevenue(load)).toBe(reduced)
  expect((await voidNote(note)).status).toBe(200)
  expect([(await readState(invoice))[0], await readRevenue(load)]).toEqual(['undone', '1000.00'])
  expect(await carrier.readOpen(invoice)).toBe(paid === '0' ? '1000.00' : '100.00')
})

test('C330 A charge that a person deleted or changed into another one is left alone', async () => {
  for (const kept of [[], [{ kind: 'detention', amount: '75', ownerShare: 'all' }]]) {
    const { load, note } = await acceptShortPay()
    const path = `/api/loads/${load.id}/charges`
    const [haul, owner] = (await carrier.client.get<{ charges: Body[] }>(path)).body.charges
    const charges = [haul, ...kept.map((one) => ({ ...owner, ...one, ownerAmount: null }))]
    const saved = await carrier.client.put<{ charges: Body[] }>(path, { charges })
    expect((await voidNote(note)).status).toBe(200)
    const { body } = await carrier.client.get<{ charges: Body[] }>(path)
    expect(body.charges).toEqual(saved.body.charges)
  }
})

test('C330 While the load is in the trash, its restoration would bring the deduction back', async () => {
  const { load, invoice, note } = await acceptShortPay({ bears: 'owner' }, '0')
  expect((await carrier.client.delete(`/api/loads/${load.id}`)).status).toBe(204)
  const rejected = await voidNote(note)
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    'The load whose owner absorbed the short pay is in the trash. Restore the load first.',
  ])
  expect(await readState(invoice)).toEqual([null, null, null])
  const [deleted] = (await carrier.client.get<Body[]>('/api/trash')).body
  const restored = await carrier.client.post(`/api/trash/${deleted?.id}/restore`)
  expect([restored.status, await readRevenue(load)]).toEqual([200, '0.00'])
  expect((await voidNote(note)).status).toBe(200)
  expect(await readRevenue(load)).toBe('1000.00')
})

test('C330 The database rejects the void of a credit note whose short pay has not ended', async () => {
  const { note } = await acceptShortPay()
  const write = sql`update invoices set state = 'void', voided_on = '2026-11-10', void_reason = 'X'
    where id = ${note}`.execute(database)
  expect(constraintOf(await write.catch((error: unknown) => error))).toBe(
    'receipt_differences_void',
  )
})

test('C331 A load that is billed again, after the rest was credited, ends the owner’s deduction', async () => {
  const { load, invoice, receipt } = await acceptShortPay()
  await carrier.reverse(receipt, { day: '2026-10-30' })
  const sent = { on: '2026-11-01', reason: 'Billed to the wrong office', confirmed: CONFIRMED }
  const path = `/api/invoices/${invoice}/rebill`
  const { draft } = (await carrier.client.post<Rebilled>(path, sent)).body
  // Only the approval bills it again.
  expect([await readRevenue(load), (await readState(invoice))[0]]).toEqual(['900.00', null])
  await carrier.client.put(`/api/invoices/${draft.id}`, { invoiceDate: '2026-11-01' })
  const again = `/api/invoices/${draft.id}/approve`
  const approved = await carrier.client.post<Invoice>(again, { confirmed: CONFIRMED })
  expect(approved.body).toMatchObject({ total: '1000.00', number: '4' })
  expect(await readState(invoice)).toEqual(['undone', '2026-11-01', 'Billed again on invoice 4'])
  expect(await readRevenue(load)).toBe('1000.00')
})

test('C331 A supplement that bills another charge of the load leaves the short pay alone', async () => {
  const { load, invoice } = await acceptShortPay()
  const path = `/api/loads/${load.id}/charges`
  const { charges } = (await carrier.client.get<{ charges: Body[] }>(path)).body
  const lumper = { kind: 'lumper', amount: '60', ownerShare: 'none' }
  await carrier.client.put(path, { charges: [...charges, lumper] })
  const draft = await carrier.client.post<Invoice>(`/api/invoices/${invoice}/supplement`)
  const again = `/api/invoices/${draft.body.id}/approve`
  const approved = await carrier.client.post<Invoice>(again, { confirmed: CONFIRMED })
  expect(approved.body).toMatchObject({ total: '60.00' })
  expect([await readRevenue(load), (await readState(invoice))[0]]).toEqual(['900.00', null])
})

test.each([
  ['the charge', true, 'undone', '1000.00'],
  ['another charge of the same kind', false, null, '1010.00'],
] as const)(
  'C331 After a supplement was credited in full, the next one bills %s',
  async (_, isSame, ended, revenue) => {
    const load = await carrier.createBilledLoad('940')
    const invoice = await carrier.createInvoice({ loads: [load.id] })
    const path = `/api/loads/${load.id}/charges`
    const read = async () => (await carrier.client.get<{ charges: Body[] }>(path)).body.charges
    const addDetention = async (kept: object[], amount: string) =>
      carrier.client.put(path, { charges: [...kept, { kind: 'detention', amount }] })
    const billRest = async () => {
      const draft = await carrier.client.post<Invoice>(`/api/invoices/${invoice}/supplement`)
      const sent = { confirmed: CONFIRMED }
      return carrier.client.post<Invoice>(`/api/invoices/${draft.body.id}/approve`, sent)
    }
    await addDetention([{ kind: 'line-haul', amount: '940' }], '60')
    const { id: supplement, invoiceDate } = (await billRest()).body
    const short = { kind: 'short-pay-accepted', amount: '20', reason: 'Late', bears: 'owner' }
    const parts = [{ invoiceId: supplement, amount: '0', differences: [short] }]
    expect((await carrier.decide({ day: invoiceDate, parts })).status).toBe(201)
    const credit = { on: invoiceDate, reason: 'Refused', whole: true, confirmed: CONFIRMED }
    await carrier.client.post(`/api/invoices/${supplement}/credit`, credit)
    const others = (await read()).filter(({ kind }) => kind !== 'detention')
    if (!isSame) await addDetention(others, '90')
    expect((await billRest()).body).toMatchObject({ total: isSame ? '60.00' : '90.00' })
    expect([(await readState(supplement))[0], await readRevenue(load)]).toEqual([ended, revenue])
  },
)
