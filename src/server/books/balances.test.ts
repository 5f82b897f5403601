/** Advances, loans, escrow, what floors left, and backup withholding in the files for the accountant (SPEC C373). */
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeFile, mapOwnNames, netByAccount } from '#server/testing/books/export.ts'
import { readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
/** The last day that a file may have. Midnight may pass before the last test. */
const TOMORROW = addDays(new Date().toISOString().slice(0, 10), 1)
const JOURNAL = { from: '2026-01-01', to: TOMORROW, format: 'qbo-journal' } as const
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
  await mapOwnNames(carrier.client)
})

const nets = async () => netByAccount(await makeFile(carrier.client, JOURNAL), 'qbo-journal')

async function post(path: string, body: object) {
  const sent = { confirmed: ['day', 'paidOn', 'rate', 'quarter'], ...body }
  const { status, text } = await carrier.client.post(path, sent)
  expect([path, status < 300 ? '' : text]).toEqual([path, ''])
}

const addRule = (values: object) => carrier.createRule({ truckId: carrier.truckId, ...values })

test('C373 An advance is an asset until it is collected, repaid or written off', async () => {
  const { id } = await addRule({ balance: 'advance', value: '200', total: '500' })
  const paid = { kind: 'hand-out', ruleId: id, ownerId: carrier.ann, amount: '500' }
  await post('/api/payments', { ...paid, paidOn: '2026-10-01', method: 'check', reference: '9' })
  await carrier.createStatement('2026-10-02', '1000.00')
  const entry = { day: '2026-10-20' }
  await post(`/api/balances/${id}/repayments`, { ...entry, amount: '100', method: 'cash' })
  await post(`/api/balances/${id}/write-offs`, { ...entry, amount: '50', reason: 'He quit' })
  expect(await nets()).toEqual({
    'hand-out': 15_000n,
    bank: -40_000n,
    'balance-write-off': 5000n,
    'owner-pay': 100_000n,
    payable: -80_000n,
  })
})

test('C373 Escrow and its interest are owed to the payee, and a transfer moves them by name', async () => {
  const { id } = await addRule({ balance: 'escrow', value: '400', total: '400' })
  await carrier.createStatement('2026-07-03', '1000.00')
  await post('/api/balances/interest', { quarter: '2026-Q3', rate: '5' })
  const to = { toTruckId: carrier.truckId, toOwnerId: carrier.bob, toDriverId: null }
  await post(`/api/balances/${id}/transfers`, { ...to, day: '2026-10-20', reason: 'Sold' })
  const text = await makeFile(carrier.client, JOURNAL)
  const found = netByAccount(text, 'qbo-journal')
  const interest = found['escrow-interest'] ?? 0n
  expect(interest).toBeGreaterThan(400n)
  expect(found['escrow']).toBe(-40_000n - interest)
  expect(found['deduction:other']).toBeUndefined()
  const rows = [...readQuickBooksCsv(text).values()].flat()
  const moved = rows.filter((row) => row['Description'] === 'Transferred - Fee')
  expect(moved.map((row) => [row['Name'], row['*Debits'], row['*Credits']])).toEqual([
    ['Ann', expect.stringMatching(/^40\d\.\d\d$/), ''],
    ['Bob', '', expect.stringMatching(/^40\d\.\d\d$/)],
  ])
})

test('C373 What a floor leaves for later is owed by the payee until it is deducted', async () => {
  const floor = { category: 'parking', value: '300', floor: '500', shortfall: 'later' }
  await addRule(floor)
  await carrier.createStatement('2026-10-02', '600.00')
  expect(await nets()).toMatchObject({ deferred: 20_000n, 'deduction:parking': -30_000n })
  await carrier.createStatement('2026-10-09', '2000.00')
  const later = await nets()
  expect(later).toMatchObject({ deferred: -20_000n, 'deduction:parking': -30_000n })
})

test('C373 Backup withholding is owed to the tax office', async () => {
  const path = `/api/owners/${carrier.ann}`
  const ann = (await carrier.client.get(path)).body
  await carrier.client.put(path, { ...ann, backupWithholding: true })
  await carrier.createStatement('2026-10-02', '1000.00')
  expect(await nets()).toMatchObject({ withholding: -24_000n, payable: -76_000n })
})
