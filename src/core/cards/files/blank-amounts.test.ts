/** Rows without an amount (SPEC C608). */
import { expect, test } from 'vitest'
import { readMatchedFile } from './matched.ts'
import { readCardFile } from './read-card-file.ts'

const toLines = (text: string) =>
  text.split('\n').map((row, at) => ({ line: at + 1, cells: row.split('|') }))

const EFS = 'Card #|Tran Date|Invoice|Unit|Driver Name|Item|Unit Price|Qty|Amt'
const TCH =
  'Invoice|TransactionPOSDate|Unit|CardNumber|ProductCode|Quantity|TotalInvoice|TransactionFee|TransactionDiscount|TransactionGross'
const PILOT =
  'Authorization_No|UnitNo|Card_No|Site|Quantity|InvoiceTotal|RetailTotal|TransactionDate|ProductCode'
const EZPASS = 'Lane Txn ID|Tag/Plate #|Agency|Exit Plaza|Class|Date|Amount'
const TEMPLATE =
  'Transaction Date|Unit|Location State/Province|Product Code|Quantity|Amount|Invoice'
const COMDATA =
  'Account Code|Transaction Date (MM/DD/YYYY)|Transaction Number|Total Amount Due|Comchek Card Number|Unit Number|#2 Diesel Gallons|#2 Diesel Cost'

test.each([
  ['Amt', EFS, '0541|1/9/2026|1|104|ANN|ULSD|3.5|100|'],
  ['Amt', EFS, '0541|1/9/2026|1|104|ANN|ULSD|3.5|100|-'],
  ['TotalInvoice', TCH, '1|1/9/2026|104|0541|ULSD|100||||'],
  ['InvoiceTotal', PILOT, 'A1|104|0541|436|100||350.00|1/9/2026|20'],
  ['Amount', EZPASS, 'X9|024|PANYNJ|GWU|5|1/9/2026|—'],
  ['Amount', TEMPLATE, '1/9/2026|104|TX|Diesel|100||9'],
  ['Total Amount Due', COMDATA, 'A|01/09/2026|1||5567|104|100|'],
  ['Total Amount Due', COMDATA, 'A|01/09/2026|1||5567|104|100|350.00'],
])('C608 A row with a blank %s is a problem and no purchase of 0.00', (column, titles, row) => {
  const file = readCardFile(toLines(`${titles}\n${row}`))
  expect([file?.purchases, file?.problems]).toEqual([
    [],
    [{ line: 2, column, message: 'The amount is missing' }],
  ])
})

test('C608 A dash in a matched column is no amount, and no retail of 0.00', () => {
  const file = readMatchedFile(toLines('A|B|C\n1/9/2026|-|5.00\n1/9/2026|350.00|-'), {
    heading: 0,
    columns: ['day', 'amount', 'retail'],
    provider: 'loves',
  })
  expect(file.problems).toMatchObject([{ line: 2, column: 'B' }])
  expect(file.purchases).toMatchObject([{ line: 3, retail: 35_000n, net: 35_000n }])
})

test('C608 A blank retail amount is the net, so that a lease that charges retail charges it', () => {
  const file = readCardFile(toLines(`${PILOT}\nA1|104|0541|436|100|350.00||1/9/2026|20`))
  expect(file?.purchases).toMatchObject([{ retail: 35_000n, discount: 0n, net: 35_000n }])
})
