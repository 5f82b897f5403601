import { beforeEach, expect, test } from 'vitest'
import { toAmount, toCents } from '#core/money.ts'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { Payment } from '#core/payments/payments.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
})

const handOut = (ruleId: number, amount: string, more: object = {}) =>
  carrier.client.post<Payment>('/api/payments', {
    kind: 'hand-out',
    ruleId,
    amount,
    ownerId: carrier.ann,
    paidOn: '2026-11-03',
    method: 'check',
    reference: `7${ruleId}${amount}`,
    confirmed: ['paidOn'],
    ...more,
  })

const loan = (values: object = {}) =>
  carrier.createRule({
    description: 'Loan',
    balance: 'loan',
    value: '100',
    total: '500',
    truckId: carrier.truckId,
    ...values,
  })

const listed = async (include = 'open') =>
  (await carrier.client.get<OpenBalance[]>(`/api/balances?include=${include}`)).body

test('C22 A loan begins with the money that was paid out', async () => {
  const rule = await loan()
  expect((await handOut(rule.id, '300')).status).toBe(201)
  expect(await listed()).toMatchObject([{ total: '500.00', handedOut: '300.00', open: '500.00' }])
  const tooMuch = await handOut(rule.id, '200.01')
  expect([tooMuch.status, tooMuch.body]).toMatchObject([
    400,
    { fields: { amount: ['Only $200.00 of its total is left to pay out'] } },
  ])
  const second = await handOut(rule.id, '200')
  expect(second.status).toBe(201)
  expect(await listed()).toMatchObject([{ handedOut: '500.00' }])
  // A check that was never cashed was not paid out.
  const reversal = { day: '2026-11-04', kind: 'never cashed', reason: 'Lost' }
  await carrier.client.post(`/api/payments/${second.body.id}/reverse`, reversal)
  expect(await listed()).toMatchObject([{ handedOut: '300.00' }])
  // Money paid out on a loan is not pay: none of it is gross of the year.
  const { body } = await carrier.client.get<{ payees: unknown[] }>(
    '/api/settlements/year?year=2026',
  )
  expect(body.payees).toMatchObject([{ gross: '0.00', handedOut: '300.00' }])
})

test('C22 Only the payee of an advance or a loan gets the money', async () => {
  const rule = await loan()
  const toBob = await handOut(rule.id, '100', { ownerId: carrier.bob })
  expect(toBob.body).toMatchObject({
    fields: { ownerId: ['This balance belongs to another payee'] },
  })
  const escrow = await loan({ balance: 'escrow' })
  for (const id of [escrow.id, (await carrier.createRule({})).id])
    expect((await handOut(id, '1')).body).toMatchObject({
      fields: { ruleId: ['Choose an advance or a loan'] },
    })
  expect((await handOut(99999999, '1')).body).toMatchObject({
    fields: { ruleId: ['Recurring deduction was not found'] },
  })
})

test('C22 Money is paid out to a balance’s payee, and an unusual date must be confirmed', async () => {
  const rule = await loan()
  const path = `/api/balances/${rule.id}/hand-outs`
  const body = { paidOn: '2999-01-01', amount: '500', method: 'cash' }
  const asked = await carrier.client.post(path, body)
  expect([asked.status, asked.body]).toMatchObject([409, { confirm: 'paidOn' }])
  const made = await carrier.client.post<Payment>(path, { ...body, confirmed: ['paidOn'] })
  expect(made.body).toMatchObject({ kind: 'hand-out', ownerId: carrier.ann, ruleId: rule.id })
  expect((await carrier.client.post(path, { ...body, amount: '0' })).status).toBe(400)
  const escrow = await loan({ balance: 'escrow' })
  expect((await carrier.client.post(`/api/balances/${escrow.id}/hand-outs`, body)).status).toBe(409)
})

test('C22 Two concurrent requests never pay out more than the total', async () => {
  const rule = await loan()
  const responses = await Promise.all(
    ['300', '301'].map((amount) => handOut(rule.id, amount, { reference: null })),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

/** Paid out and received = collected + repaid + written off + moved away + open. */
function balanceOf({ handedOut, received, transferred, ...one }: OpenBalance): string {
  const movedAway = toCents(received) - toCents(transferred)
  const out = [one.collected, one.repaid, one.writtenOff, one.open].map(toCents)
  const sum = out.reduce((total, amount) => total + amount, movedAway)
  return toAmount(toCents(handedOut) + toCents(received) - sum)
}

test('C20 No money is lost or created by random steps on loans of two trucks and payees', async () => {
  const trucks = [carrier.truckId, await carrier.createTruck()]
  await carrier.sellTo(carrier.ann, trucks[1])
  // A pseudorandom sequence, the same in each run.
  let seed = 20261122
  const pick = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * limit)
  }
  const first = await loan({ total: '900', value: '70' })
  await handOut(first.id, '900')
  const done: number[] = []
  for (let step = 0; step < 60; step++) {
    const open = (await listed()).filter(({ balance }) => balance === 'loan')
    const one = open[pick(open.length)]
    const day = `2026-10-${String((step % 28) + 1).padStart(2, '0')}`
    const dated = { day, confirmed: ['day'] }
    const path = `/api/balances/${one?.ruleId}`
    const amount = toAmount(BigInt(pick(5000) + 1))
    const before = toCents(one?.open ?? '0.00')
    const response = await [
      () =>
        carrier.client.post<BalanceEntry>(`${path}/repayments`, {
          ...dated,
          amount,
          method: 'cash',
        }),
      () =>
        carrier.client.post<BalanceEntry>(`${path}/write-offs`, { ...dated, amount, reason: 'x' }),
      () =>
        carrier.client.post<BalanceEntry>(`${path}/transfers`, {
          ...dated,
          toTruckId: trucks[pick(2)],
          reason: 'x',
          toOwnerId: [carrier.ann, carrier.bob][pick(2)],
        }),
      () =>
        carrier.client.post<BalanceEntry>(`/api/balance-entries/${done[pick(done.length)]}/undo`, {
          reason: 'x',
        }),
    ][pick(4)]?.()
    expect([201, 400, 404, 409]).toContain(response?.status)
    if (response?.status === 201) done.push(response.body.id)
    const all = await listed('all')
    expect(all.map(balanceOf)).toEqual(all.map(() => '0.00'))
    const owed = all.reduce((total, { open: left }) => total + toCents(left), 0n)
    const closed = all.reduce(
      (total, row) => total + toCents(row.repaid) + toCents(row.writtenOff),
      0n,
    )
    expect([before, owed + closed]).toEqual([before, 900_00n])
  }
  expect(done.length).toBeGreaterThan(20)
})
