import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: CarrierWithPayments
let billing: number
let bobs: number

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
  billing = (await carrier.createStatement('2026-10-02', '1000')).id
  await carrier.payOn(billing, '2026-10-05', '1001', { amount: '600' })
  await carrier.sellTo(carrier.bob, carrier.secondTruckId)
  bobs = (await carrier.createStatement('2026-10-02', '500', { truckId: carrier.secondTruckId })).id
})

/** `$billing`: Ann's statement; `$bobs`: Bob's; `$payout`: the payment of 600.00 to Ann. */
test.each([
  [
    "update billing set status = 'paid', paid_on = '2026-10-05', payment_method = 'ach' where id = $billing",
    'billing_paid_amount_check',
  ],
  ['update billing set paid_amount = 700 where id = $billing', 'billing_paid_amount'],
  [
    "update billing set status = 'void', void_reason = 'x', voided_at = now(), voided_on = now()::date where id = $billing",
    'billing_void_paid',
  ],
  ['update payouts set amount = 700 where id = $payout', 'payouts_posted'],
  ["update payouts set method = 'cash' where id = $payout", 'payouts_posted'],
  ['update payouts set applied = 0 where id = $payout', 'payouts_parts'],
  [
    "update payouts set reversed_on = '2026-10-06', reversal = 'returned', reversal_reason = 'x' where id = $payout",
    'payouts_reversal_check',
  ],
  ['delete from payouts where id = $payout', 'payouts_posted'],
  ['update payout_parts set amount = 5 where payout_id = $payout', 'payout_parts_posted'],
  ['delete from payout_parts where payout_id = $payout', 'payout_parts_posted'],
  [
    'insert into payout_parts (user_id, payout_id, billing_id, amount) select user_id, id, $billing, 1 from payouts where id = $payout',
    'payouts_applied_check',
  ],
  [
    'insert into payout_parts (user_id, payout_id, billing_id, amount) select user_id, id, $bobs, 1 from payouts where id = $payout',
    'payout_parts_payee',
  ],
  [
    `with paid as (insert into payouts (user_id, owner_id, paid_on, method, amount, applied)
      select user_id, owner_id, paid_on, method, 500, 500 from payouts where id = $payout returning *)
    insert into payout_parts (user_id, payout_id, billing_id, amount) select user_id, id, $billing, 500 from paid`,
    'payout_parts_net',
  ],
])('C11 The database rejects %s', async (statement, constraint) => {
  const [payment] = await carrier.readPayments()
  const written = statement
    .replaceAll('$billing', String(billing))
    .replaceAll('$bobs', String(bobs))
    .replaceAll('$payout', String(payment?.id))
  await expect(sql.raw(written).execute(database)).rejects.toMatchObject({ constraint })
})

test('C11 The database reverses a payment once, and its parts stay ended', async () => {
  const [payment] = await carrier.readPayments()
  const id = payment?.id ?? 0
  await carrier.reversePayment(id, { day: '2026-10-06', kind: 'returned', reason: 'Closed' })
  const again = sql`update payouts set reversal_reason = 'Other' where id = ${id}`
  await expect(again.execute(database)).rejects.toMatchObject({ constraint: 'payouts_posted' })
  const live = sql`update payout_parts set ended = null, ended_at = null where payout_id = ${id}`
  await expect(live.execute(database)).rejects.toMatchObject({ constraint: 'payout_parts_posted' })
})
