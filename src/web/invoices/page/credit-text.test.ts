import { expect, test } from 'vitest'
import type { InvoiceLine } from '#core/invoices/responses.ts'
import { checkCredit, listCreditable, sumCredit } from './credit-text.ts'

function makeLine(id: number, amount: string, left: string): InvoiceLine {
  const none = { chargeId: null, description: null, quantity: null, rate: null, approval: null }
  const of = { loadId: 1, loadNumber: 'L-1', kind: 'line-haul', reason: null }
  return { ...none, ...of, id, number: id, amount, left }
}

const invoice = {
  lines: [
    makeLine(1, '2000.00', '1500.00'),
    makeLine(2, '75.00', '0.00'),
    makeLine(3, '60.00', '60.00'),
  ],
  openAmount: '1560.00',
}
const text = { on: '2026-11-20', reason: 'Agreed', whole: false, amounts: {} }

test('C169 A full credit is the sum of what is left of all lines', () => {
  expect(sumCredit(invoice, { ...text, whole: true })).toBe(156_000n)
  expect(listCreditable(invoice).map(({ id }) => id)).toEqual([1, 3])
})

test.each([
  [{}, { lines: 'Enter an amount to credit for at least one line' }],
  [{ 1: '1,500' }, {}],
  [{ 1: '1500.01' }, { 'line-1': 'Only $1,500.00 is left of this line' }],
  [{ 1: '-5' }, { 'line-1': 'Amount must be a dollar amount' }],
  [{ 1: 'x', 3: '5' }, { 'line-1': 'Amount must be a dollar amount' }],
  [{ 3: '0.00' }, { lines: 'Enter an amount to credit for at least one line' }],
])('C169 Credited amounts %o give %o', (amounts, messages) => {
  expect(checkCredit(invoice, { ...text, amounts })).toEqual(messages)
})
