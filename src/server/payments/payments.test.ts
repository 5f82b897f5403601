import { beforeEach, expect, test } from 'vitest'
import type { Payment } from '#core/payments/payments.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

/** What a person answers who records a check of any day for more than is open. */
const ANSWERED = ['paidOn', 'amount']

test('C11 One payment covers statements of two trucks of a payee', async () => {
  const first = await carrier.createStatement('2026-10-02', '1000', { fuel: '100' })
  const other = await carrier.createStatement('2026-10-02', '2000', {
    truckId: carrier.secondTruckId,
  })
  // 1,000.00 − 100.00 = 900.00, and 2,000.00: together 2,900.00.
  const paid = await carrier.postPayment({
    paidOn: '2026-10-05',
    reference: '1001',
    amount: '2900',
  })
  expect([paid.status, paid.body]).toMatchObject([
    201,
    { payee: `owner:${carrier.ann}`, payeeName: 'Ann', amount: '2900.00', unapplied: '0.00' },
  ])
  const expected = { status: 'paid', paidOn: '2026-10-05', paymentReference: '1001' }
  expect(await carrier.readSettlement(first.id)).toMatchObject({
    ...expected,
    paidAmount: '900.00',
  })
  expect(await carrier.readSettlement(other.id)).toMatchObject({
    ...expected,
    paidAmount: '2000.00',
  })
  expect((await carrier.readPayment(paid.body.id)).parts).toMatchObject([
    { billingId: first.id, amount: '900.00', number: 1, ended: null },
    { billingId: other.id, amount: '2000.00', number: 2, ended: null },
  ])
  expect(await carrier.readOpenPayments()).toEqual([])
})

test('C11 A payment of a part leaves the rest open', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  const part = await carrier.payOn(id, '2026-10-05', '1001', { amount: '400' })
  expect(part.body).toMatchObject({ status: 'approved', paidAmount: '400.00', paidOn: null })
  // 1,000.00 − 400.00 = 600.00 is open.
  expect(await carrier.readOpenPayments()).toMatchObject([
    { name: 'Ann', open: '600.00', unapplied: '0.00' },
  ])
  const rest = await carrier.payOn(id, '2026-10-06', '1002')
  expect(rest.body).toMatchObject({ status: 'paid', paidAmount: '1000.00', paidOn: '2026-10-06' })
  expect(await carrier.readPayments()).toMatchObject([{ amount: '400.00' }, { amount: '600.00' }])
})

test('C11 Without parts a payment covers the oldest statements first', async () => {
  const later = await carrier.createStatement('2026-10-09', '500')
  const first = await carrier.createStatement('2026-10-02', '300', {
    truckId: carrier.secondTruckId,
  })
  // 300.00 of the older, and 200.00 of the 500.00.
  await carrier.postPayment({ paidOn: '2026-10-12', reference: '1001', amount: '500' })
  expect(await carrier.readSettlement(first.id)).toMatchObject({ status: 'paid' })
  expect(await carrier.readSettlement(later.id)).toMatchObject({
    status: 'approved',
    paidAmount: '200.00',
  })
})

test('C314 A check for more than is open is recorded after a question; the rest is unapplied', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  const check = { paidOn: '2026-10-05', reference: '1001', amount: '1100' }
  const asked = await carrier.postPayment(check)
  expect([asked.status, asked.body]).toMatchObject([
    409,
    {
      confirm: 'amount',
      message:
        '$100.00 of this payment covers no statement. Record $1,100.00 anyway? The rest stays with the payee as unapplied money.',
    },
  ])
  expect(await carrier.readPayments()).toEqual([])
  const paid = await carrier.postPayment({ ...check, confirmed: ANSWERED })
  expect([paid.status, paid.body]).toMatchObject([
    201,
    { amount: '1100.00', applied: '1000.00', unapplied: '100.00', state: 'unapplied' },
  ])
  expect(await carrier.readSettlement(id)).toMatchObject({ status: 'paid', paidOn: '2026-10-05' })
  // The rest covers the payee's next statement.
  const next = await carrier.createStatement('2026-10-09', '500')
  expect(next).toMatchObject({ status: 'approved', paidAmount: '100.00' })
  const register = (await carrier.readRegister(2026)).map((cells) => cells[6])
  expect(register).toEqual(['1100.00', '1100.00'])
})

