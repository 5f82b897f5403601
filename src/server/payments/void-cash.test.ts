import { beforeEach, expect, test } from 'vitest'
import { CASH_MISSING } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

async function changeRate(revenue: string) {
  const [load] = (await carrier.client.get<Body[]>('/api/loads')).body
  await carrier.client.put(`/api/loads/${load?.id}`, { ...load, revenue })
}

test('C12 Kept money of a voided statement is not paid twice', async () => {
  const stated = await carrier.createStatement('2026-12-18', '3000')
  await carrier.payOn(stated.id, '2026-12-30', '1001')
  await changeRate('2600')
  const asked = await carrier.voidWithBody(stated.id, {})
  expect([asked.status, asked.body.fields]).toEqual([400, { cash: [CASH_MISSING] }])
  expect(await carrier.readSettlement(stated.id)).toMatchObject({ status: 'paid' })
  const voided = await carrier.voidWithBody(stated.id, { cash: 'kept' })
  expect(voided.body).toMatchObject({ status: 'void', paidAmount: '0.00' })
  expect(await carrier.readOpenPayments()).toMatchObject([{ open: '0.00', unapplied: '3000.00' }])

  const draft = await carrier.settle('2026-12-18')
  const again = await carrier.approveOn(draft.id, '2027-01-08')
  // 2,600.00 of check 1001 covers the replacement, and 400.00 stays unapplied.
  expect(again).toMatchObject({
    netPayment: '2600.00',
    status: 'paid',
    paidOn: '2026-12-30',
    paymentReference: '1001',
  })
  expect(await carrier.readOpenPayments()).toMatchObject([{ open: '0.00', unapplied: '400.00' }])
  expect((await carrier.payOn(draft.id, '2027-01-08', '1005')).status).toBe(409)

  const next = await carrier.createStatement('2027-01-15', '1000')
  expect(next).toMatchObject({ status: 'approved', paidAmount: '400.00' })
  // 1,000.00 − 400.00 = 600.00 is paid on 1/15. Cash 3,600.00 = earned 2,600.00 + 1,000.00.
  expect((await carrier.payOn(next.id, '2027-01-15', '1002')).body).toMatchObject({
    status: 'paid',
  })
  expect(await carrier.readOpenPayments()).toEqual([])
  const paidIn = async (year: number) => (await carrier.readRegister(year)).at(-1)?.[6]
  expect([await paidIn(2026), await paidIn(2027)]).toEqual(['3000.00', '600.00'])
  expect((await carrier.readRegister(2026))[0]).toEqual(
    expect.arrayContaining(['2026-12-30', 'Ann', '1001', '3000.00', 'posted']),
  )
})

test('C12 A check that was never cashed is reversed by the void, and stays in the register', async () => {
  const stated = await carrier.createStatement('2026-12-18', '3000')
  await carrier.payOn(stated.id, '2026-12-30', '1001')
  await changeRate('2600')
  await carrier.voidWithBody(stated.id, { cash: 'reversed', cashDay: '2027-01-05' })
  expect(await carrier.readPayments()).toMatchObject([
    { state: 'reversed', reversal: 'never cashed', reversedOn: '2027-01-05', unapplied: '0.00' },
  ])
  const draft = await carrier.settle('2026-12-18')
  await carrier.approveOn(draft.id, '2027-01-08')
  await carrier.payOn(draft.id, '2027-01-08', '1005')
  // Check 1001 counts as zero in 2026; 2,600.00 leaves the office in 2027.
  expect((await carrier.readRegister(2026)).map((cells) => [cells[4], cells[5], cells[6]])).toEqual(
    [
      ['1001', '3000.00', '0.00'],
      ['', '', '0.00'],
    ],
  )
  expect((await carrier.readRegister(2027)).at(-1)?.[6]).toBe('2600.00')
  const run = await carrier.client.get('/api/settlements/run/register.csv?week=2026-12-18')
  expect(run.text).toMatch(
    /1,T-\d+,Ann,2026-12-18,3000.00,0.00,0.00,3000.00,void,2026-12-30,check,1001/,
  )
  expect(run.text).toMatch(
    /2,T-\d+,Ann,2026-12-18,2600.00,0.00,0.00,2600.00,paid,2027-01-08,check,1005/,
  )
})

test('C12 A reversed check opens the other statements that it covered', async () => {
  const first = await carrier.createStatement('2026-10-02', '1000')
  const other = await carrier.createStatement('2026-10-02', '2000', {
    truckId: carrier.secondTruckId,
  })
  await carrier.postPayment({ paidOn: '2026-10-05', reference: '1001', amount: '3000' })
  await carrier.voidWithBody(first.id, { cash: 'reversed' })
  expect(await carrier.readSettlement(other.id)).toMatchObject({
    status: 'approved',
    paidAmount: '0.00',
  })
})

