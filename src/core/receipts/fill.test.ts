import { expect, test } from 'vitest'
import {
  buildParts,
  editAmount,
  fillOldest,
  findLeftOver,
  matchesNumber,
  startRow,
  toggleRow,
  type Money,
} from './fill.ts'
import type { PayableInvoice } from './responses.ts'

function invoice(id: number, openAmount: string, loadNumber = `B-${id}`): PayableInvoice {
  return {
    id,
    number: `10${id}`,
    brokerId: 1,
    brokerName: 'Acme',
    invoiceDate: '2026-10-01',
    dueOn: '2026-10-31',
    total: openAmount,
    openAmount,
    disputed: '0.00',
    factor: null,
    loads: [{ id, loadId: `L-${id}`, brokerLoadNumber: loadNumber }],
  }
}

const rows = [invoice(1, '1000.00'), invoice(2, '500.00'), invoice(3, '40.07')].map(startRow)
const money: Money = {
  amount: '1200',
  method: 'check',
  receivedOn: '2026-10-20',
  quickPayPercent: '3',
  quickPayWithin: 7,
}
const amounts = (given: typeof rows) => given.map(({ amount }) => amount)

test('C199 Selecting an invoice fills in its open amount, but not more than the money left', () => {
  const first = toggleRow(rows, 1, money)
  expect(amounts(first)).toEqual(['1000.00', '', ''])
  const second = toggleRow(first, 2, money)
  expect(amounts(second)).toEqual(['1000.00', '200.00', ''])
  expect(findLeftOver(second, money)).toBe(0n)
  // Nothing is left: selecting fills in what is open, and the leftover is negative.
  expect(findLeftOver(toggleRow(second, 3, money), money)).toBe(-4007n)
  expect(amounts(toggleRow(second, 1, money))).toEqual(['', '200.00', ''])
})

test('C199 The oldest invoices are filled until the money is used up', () => {
  expect(amounts(fillOldest(rows, money))).toEqual(['1000.00', '200.00', ''])
  expect(amounts(fillOldest(rows, { ...money, amount: '1540.07' }))).toEqual([
    '1000.00',
    '500.00',
    '40.07',
  ])
})

test('C194 C199 A remainder equal to the quick-pay discount is suggested as that discount', () => {
  const [row] = rows
  if (!row) throw new Error('no row')
  const early = { ...money, receivedOn: '2026-10-08' }
  expect(editAmount(row, '970', early).kind).toBe('quick-pay')
  expect(editAmount(row, '970', { ...money, receivedOn: '2026-10-09' }).kind).toBe('')
  expect(editAmount(row, '969.99', early).kind).toBe('')
  expect(editAmount(editAmount(row, '970', early), '900', early).kind).toBe('')
  // If the broker paid by quick pay, selecting deducts the discount.
  const quick = toggleRow(rows, 1, { ...money, method: 'quick-pay' })
  expect(buildParts(quick)).toEqual([
    {
      invoiceId: 1,
      amount: '970.00',
      differences: [
        {
          kind: 'quick-pay',
          amount: '30.00',
          reason: null,
          bears: null,
          ownerAmount: null,
          loadId: null,
        },
      ],
    },
  ])
})

test('C199 An accepted short pay sends who absorbs it, another reason does not', () => {
  const [row] = rows
  if (!row) throw new Error('no row')
  const short = {
    ...row,
    amount: '850',
    reason: ' Late ',
    bears: 'both',
    ownerAmount: '50',
  } as const
  const send = (kind: 'short-pay-accepted' | 'write-off') =>
    buildParts([{ ...short, kind, loadId: '7' }])[0]?.differences
  expect(send('short-pay-accepted')).toMatchObject([
    { amount: '150.00', reason: 'Late', bears: 'both', ownerAmount: '50.00', loadId: 7 },
  ])
  expect(send('write-off')).toMatchObject([{ bears: null, ownerAmount: null, loadId: null }])
})

test('C199 An invoice is found by its number and by both load numbers', () => {
  const found = invoice(4, '1.00', '20512345')
  expect(['104', 'l-4', '2051', '51'].map((typed) => matchesNumber(found, typed))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
