/** Rows that repeat the provider's own number (SPEC C609). */
import { expect, test } from 'vitest'
import { toAmount } from '#core/money.ts'
import { findUnexplained, readCardFile } from './read-card-file.ts'

const PILOT =
  'Authorization_No|UnitNo|Card_No|Site|Quantity|InvoiceTotal|RetailTotal|TransactionDate|ProductCode'
const EZPASS = 'Lane Txn ID|Tag/Plate #|Agency|Exit Plaza|Class|Date|Amount'
const COMDATA =
  'Account Code|Transaction Date (MM/DD/YYYY)|Transaction Number|Total Amount Due|Comchek Card Number|Unit Number|#2 Diesel Gallons|#2 Diesel Cost'

function read(...rows: string[]) {
  const file = readCardFile(rows.map((row, at) => ({ line: at + 1, cells: row.split('|') })))
  if (!file) throw new Error('Not recognized')
  const { purchases, others, problems } = file
  return { file, nets: purchases.map(({ net }) => toAmount(net)), others, problems }
}

test.each([
  [PILOT, 'A1|104|0541|436|100|350.00|350.00|1/9/2026|20', 35_000n, '350.00'],
  [EZPASS, 'X9|024|PANYNJ|GWU|5|1/9/2026|$-2.19', -219n, '2.19'],
  [COMDATA, 'A|01/09/2026|1|350.00|5567|104|100|350.00', 35_000n, '350.00'],
])('C609 Equal rows with one number of the provider count once: %s', (titles, row, amount, net) => {
  const { nets, others, problems } = read(titles, row, row)
  expect([nets, problems]).toEqual([[net], []])
  expect(others).toEqual([{ line: 3, text: 'The same as row 2', amount }])
})

test('C609 The file’s own total that counts a repeated row is explained', () => {
  const row = 'A1|104|0541|436|100|350.00|350.00|1/9/2026|20'
  expect(findUnexplained(read(PILOT, row, row, '||||Total|700.00|700.00||').file)).toBe(0n)
})

test('C609 Rows with one number and other values are a problem; another item of the stop and its credit are not', () => {
  const row = (code: string, amount: string) =>
    `A1|104|0541|436|100|${amount}|${amount}|1/9/2026|${code}`
  const { nets, problems } = read(
    PILOT,
    row('20', '350.00'),
    row('140', '13.17'),
    row('20', '-350.00'),
    row('20', '360.00'),
  )
  expect(nets).toEqual(['350.00', '13.17', '-350.00'])
  const message = 'Row 2 has the number A1 with other values'
  expect(problems).toEqual([{ line: 5, column: 'Authorization_No', message }])
})

test('C609 Rows without a number are not one purchase', () => {
  const toll = '|024|PANYNJ|GWU|5|1/9/2026|$-2.19'
  expect(read(EZPASS, toll, toll).nets).toEqual(['2.19', '2.19'])
})