test('C12 Kept money of one of two statements leaves the other one paid', async () => {
  const first = await carrier.createStatement('2026-10-02', '1000')
  const other = await carrier.createStatement('2026-10-02', '2000', {
    truckId: carrier.secondTruckId,
  })
  await carrier.postPayment({ paidOn: '2026-10-05', reference: '1001', amount: '3000' })
  await carrier.voidWithBody(first.id, { cash: 'kept' })
  expect(await carrier.readSettlement(other.id)).toMatchObject({ status: 'paid' })
  // 3,000.00 − 2,000.00 = 1,000.00 covers nothing now.
  expect(await carrier.readPayments()).toMatchObject([{ applied: '2000.00', unapplied: '1000.00' }])
})

test('C12 Unapplied money is kept for the draft that replaces its void statement', async () => {
  const stated = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(stated.id, '2026-10-05', '1001')
  await carrier.voidWithBody(stated.id, { cash: 'kept' })
  const draft = await carrier.settle('2026-10-02')
  const next = await carrier.createStatement('2026-10-09', '700')
  expect(next).toMatchObject({ status: 'approved', paidAmount: '0.00' })
  expect(await carrier.approveOn(draft.id, '2026-10-10')).toMatchObject({ status: 'paid' })
})

test('C12 Money kept a second time for a draft is held once', async () => {
  const first = await carrier.createStatement('2026-10-02', '1000')
  const other = await carrier.createStatement('2026-10-02', '2000', {
    truckId: carrier.secondTruckId,
  })
  await carrier.postPayment({ paidOn: '2026-10-05', reference: '1001', amount: '3000' })
  await carrier.voidWithBody(first.id, { cash: 'kept' })
  const again = await carrier.settle('2026-10-02')
  expect(await carrier.approveOn(again.id, '2026-10-06')).toMatchObject({ status: 'paid' })
  await carrier.voidWithBody(again.id, { cash: 'kept' })
  await carrier.voidWithBody(other.id, { cash: 'kept' })
  const draft = await carrier.settle('2026-10-02')
  // 3,000.00 is unapplied: 1,000.00 is held for the draft, 2,000.00 covers the next statement of 2,500.00.
  const next = await carrier.createStatement('2026-10-09', '2500')
  expect(next).toMatchObject({ status: 'approved', paidAmount: '2000.00' })
  expect(await carrier.approveOn(draft.id, '2026-10-10')).toMatchObject({ status: 'paid' })
  expect(await carrier.readOpenPayments()).toMatchObject([{ open: '500.00', unapplied: '0.00' }])
})

test('C12 Unapplied money never covers a statement of another payee', async () => {
  const stated = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(stated.id, '2026-10-05', '1001')
  await carrier.voidWithBody(stated.id, { cash: 'kept' })
  await carrier.sellTo(carrier.bob)
  expect(await carrier.createStatement('2026-10-09', '700')).toMatchObject({ status: 'approved' })
  expect(await carrier.readOpenPayments()).toMatchObject([
    { name: 'Ann', open: '0.00', unapplied: '1000.00' },
    { name: 'Bob', open: '700.00', unapplied: '0.00' },
  ])
})

test('C12 B23 A repeated request applies unapplied money once', async () => {
  const stated = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(stated.id, '2026-10-05', '1001')
  const open = await carrier.createStatement('2026-10-09', '900')
  await carrier.voidWithBody(stated.id, { cash: 'kept' })
  const [paid] = await carrier.readPayments()
  const path = `/api/payments/${paid?.id}`
  const key = { 'idempotency-key': 'apply-1' }
  const body = { parts: [{ billingId: open.id, amount: '300' }] }
  const apply = () => carrier.client.post(`${path}/apply`, body, key)
  const answers = await Promise.all([apply(), apply(), apply()])
  expect(answers.map(({ body: { unapplied } }) => unapplied)).toEqual(Array(3).fill('700.00'))
  expect((await carrier.readPayment(Number(paid?.id))).unapplied).toBe('700.00')
})

test('C12 Unapplied money is applied, repaid in cash or written off, and both can be undone', async () => {
  const stated = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(stated.id, '2026-10-05', '1001')
  const open = await carrier.createStatement('2026-10-09', '300')
  await carrier.voidWithBody(stated.id, { cash: 'kept' })
  const [paid] = await carrier.readPayments()
  const path = `/api/payments/${paid?.id}`
  // The user applies the 1,000.00 to the open 300.00: 700.00 is left.
  expect((await carrier.client.post(`${path}/apply`, {})).body).toMatchObject({
    unapplied: '700.00',
  })
  expect(await carrier.readSettlement(open.id)).toMatchObject({
    status: 'paid',
    paymentReference: '1001',
  })
  const close = (kind: string, amount: string) =>
    carrier.client.post(`${path}/closings`, {
      kind,
      day: '2026-10-20',
      amount,
      reason: 'Agreed',
      confirmed: ['day', 'year'],
    })
  expect((await close('repayment', '700.01')).body.fields).toEqual({
    amount: ['Only $700.00 is unapplied'],
  })
  expect((await close('repayment', '500')).body).toMatchObject({ unapplied: '200.00' })
  expect((await close('write-off', '200')).body).toMatchObject({ unapplied: '0.00' })
  expect(await carrier.readOpenPayments()).toEqual([])
  // 1,000.00 was paid and 500.00 came back.
  expect((await carrier.readRegister(2026)).at(-1)?.[6]).toBe('500.00')
  const reversal = { day: '2026-10-21', kind: 'returned', reason: 'Late' }
  expect((await carrier.reversePayment(paid?.id ?? 0, reversal)).body.message).toBe(
    'Undo the repayment or write-off of this payment first',
  )
  for (const { id } of (await carrier.readPayment(paid?.id ?? 0)).closings) {
    const undone = await carrier.client.delete(`${path}/closings/${id}?confirmed=year`)
    expect(undone.status).toBe(204)
  }
  expect(await carrier.readOpenPayments()).toMatchObject([{ unapplied: '700.00' }])
})

