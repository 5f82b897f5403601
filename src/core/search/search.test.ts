import { expect, test } from 'vitest'
import { readWanted } from './search.ts'

test.each([
  ['309', '309', null, null],
  ['#309', '309', null, null],
  ['statement 309', '309', ['statements'], null],
  ['Stmt #309', '309', ['statements'], null],
  ['invoice no. INV-92', 'INV-92', ['invoices'], null],
  ['credit note 7', '7', ['invoices'], null],
  ['check 88121', '88121', ['payments', 'receipts'], null],
  ['ACH 0045', '0045', ['payments', 'receipts'], null],
  ['$1,234.50', '$1,234.50', null, '1234.50'],
  ['1234.5', '1234.5', null, null],
  ['$1,234', '$1,234', null, '1234.00'],
  ['1,234', '1,234', null, null],
  ['payment 12.00', '12.00', ['payments', 'receipts'], '12.00'],
  // Words of names and numbers of loads stay what they are.
  ['Checker Freight', 'Checker Freight', null, null],
  ['Wire', 'Wire', null, null],
  ['Invoice Logistics', 'Invoice Logistics', null, null],
  ['CHECK-12', 'CHECK-12', null, null],
  ['', '', null, null],
])('C461 %j is text %j among %j with amount %j', (typed, text, among, amount) => {
  expect(readWanted(typed)).toEqual({ text, among, amount })
})
