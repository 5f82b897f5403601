/** The short pays of a broker over 12 months (SPEC C273). */
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { ShortPays } from '#core/receipts/short-pays.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
keepDay()
const TODAY = accountDay()
const NONE = { payments: 0, amount: '0.00' }
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const read = (brokerId = carrier.brokerId, client: Client = carrier.client) =>
  client.get<ShortPays>(`/api/brokers/${brokerId}/short-pays`)

const DISPUTED = { kind: 'short-pay-disputed', reason: 'Detention' }
const FEE = { kind: 'bank-fee', reason: 'Wire fee' }
const ACCEPTED = { kind: 'short-pay-accepted', bears: 'carrier', reason: 'Lumper' }

/** An invoice of $1,000.00 that the broker pays less the differences. */
async function takeShort(receivedOn: string, differences: { amount: string }[]) {
  const invoiceDate = addDays(receivedOn, -20)
  const invoiceId = await carrier.createInvoice({ total: '1000', invoiceDate })
  const short = differences.reduce((sum, { amount }) => sum + Number(amount), 0)
  const amount = String(1000 - short)
  const parts = [{ invoiceId, amount, differences }]
  const taken = await carrier.take({ amount, receivedOn, reference: receivedOn, parts })
  expect([taken.status, taken.text]).toEqual([201, expect.anything()])
  return { id: taken.body.id, invoiceId }
}

test('C273 Payments of 12 months that were short count once each, disputed and accepted', async () => {
  expect((await read()).body).toEqual(NONE)
  await takeShort(addDays(TODAY, -364), [{ ...DISPUTED, amount: '150' }])
  await takeShort(addDays(TODAY, -365), [{ ...DISPUTED, amount: '7' }])
  await takeShort(TODAY, [
    { ...DISPUTED, amount: '20.50' },
    { ...ACCEPTED, amount: '30' },
  ])
  await takeShort(addDays(TODAY, -1), [{ ...FEE, amount: '15' }])
  expect((await read()).body).toEqual({ payments: 2, amount: '200.50' })
  expect((await read(carrier.otherBrokerId)).body).toEqual(NONE)
})

test('C273 A short pay that was undone, or reversed with its payment, does not count', async () => {
  const undone = await takeShort(addDays(TODAY, -9), [{ ...DISPUTED, amount: '150' }])
  const back = await takeShort(addDays(TODAY, -8), [{ ...DISPUTED, amount: '60' }])
  expect((await read()).body).toEqual({ payments: 2, amount: '210.00' })
  const [difference] = (await carrier.readOfInvoice(undone.invoiceId)).differences
  const end = await carrier.undoDifference(difference?.id ?? 0, { day: TODAY })
  expect(end.status).toBe(200)
  expect((await read()).body).toEqual({ payments: 1, amount: '60.00' })
  expect((await carrier.reverse(back.id, { day: TODAY })).status).toBe(200)
  expect((await read()).body).toEqual(NONE)
})

test('C273 A person without revenue sees no short pays; another account’s broker is not found', async () => {
  const dispatcher = await inviteMember(app, carrier.client, 'dispatcher')
  expect((await read(carrier.brokerId, dispatcher)).status).toBe(200)
  const safety = await inviteMember(app, carrier.client, 'safety')
  expect((await read(carrier.brokerId, safety)).status).toBe(403)
  expect((await read(carrier.brokerId, await signUp(app))).status).toBe(404)
})