test('C11 A part on 12/31 and the rest on 1/2 are payments of two years', async () => {
  const { id } = await carrier.createStatement('2026-12-25', '3000', { fuel: '1000.01' })
  // 3,000.00 − 1,000.01 = 1,999.99; less 1,000.00 leaves 999.99.
  await carrier.payOn(id, '2026-12-31', '1001', { amount: '1000' })
  const rest = await carrier.payOn(id, '2027-01-02', '1002')
  expect(rest.body).toMatchObject({ status: 'paid', paidOn: '2027-01-02', paidAmount: '1999.99' })
  const paidIn = async (year: number) => (await carrier.readRegister(year)).at(-1)?.[6]
  expect([await paidIn(2026), await paidIn(2027)]).toEqual(['1000.00', '999.99'])
})

test('C12 An unusual day of a repayment must be confirmed', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(id, '2026-10-05', '1001')
  await carrier.voidWithBody(id, { cash: 'kept' })
  const [paid] = await carrier.readPayments()
  const close = (day: string, confirmed?: string[]) => {
    const repaid = { kind: 'repayment', day, amount: '100', reason: 'Cash', confirmed }
    return carrier.client.post<Body & { confirm?: string }>(
      `/api/payments/${paid?.id}/closings`,
      repaid,
    )
  }
  // Otherwise the year 1926 or 2999 would show −100.00.
  for (const day of ['1926-01-01', '2999-12-31']) {
    const asked = await close(day)
    expect([asked.status, asked.body.confirm]).toEqual([409, 'day'])
  }
  expect((await carrier.readPayments())[0]).toMatchObject({ closed: '0.00', unapplied: '1000.00' })
  expect((await close('2026-12-01', ['day', 'year'])).status).toBe(201)
})

test('C12 B23 A repayment that is sent again after a lost response is recorded once', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(id, '2026-10-05', '1001')
  await carrier.voidWithBody(id, { cash: 'kept' })
  const [paid] = await carrier.readPayments()
  const path = `/api/payments/${paid?.id}/closings`
  const repaid = { kind: 'repayment', day: '2026-10-20', amount: '100', reason: 'Cash' }
  const close = () =>
    carrier.client.post(
      path,
      { ...repaid, confirmed: ['day', 'year'] },
      { 'Idempotency-Key': 'one' },
    )
  const [first, second] = [await close(), await close()]
  expect([first.status, first.body]).toMatchObject([201, { unapplied: '900.00' }])
  expect([second.status, second.body]).toEqual([201, first.body])
  expect(await carrier.readOpenPayments()).toMatchObject([{ unapplied: '900.00' }])
})

test('C3 A second approval changes nothing if unapplied money paid the statement at once', async () => {
  const { id } = await carrier.createStatement('2026-11-06', '1000')
  await carrier.payOn(id, '2026-11-09', '1001')
  await carrier.voidWithBody(id, { cash: 'kept' })
  const draft = await carrier.settle('2026-11-06')
  const approve = () => carrier.client.post<Settlement>(`/api/billing/${draft.id}/approve`)
  const [first, second] = [await approve(), await approve()]
  expect([first.status, first.body]).toMatchObject([200, { number: 2, status: 'paid' }])
  expect([second.status, second.body]).toEqual([200, first.body])
})

test('C318 Unapplied money is applied on the day of the person', async () => {
  const { id } = await carrier.createStatement('2025-12-05', '1000')
  const next = await carrier.createStatement('2025-12-12', '400', {
    truckId: carrier.secondTruckId,
  })
  const confirmed = ['paidOn', 'amount']
  await carrier.payOn(id, '2025-12-08', '1001', { amount: '1400', confirmed })
  const paymentId = (await carrier.readPayments())[0]?.id ?? 0
  const path = `/api/payments/${paymentId}/apply`
  const asked = await carrier.client.post(path, { day: '2025-12-07' })
  expect([asked.status, asked.body.confirm]).toEqual([409, 'day'])
  // December 31 in the evening is January 1 on the server.
  expect((await carrier.client.post(path, { day: '2025-12-31' })).status).toBe(200)
  const { parts } = await carrier.readPayment(paymentId)
  expect(parts.map(({ billingId, appliedOn }) => [billingId, appliedOn])).toEqual([
    [id, null],
    [next.id, '2025-12-31'],
  ])
})