test('C314 /pay and parts that add up to less ask too, and so does a payment if nothing is open', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  const more = { amount: '1000.01' }
  expect((await carrier.payOn(id, '2026-10-05', '1001', more)).body).toMatchObject({
    confirm: 'amount',
  })
  await carrier.payOn(id, '2026-10-05', '1001', { ...more, confirmed: ANSWERED })
  expect(await carrier.readPayments()).toMatchObject([{ amount: '1000.01', unapplied: '0.01' }])
  const [check, second] = [{ paidOn: '2026-10-05', reference: '1002', amount: '1000' }, carrier.bob]
  expect((await carrier.postPayment(check)).body.confirm).toBe('amount')
  const twice = await carrier.postPayment({ ...check, confirmed: ANSWERED })
  expect(twice.body).toMatchObject({ unapplied: '1000.00', payeeName: 'Ann' })
  const other = { ...check, reference: '1003', confirmed: ANSWERED, parts: [] }
  expect((await carrier.postPayment({ ...other, ownerId: second })).body.unapplied).toBe('1000.00')
  expect((await carrier.postPayment({ ...other, ownerId: 99_999_999 })).body.fields).toEqual({
    ownerId: ['Owner was not found'],
  })
})

test('C11 A returned ACH opens its statements again', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(id, '2026-10-05', null, { paymentMethod: 'ach' })
  const [paid] = await carrier.readPayments()
  const reversal = { day: '2026-10-08', kind: 'returned', reason: 'Account closed' }
  const reversed = await carrier.reversePayment(paid?.id ?? 0, reversal)
  expect([reversed.status, reversed.body]).toMatchObject([
    200,
    { state: 'reversed', reversal: 'returned', reversedOn: '2026-10-08', applied: '0.00' },
  ])
  const expected = { status: 'approved', paidOn: null, paymentMethod: null, paidAmount: '0.00' }
  expect(await carrier.readSettlement(id)).toMatchObject(expected)
  expect((await carrier.reversePayment(paid?.id ?? 0, reversal)).body.message).toBe(
    'This payment was reversed on 10/8/2026',
  )
  await carrier.payOn(id, '2026-10-09', '1001')
  // The reversed payment counts as zero, the check 1,000.00.
  const register = await carrier.readRegister(2026)
  expect(register.map((cells) => [cells[4], cells[6], cells[7]])).toEqual([
    ['', '0.00', 'reversed'],
    ['1001', '1000.00', 'posted'],
    ['', '1000.00', ''],
  ])
})

test('C11 A reissued check covers the same statements under its new number', async () => {
  const first = await carrier.createStatement('2026-10-02', '1000')
  const other = await carrier.createStatement('2026-10-09', '500')
  const paid = await carrier.postPayment({
    paidOn: '2026-10-12',
    reference: '1001',
    amount: '1500',
  })
  const issued = { paidOn: '2026-10-20', method: 'check', reference: '1002', reason: 'Lost' }
  const again = await carrier.reissuePayment(paid.body.id, issued)
  expect([again.status, again.body]).toMatchObject([
    201,
    { amount: '1500.00', reference: '1002', replaces: paid.body.id, state: 'posted' },
  ])
  for (const { id } of [first, other])
    expect(await carrier.readSettlement(id)).toMatchObject({
      status: 'paid',
      paymentReference: '1002',
    })
  expect(await carrier.readPayment(paid.body.id)).toMatchObject({
    reversal: 'reissued',
    state: 'reversed',
  })
  // Both numbers are in the register; only the new check counts.
  const rows = await carrier.readRegister(2026)
  expect(rows.map((cells) => [cells[4], cells[5], cells[6], cells[11]])).toEqual([
    ['1001', '1500.00', '0.00', ''],
    ['1002', '1500.00', '1500.00', '1001'],
    ['', '', '1500.00', ''],
  ])
})

test('C11 Net 0.00 is paid at its approval, and pay makes no payment', async () => {
  await carrier.createLoad('2026-10-02', '3000')
  const draft = await carrier.settle('2026-10-02', { fuel: '3200' })
  // 3,000.00 − 3,200.00: 200.00 is carried forward, so the net is 0.00.
  const approved = await carrier.approveOn(draft.id, '2026-10-03')
  const expected = { status: 'paid', netPayment: '0.00', paidOn: '2026-10-03', paymentMethod: null }
  expect(approved).toMatchObject(expected)
  const paid = await carrier.payOn(draft.id, '2026-10-05', '1001')
  expect([paid.status, paid.body]).toMatchObject([200, expected])
  expect(await carrier.approveOn(draft.id, '2026-10-04')).toMatchObject(expected)
  expect(await carrier.readPayments()).toEqual([])
  expect((await carrier.voidWithBody(draft.id, {})).status).toBe(200)
})

