/** A change of payments that changes a tax year before the current one is asked first. */
import { beforeEach, expect, test } from 'vitest'
import type { PayeeYearDetails, YearSummary } from '#core/settlements/year/responses.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { testApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

keepDay()
const NOW = Number(accountDay().slice(0, 4))
const LAST = NOW - 1
const DECEMBER = `${LAST}-12-22`
/** The answers to the other questions of these tests. */
const DAYS = ['paidOn', 'day', 'cashDay']
const ANY = [...DAYS, 'year']

/** A statement with gross 1,500.00 and net 1,000.00, paid by check on 12/22 of last year. */
async function payInDecember() {
  const { id } = await carrier.createStatement(`${LAST}-12-19`, '1500', { fuel: '500' })
  await carrier.payOn(id, DECEMBER, '1001')
  const [payment] = await carrier.readPayments()
  return { id, paymentId: payment?.id ?? 0 }
}

async function readReported(...years: number[]): Promise<string[]> {
  const found = await Promise.all(
    years.map(async (year) => {
      const path = `/api/settlements/year?year=${year}`
      const { payees } = (await carrier.client.get<YearSummary>(path)).body
      return payees.find(({ key }) => key === `owner:${carrier.ann}`)?.reported ?? '0.00'
    }),
  )
  return found
}

const question = (to: string) => ({
  confirm: 'year',
  message: `This changes the year ${LAST} of Ann: the 1099 figure from $1,500.00 to ${to}. Continue?`,
})

const JULY = `${NOW}-07-01`
const issued = { paidOn: JULY, method: 'check', reference: '1002', reason: 'Stale' }

test('C315 A reissue asks before it moves a check to another year', async () => {
  const { paymentId } = await payInDecember()
  const asked = await carrier.reissuePayment(paymentId, { ...issued, confirmed: DAYS })
  expect([asked.status, asked.body]).toMatchObject([409, question('$0.00')])
  expect(await readReported(LAST, NOW)).toEqual(['1500.00', '0.00'])
  const made = await carrier.reissuePayment(paymentId, issued)
  expect([made.status, made.body.countsOn]).toEqual([201, null])
  expect(await readReported(LAST, NOW)).toEqual(['0.00', '1500.00'])
})

test('C315 A reissued check can keep the year of the first, in the year and in the register', async () => {
  const { id, paymentId } = await payInDecember()
  const kept = { ...issued, countsIn: 'first', confirmed: DAYS }
  const made = await carrier.reissuePayment(paymentId, kept)
  expect([made.status, made.body]).toMatchObject([201, { paidOn: JULY, countsOn: DECEMBER }])
  expect(await carrier.readSettlement(id)).toMatchObject({ status: 'paid', paidOn: JULY })
  expect(await readReported(LAST, NOW)).toEqual(['1500.00', '0.00'])
  const path = `/api/settlements/year/payee?year=${LAST}&payee=owner:${carrier.ann}`
  const { entries, payments } = (await carrier.client.get<PayeeYearDetails>(path)).body
  expect(entries).toMatchObject([{ day: DECEMBER, reference: '1002', net: '1000.00' }])
  expect(payments.map(({ reference, state }) => [reference, state])).toEqual([
    ['1001', 'reversed'],
    ['1002', 'posted'],
  ])
  const register = async (year: number) =>
    (await carrier.readRegister(year)).map((cells) => [cells[0], cells[4], cells[5], cells[6]])
  expect(await register(LAST)).toEqual([
    [DECEMBER, '1001', '1000.00', '0.00'],
    [JULY, '1002', '1000.00', '1000.00'],
    ['Total', '', '', '1000.00'],
  ])
  expect(await register(NOW)).toEqual([
    [JULY, '1002', '1000.00', '0.00'],
    ['Total', '', '', '0.00'],
  ])
  // A third check keeps the year of the first one too.
  const again = { ...kept, paidOn: `${NOW}-08-03`, reference: '1003' }
  expect((await carrier.reissuePayment(made.body.id, again)).body.countsOn).toBe(DECEMBER)
  expect(await readReported(LAST, NOW)).toEqual(['1500.00', '0.00'])
})

test('C315 A reversal and a void ask before they change a past year', async () => {
  const { id, paymentId } = await payInDecember()
  const reversal = { day: `${NOW}-01-08`, kind: 'never cashed', reason: 'Lost', confirmed: DAYS }
  expect((await carrier.reversePayment(paymentId, reversal)).body).toMatchObject(question('$0.00'))
  const reversed = await carrier.voidWithBody(id, { cash: 'reversed', confirmed: DAYS })
  expect(reversed.body).toMatchObject(question('$0.00'))
  // The payee keeps the 1,000.00 of the net: only this money counts in that year.
  const kept = { cash: 'kept', confirmed: DAYS }
  expect((await carrier.voidWithBody(id, kept)).body).toMatchObject(question('$1,000.00'))
  expect(await readReported(LAST)).toEqual(['1500.00'])
  const voided = await carrier.voidWithBody(id, { ...kept, confirmed: [...DAYS, 'year'] })
  expect(voided.body.status).toBe('void')
  expect(await readReported(LAST)).toEqual(['1000.00'])
})

