import { expect, test } from 'vitest'
import type { OpenPayee } from './responses.ts'
import { buildPayment, checkRow, nextNumber, numberChecks, startGrid } from './pay-grid.ts'

function makePayee(name: string, paymentMethod: string, opens: string[]): OpenPayee {
  const statements = opens.map((open, index) => ({
    id: index + 1,
    truckId: 1,
    number: index + 1,
    truck: '101',
    settlementDate: '2026-11-20',
    status: 'approved',
    netPayment: open,
    paidAmount: '0.00',
    open,
    approvedOn: '2026-11-20',
  }))
  const ids = { payee: `owner:${name}`, ownerId: 1, driverId: null, truckId: null }
  return { ...ids, name, paymentMethod, open: opens[0] ?? '0.00', unapplied: '0.00', statements }
}

const rows = startGrid([
  makePayee('Ann', 'check', ['300.00', '200.00']),
  makePayee('Bob', 'ach', ['500.00']),
  makePayee('Cid', 'check', ['700.00']),
  makePayee('Dee', 'check', ['900.00']),
])

test('C11 Each payee’s own method is prefilled, and check numbers count up in the order shown', () => {
  expect(rows.map(({ method }) => method)).toEqual(['check', 'ach', 'check', 'check'])
  expect(numberChecks(rows, '1001')).toEqual(['1001', '', '1002', '1003'])
})

test('C11 A row that is left out, or has a typed number, takes no number', () => {
  const edited = rows.map((row) => ({
    ...row,
    included: row.name !== 'Ann',
    typedReference: row.name === 'Cid' ? '77' : null,
  }))
  expect(numberChecks(edited, '1001')).toEqual(['', '', '77', '1001'])
  expect(numberChecks(rows, '')).toEqual(['', '', '', ''])
})

test.each([
  ['1009', '1010'],
  ['0999', '1000'],
  ['A-099', 'A-100'],
  ['99999999999999999999', '100000000000000000000'],
  ['none', null],
])('C11 After check %s comes %s', (number, next) => expect(nextNumber(number)).toBe(next))

test('C11 A smaller amount covers the oldest statement first', () => {
  const [ann] = rows
  if (!ann) throw new Error('no row')
  // 350.00 covers 300.00, and 50.00 of the 200.00.
  const payment = buildPayment({ ...ann, amount: '$350' }, '1001', '2026-11-25')
  expect(payment).toMatchObject({
    amount: '350.00',
    reference: '1001',
    parts: [
      { billingId: 1, amount: '300.00' },
      { billingId: 2, amount: '50.00' },
    ],
  })
})

test.each([
  ['0', 'Amount must be more than 0.00'],
  ['x', 'Amount must be more than 0.00'],
  ['1000000', null],
  ['300', null],
])('C11 An amount of %s in the grid gives %s', (amount, message) => {
  const [ann] = rows
  expect(ann && checkRow({ ...ann, amount })).toBe(message)
})
