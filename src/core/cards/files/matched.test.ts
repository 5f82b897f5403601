/** Files without a known layout, read by matched columns (SPEC C562). */
import { expect, test } from 'vitest'
import type { Provider } from '#core/cards/cards.ts'
import { toAmount } from '#core/money.ts'
import type { Negative } from './negative.ts'
import { findPurchaseHeading, matchPurchaseColumns, readMatchedFile } from './matched.ts'

const toLines = (text: string) =>
  text.split('\n').map((row, at) => ({ line: at + 1, cells: row.split('|') }))

function read(text: string, provider: Provider = 'loves', negative?: Negative) {
  const lines = toLines(text)
  const heading = findPurchaseHeading(lines, new Map())
  const columns = matchPurchaseColumns(lines[heading]?.cells ?? [])
  return readMatchedFile(lines, { heading, columns, provider, negative })
}

test('C562 Columns are matched by the titles of known files, and by what the account chose', () => {
  const titles = [
    'Trans Date',
    'Card No.',
    'Vehicle #',
    'Gallons',
    'Net Amount',
    'Merchant Name',
    'X',
  ]
  expect(matchPurchaseColumns(titles)).toEqual([
    ...['day', 'card', 'unit', 'gallons', 'amount', 'place', null],
  ])
  const remembered = new Map([
    ['x', 'driver'],
    ['vehiclenumber', null],
  ])
  expect(matchPurchaseColumns(titles, remembered).slice(-5)).toEqual([
    ...[null, 'gallons', 'amount', 'place', 'driver'],
  ])
})

test('C562 Retail, discount and fee of a row; the fee is a purchase of its own', () => {
  const { purchases, total } = read(`WEX
Transaction Date|Card Number|Vehicle Number|Item|Gallons|Gross Amount|Net Amount|Fee|Invoice
1/9/2026|0541|104|Diesel|97.900000000000006|342.54|313.1700|1.00|9
Total|||||342.54|313.17||`)
  expect(
    purchases.map(({ kind, gallons, retail, discount, net, key }) =>
      [kind, gallons, toAmount(retail), toAmount(discount), toAmount(net), key].join(' '),
    ),
  ).toEqual([
    'diesel 97.90 342.54 29.37 313.17 541 9 2026-01-09',
    'fee  1.00 0.00 1.00 541 9 2026-01-09',
  ])
  expect(total).toMatchObject({ title: 'Net Amount', printed: 31_317n, rows: 31_317n })
})

const sums = (row: string) => {
  const file = read(`Date|Card|Item|Gross|Discount|Fee|Total\n1/9/2026|0541|Diesel|${row}`)
  const shown = file.purchases.map(({ kind, retail, discount, net }) =>
    [kind, toAmount(retail), toAmount(discount), toAmount(net)].join(' '),
  )
  return [...shown, ...file.problems.map(({ column, message }) => `${column}: ${message}`)]
}

test.each([
  ['the fee is in the total', '707.38|113.71|0.25|593.92'],
  ['the fee is beside the total', '707.38|113.71|0.25|593.67'],
  ['the discount is below 0', '707.38|-113.71|0.25|593.67'],
  ['the gross amount is not there', '|113.71|0.25|593.67'],
  ['neither gross nor sign of the discount is there', '|-113.71|0.25|593.67'],
])('C562 The fee is charged once: %s', (_, row) => {
  expect(sums(row)).toEqual(['diesel 707.38 113.71 593.67', 'fee 0.25 0.00 0.25'])
})

test('C562 Columns that disagree are a problem of the row', () => {
  expect(sums('707.38|113.71|0.25|600.00')).toEqual([
    'Total: $600.00 is not the gross amount less the discount, $593.67',
  ])
})

test('C562 A person says what amounts below 0 are, unless they are tolls', () => {
  const file = 'Date|Card|Item|Fee|Amount\n1/9/2026|7|Toll|0.10|-12.50\n1/10/2026|7|Toll||-12.50'
  const nets = (provider: Provider, answer?: Negative) => {
    const { negative, purchases } = read(file, provider, answer)
    return [negative, ...purchases.map(({ net }) => net)]
  }
  expect(nets('other')).toEqual(['unknown', -1250n, 10n, -1250n])
  expect(nets('other', 'charges')).toEqual(['charges', 1250n, 10n, 1250n])
  expect(nets('prepass')).toEqual(['charges', 1250n, 10n, 1250n])
  expect(nets('prepass', 'credits')).toEqual(['credits', -1250n, 10n, -1250n])
})

test('C562 A row without an amount or a day is a problem, named by the titles of the file', () => {
  const { purchases, problems } = read(`Date|Card|Unit|Amount
1/9/2026|0541|104|
soon|0541|104|5.00`)
  expect(purchases).toEqual([])
  expect(problems).toEqual([
    { line: 2, column: 'Amount', message: 'The amount is missing' },
    { line: 3, column: 'Date', message: '“soon” is not a day' },
  ])
})

test('C562 Tolls: a statement’s negative amounts are turned, plates and payments are recognized', () => {
  const { purchases, others } = read(
    `Transponder|Exit Date|Type|Amount
02412345678|1/9/2026|Toll|$-2.19
NY LPE4469|1/10/2026|Toll|($41.25)
NY LPE4469|1/10/2026|Toll|$1.25
|1/11/2026|Payment|$100.00`,
    'prepass',
  )
  expect(purchases.map(({ card, cardKind, kind, net }) => [card, cardKind, kind, net])).toEqual([
    ['02412345678', 'transponder', 'toll', 219n],
    ['LPE4469', 'plate', 'toll', 4125n],
    ['LPE4469', 'plate', 'toll', -125n],
  ])
  expect(others).toMatchObject([{ text: 'Payment', amount: 10_000n }])
})

test('C562 Unknown titles stand above a row with a day and an amount; a list of people has none', () => {
  const heading = (text: string) => findPurchaseHeading(toLines(text), new Map())
  expect(heading('My report\nWhen|What|Paid\n1/9/2026|DEF|13.17')).toBe(1)
  expect(heading('Name|Phone\nAnn|555-0100')).toBe(-1)
})

test('C562 A purchase without a number is itself by all its values, however they are written', () => {
  const [csv] = read('Date|Card|Unit|Amount\n01/09/2026|*0541|0104|$5.00').purchases
  const [sheet] = read('Unit|Card|Date|Amount\n104|541|2026-01-09|5').purchases
  expect(csv?.key).toBe(sheet?.key)
})