test('C315 A void of a net of 0.00 asks by the year of its approval', async () => {
  await carrier.createLoad(`${LAST}-12-19`, '500')
  const { id } = await carrier.settle(`${LAST}-12-19`, { fuel: '500' })
  await carrier.approveOn(id, DECEMBER)
  expect((await carrier.voidWithBody(id, { confirmed: [] })).body).toMatchObject({
    message: expect.stringContaining('the 1099 figure from $500.00 to $0.00'),
  })
  expect((await carrier.voidWithBody(id, {})).body.status).toBe('void')
})

test('C315 A change within the current year, or of an advance, is not asked', async () => {
  const { id } = await carrier.createStatement(`${NOW}-11-20`, '1000')
  await carrier.payOn(id, `${NOW}-11-23`, '1001')
  const [payment] = await carrier.readPayments()
  const again = { ...issued, paidOn: `${NOW}-11-25`, confirmed: ['paidOn'] }
  expect((await carrier.reissuePayment(payment?.id ?? 0, again)).status).toBe(201)
  const voided = await carrier.voidWithBody(id, { cash: 'reversed', confirmed: ['cashDay'] })
  expect(voided.status).toBe(200)
  const balance = { balance: 'advance', total: '500', truckId: carrier.truckId }
  const rule = await carrier.createRule({ ...balance, description: 'Advance' })
  const money = { kind: 'hand-out', paidOn: DECEMBER, method: 'cash', amount: '500' }
  const lent = await carrier.postPayment({ ...money, ruleId: rule.id })
  const reversal = { day: DECEMBER, kind: 'returned', reason: 'Not needed', confirmed: ['day'] }
  expect((await carrier.reversePayment(lent.body.id, reversal)).status).toBe(200)
})

test('C315 A repayment in a past year, and its undo, ask first', async () => {
  const { id, paymentId } = await payInDecember()
  await carrier.voidWithBody(id, { cash: 'kept' })
  const path = `/api/payments/${paymentId}/closings`
  const closing = { kind: 'repayment', amount: '1000', method: 'cash', reason: 'Returned' }
  const close = (day: string, confirmed: string[]) =>
    carrier.client.post(path, { ...closing, day, confirmed })
  const figures = (from: string, to: string) => ({
    confirm: 'year',
    message: `This changes the year ${LAST} of Ann: the 1099 figure from ${from} to ${to}. Continue?`,
  })
  const asked = await close(`${LAST}-12-30`, DAYS)
  expect([asked.status, asked.body]).toMatchObject([409, figures('$1,000.00', '$0.00')])
  expect(await readReported(LAST)).toEqual(['1000.00'])
  expect((await close(`${LAST}-12-30`, ['year'])).status).toBe(201)
  const [closed] = (await carrier.readPayment(paymentId)).closings
  const undo = (query = '') => carrier.client.delete(`${path}/${closed?.id}${query}`)
  expect((await undo()).body).toMatchObject(figures('$0.00', '$1,000.00'))
  expect(await readReported(LAST)).toEqual(['0.00'])
  expect((await undo('?confirmed=year')).status).toBe(204)
  expect(await readReported(LAST)).toEqual(['1000.00'])
  // A repayment of this year leaves the past year alone.
  expect((await close(`${NOW}-01-08`, DAYS)).status).toBe(201)
  expect(await readReported(LAST, NOW)).toEqual(['1000.00', '-1000.00'])
})

test('C315 A repayment of a later past year than the payment asks by its own year', async () => {
  const { id } = await carrier.createStatement(`${NOW - 2}-12-19`, '1000')
  await carrier.payOn(id, `${NOW - 2}-12-22`, '1001')
  await carrier.voidWithBody(id, { cash: 'kept' })
  const [payment] = await carrier.readPayments()
  const closing = { kind: 'repayment', amount: '1000', method: 'cash', reason: 'Returned' }
  const path = `/api/payments/${payment?.id}/closings`
  const sent = { ...closing, day: `${LAST}-03-05`, confirmed: DAYS }
  expect((await carrier.client.post(path, sent)).body.message).toBe(
    `This changes the year ${LAST} of Ann: the 1099 figure from $0.00 to -$1,000.00. Continue?`,
  )
})

test('C315 Money that is applied in a past year asks, and later money does not', async () => {
  const { id, paymentId } = await payInDecember()
  await carrier.voidWithBody(id, { cash: 'kept' })
  const path = `/api/payments/${paymentId}`
  const closing = { kind: 'repayment', amount: '1000', method: 'cash', reason: 'Returned' }
  const sent = { ...closing, day: `${NOW}-01-08`, confirmed: ANY }
  await carrier.client.post(`${path}/closings`, sent)
  await carrier.createStatement(`${LAST}-12-12`, '1500', { fuel: '500' })
  const [closed] = (await carrier.readPayment(paymentId)).closings
  await carrier.client.delete(`${path}/closings/${closed?.id}?confirmed=year`)
  const apply = (day: string, confirmed: string[]) =>
    carrier.client.post(`${path}/apply`, { day, confirmed })
  const asked = await apply(`${LAST}-12-30`, DAYS)
  expect([asked.status, asked.body]).toMatchObject([
    409,
    { message: expect.stringContaining('the 1099 figure from $1,000.00 to $1,500.00') },
  ])
  expect((await apply(`${NOW}-01-08`, DAYS)).status).toBe(200)
  expect(await readReported(LAST, NOW)).toEqual(['1000.00', '500.00'])
})