test('C11 A used check number must be confirmed, also one of a reversed check', async () => {
  const [first, other] = [
    await carrier.createStatement('2026-10-02', '1000'),
    await carrier.createStatement('2026-10-09', '500'),
  ]
  await carrier.payOn(first.id, '2026-10-12', '1001')
  const [paid] = await carrier.readPayments()
  await carrier.reversePayment(paid?.id ?? 0, {
    day: '2026-10-13',
    kind: 'never cashed',
    reason: 'Lost',
  })
  const asked = await carrier.payOn(other.id, '2026-10-14', '1001')
  expect([asked.status, asked.body]).toEqual([
    409,
    { confirm: 'reference', message: 'Check 1001 was used on 10/12/2026 to Ann. Use it again?' },
  ])
  const ach = await carrier.payOn(first.id, '2026-10-14', '1001', { paymentMethod: 'ach' })
  expect(ach.status).toBe(200)
  const confirmed = { confirmed: ['reference', 'paidOn'] }
  expect((await carrier.payOn(other.id, '2026-10-14', '1001', confirmed)).status).toBe(200)
})

test.each([
  ['1926-10-05', '10/5/1926 is before the approval on 10/2/2026. Pay on this date anyway?'],
  ['2026-10-01', '10/1/2026 is before the approval on 10/2/2026. Pay on this date anyway?'],
  ['2999-10-05', '10/5/2999 is more than 31 days ahead. Pay on this date anyway?'],
])('C11 A pay date of %s must be confirmed', async (paidOn, message) => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  const confirmed: string[] = []
  const asked = await carrier.payOn(id, paidOn, '1001', { confirmed })
  expect([asked.status, asked.body]).toEqual([409, { confirm: 'paidOn', message }])
  const posted = await carrier.postPayment({ paidOn, reference: '1001', amount: '1000', confirmed })
  expect([posted.status, posted.body]).toEqual([409, { confirm: 'paidOn', message }])
  expect(await carrier.readPayments()).toEqual([])
  expect((await carrier.payOn(id, paidOn, '1001')).body).toMatchObject({ status: 'paid', paidOn })
})

test('C11 A payment rejects other payees, paid statements and parts that do not add up', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  await carrier.sellTo(carrier.bob, carrier.secondTruckId)
  const bobs = await carrier.createStatement('2026-10-02', '500', {
    truckId: carrier.secondTruckId,
  })
  const day = { paidOn: '2026-10-05', reference: '1001' }
  const send = async (amount: string, parts: object[], more: object = {}) => {
    const { status, body } = await carrier.postPayment({ ...day, amount, parts, ...more })
    return [status, body.message]
  }
  const part = (billingId: number, amount: string) => ({ billingId, amount })
  expect(await send('500', [part(bobs.id, '500')])).toEqual([400, 'Statement 2 pays another payee'])
  expect(await send('700', [part(id, '800')])).toEqual([400, 'The parts add up to $800.00'])
  expect(await send('2000', [part(id, '1000'), part(id, '1000')])).toEqual([
    400,
    'Statement 1 is listed twice',
  ])
  expect(await send('1000.01', [part(id, '1000.01')])).toEqual([
    400,
    'Only $1,000.00 of statement 1 is open',
  ])
  expect(await send('1', [part(99999999, '1')])).toEqual([400, 'Statement was not found'])
  await carrier.createLoad('2026-10-09', '1000', { truckId: carrier.truckId })
  const draft = await carrier.settle('2026-10-09', { truckId: carrier.truckId })
  expect(await send('1', [part(draft.id, '1')])).toEqual([400, 'Statement was not found'])
  expect(await send('1', [part(id, '0')])).toEqual([400, 'Amount must be more than 0.00'])
  expect(await send('1000', [part(id, '1000')], { driverId: 1 })).toEqual([
    400,
    'Choose one payee: an owner or a driver',
  ])
  expect(
    (await carrier.postPayment({ ...day, amount: '5', ownerId: 99999999 })).body,
  ).toMatchObject({
    fields: { ownerId: ['Owner was not found'] },
  })
  expect(await send('1000', [part(id, '1000')])).toEqual([201, undefined])
  expect(await send('1', [part(id, '1')])).toEqual([409, 'Statement 1 is paid'])
})

test('C11 The same payment sent twice under one key is posted once', async () => {
  await carrier.createStatement('2026-10-02', '1000')
  const body = { paidOn: '2026-10-05', reference: '1001', amount: '400' }
  const key = { 'idempotency-key': 'pay-1' }
  const responses = await Promise.all([
    carrier.postPayment(body, key),
    carrier.postPayment(body, key),
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  expect(responses[0]?.body.id).toBe(responses[1]?.body.id)
  expect(await carrier.readPayments()).toHaveLength(1)
})

test('C11 If several payments are made at the same time, only one covers the statement', async () => {
  const { id } = await carrier.createStatement('2026-10-02', '1000')
  const other = await carrier.createStatement('2026-10-09', '500', {
    truckId: carrier.secondTruckId,
  })
  const parts = [
    { billingId: other.id, amount: '500' },
    { billingId: id, amount: '1000' },
  ]
  const responses = await Promise.all([
    carrier.payOn(id, '2026-10-12', '1001'),
    carrier.payOn(id, '2026-10-12', '1002'),
    carrier.postPayment({ paidOn: '2026-10-12', reference: '1003', amount: '1500', parts }),
    carrier.postPayment({
      paidOn: '2026-10-12',
      reference: '1004',
      amount: '1500',
      parts: parts.toReversed(),
    }),
  ])
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(await carrier.readSettlement(id)).toMatchObject({ status: 'paid', paidAmount: '1000.00' })
  expect(await carrier.readPayments()).toHaveLength(1)
})

test('C11 A payment and a void at the same time lose no money', async () => {
  for (const date of ['2026-09-04', '2026-09-11', '2026-09-18']) {
    const { id } = await carrier.createStatement(date, '1000')
    const [paid, voided] = await Promise.all([
      carrier.payOn(id, date, null, { paymentMethod: 'ach' }),
      carrier.voidWithBody(id, { cash: 'kept' }),
    ])
    expect([200, 409]).toContain(paid.status)
    expect(voided.status).toBe(200)
    expect(await carrier.readSettlement(id)).toMatchObject({ status: 'void', paidAmount: '0.00' })
  }
  for (const payment of await carrier.readPayments())
    expect(payment).toMatchObject({ state: 'unapplied', unapplied: '1000.00' })
})

test('C13 Money paid out as an advance is recorded as a payment', async () => {
  const values = { truckId: carrier.truckId, description: 'Advance', balance: 'advance' }
  const rule = await carrier.createRule({ ...values, value: '100', total: '500' })
  const body = { kind: 'hand-out', paidOn: '2026-10-05', method: 'cash', amount: '500' }
  const rejected = await carrier.postPayment(body)
  expect(rejected.body.fields).toEqual({
    ruleId: ['Choose the advance or loan that was paid out'],
  })
  for (const ruleId of ['1', 0, 99_999_999])
    expect((await carrier.postPayment({ ...body, ruleId })).body.fields).toEqual({
      ruleId: ['Recurring deduction was not found'],
    })
  const made = await carrier.postPayment({ ...body, ruleId: rule.id })
  expect([made.status, made.body]).toMatchObject([
    201,
    { kind: 'hand-out', ruleId: rule.id, amount: '500.00', unapplied: '0.00', state: 'posted' },
  ])
  // It does not pay a settlement: it covers nothing and adds nothing to what was paid.
  const rows = await carrier.readRegister(2026)
  expect(rows.map((cells) => [cells[2], cells[5], cells[6]])).toEqual([
    ['hand-out', '500.00', '0.00'],
    ['', '', '0.00'],
  ])
})

test('C11 The list of payments filters, sorts and exports', async () => {
  const dan = (await carrier.client.post('/api/drivers', { ...makeSample('drivers'), name: 'Dan' }))
    .body
  const truck = (await carrier.client.get(`/api/trucks/${carrier.secondTruckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.secondTruckId}`, {
    ...truck,
    ownerId: null,
    driverId: dan.id,
  })
  const [anns, dans] = [
    await carrier.createStatement('2026-10-02', '1000'),
    await carrier.createStatement('2026-10-02', '500', { truckId: carrier.secondTruckId }),
  ]
  await carrier.payOn(anns.id, '2026-10-05', '1001')
  await carrier.payOn(dans.id, '2026-10-06', '=2+2', { paymentMethod: 'wire' })
  const list = async (query: string) =>
    (await carrier.client.get<Payment[]>(`/api/payments?${query}`)).body.map(({ amount }) => amount)
  expect(await list('')).toEqual(['500.00', '1000.00'])
  expect(await list(`payee=owner:${carrier.ann}`)).toEqual(['1000.00'])
  expect(await list(`driverId=${dan.id}`)).toEqual(['500.00'])
  expect(await list('method=check&paidOn.from=2026-10-05&state=posted')).toEqual(['1000.00'])
  expect(await list('search=dan')).toEqual(['500.00'])
  const { text } = await carrier.client.get('/api/payments/export.csv?sort=amount')
  expect(text.split('\r\n')[1]).toMatch(/^2026-10-06,Dan,wire,'=2\+2,500.00,0.00,posted,/)
})
