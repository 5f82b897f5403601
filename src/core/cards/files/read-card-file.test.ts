/** Files as providers export them. The amounts are those of published rows. */
import { describe, expect, test } from 'vitest'
import type { CardPurchase } from '#core/cards/purchases.ts'
import { findUnexplained, readCardFile, sumByKind, type CardFile } from './read-card-file.ts'

function read(text: string): CardFile {
  const file = readCardFile(
    text.split('\n').map((row, at) => ({ line: at + 1, cells: row.split('|') })),
  )
  if (!file) throw new Error('Not recognized')
  return file
}

/** "diesel 206.290 gal 707.38 − 113.71 = 593.67". */
function show({ kind, gallons, retail, discount, net }: CardPurchase): string {
  const dollars = (cents: bigint) => (Number(cents) / 100).toFixed(2)
  const quantity = gallons === null ? '' : ` ${gallons} gal`
  return `${kind}${quantity} ${dollars(retail)} − ${dollars(discount)} = ${dollars(net)}`
}

const EFS =
  'Card #|Tran Date|Tran Time|Invoice|Unit|Driver Name|Odometer|Location Name|City|State/ Prov|Fees|Item|Unit Price|Disc PPU|Disc Cost|Qty|Disc Amt|Disc Type|Amt|DB|Currency'
const EFS_SHORT =
  'Card #|Tran Date|Invoice|Unit|Driver Name|Odometer|Location Name|City|State/Prov|Fees|Item|Unit Price|Qty|Amt|DB|Currency'

describe('C529 EFS and TCH', () => {
  test('A stop with diesel, DEF and a fee is three purchases of one key', () => {
    const { layout, purchases, problems } = read(`${EFS}
*0541|2025-01-09|23:10|12345|104|LUIS RUIZ|412300|PILOT 436|DALLAS|tx|1.00|ULSD|3.499|3.199|0.300|97.9|29.37|RM|313.17|N|USD/Gallons
*0541|2025-01-09|23:10|12345|104|LUIS RUIZ|412300|PILOT 436|DALLAS|TX|0.00|DEFD|4.459|4.459|0.000|2.95|0.00|ND|13.17|N|USD/Gallons`)
    expect([layout.name, problems]).toEqual(['efs', []])
    expect(purchases.map(show)).toEqual([
      'diesel 97.90 gal 342.54 − 29.37 = 313.17',
      'fee 1.00 − 0.00 = 1.00',
      'def 2.95 gal 13.17 − 0.00 = 13.17',
    ])
    expect(purchases[0]).toMatchObject({
      key: '541 12345 2025-01-09',
      day: '2025-01-09',
      time: '23:10',
      unit: '104',
      state: 'TX',
      odometer: 412_300,
      price: '3.499',
    })
    expect(new Set(purchases.map(({ key }) => key)).size).toBe(1)
  })

  test('A report whose amounts are before the discount is told from one whose amounts are net', () => {
    const { purchases } = read(`${EFS}
*0541|1/9/2025|23:10|1|104|A||P|D|TX|0|ULSD|3.499|3.199|0.300|97.9|29.37|RM|342.54|N|USD/Gallons`)
    expect(purchases.map(show)).toEqual(['diesel 97.90 gal 342.54 − 29.37 = 313.17'])
  })

  test('The short report has no discount', () => {
    const { purchases } = read(`${EFS_SHORT}
0541|1/9/2025|1|104|A||P|D|TX||ULSD|3.689|101.85|375.71|N|USD/Gallons`)
    expect(purchases.map(show)).toEqual(['diesel 101.85 gal 375.71 − 0.00 = 375.71'])
  })

  test('An unknown code is never diesel; credits are negative; the second equal item has its own number', () => {
    const { purchases } = read(`${EFS_SHORT}
0541|1/9/2025|1|104|A||P|D|TX||XYZ|1.00|1|5.00|N|
0541|1/9/2025|1|104|A||P|D|TX||SCLE|13.50|1|13.50|N|
0541|1/9/2025|1|104|A||P|D|TX||SCLE|13.50|1|(13.50)|N|`)
    expect(purchases.map(show)).toEqual([
      'unknown 1.00 gal 5.00 − 0.00 = 5.00',
      'scale 1.00 gal 13.50 − 0.00 = 13.50',
      'scale 1.00 gal -13.50 − 0.00 = -13.50',
    ])
    expect(purchases.map(({ key, item }) => `${key} ${item}`)).toEqual([
      '541 1 2025-01-09 XYZ',
      '541 1 2025-01-09 SCLE',
      '541 1 2025-01-09 credit SCLE',
    ])
  })

  test.each([
    ['Tran Date', '0541|soon|1|104|A||P|D|TX||ULSD|3.5|10|35.00|N|', '“soon” is not a day'],
    ['Amt', '0541|1/9/2025|1|104|A||P|D|TX||ULSD|3.5|10|a lot|N|', '“a lot” is not a number'],
    ['Item', '0541|1/9/2025|1|104|A||P|D|TX|||3.5|10|35.00|N|', 'The item is missing'],
    [
      'Currency',
      '0541|1/9/2025|1|104|A||P|D|ON||ULSD|1.5|90|135.00|N|CAD/Liters',
      'Only USD/Gallons can be read, not CAD/Liters',
    ],
  ])('A row with a wrong %s is named and gives nothing', (column, row, message) => {
    const { purchases, problems } = read(`${EFS_SHORT}\n${row}`)
    expect([purchases, problems]).toEqual([[], [{ line: 2, column, message }]])
  })

  test('The older export of TCH has gross, discount and fee in a row', () => {
    const { layout, purchases } = read(
      `Invoice date|Invoice|TransactionPOSDate|TransactionPOSTime|Unit|DriverName|CardNumber|ProductCode|LocationCity|LocationState|Quantity|PricePerUnit|TotalInvoice|TransactionFee|TransactionDiscount|TransactionGross
1/10/2025|77|1/9/2025|11:10 PM|104|LUIS|0541|ULSD|DALLAS|TX|97.9|3.499|314.17|1.00|29.37|342.54`,
    )
    expect(layout.name).toBe('tch')
    expect(purchases.map(show)).toEqual([
      'diesel 97.90 gal 342.54 − 29.37 = 313.17',
      'fee 1.00 − 0.00 = 1.00',
    ])
    expect(purchases[0]?.time).toBe('23:10')
  })
})

const COMDATA =
  "Account Code|Customer ID|Transaction Date (MM/DD/YYYY)|Transaction Time|Transaction Number Indicator|Transaction Number|Comchek Card Number|Driver's Name|Unit Number|Hubometer Reading|Truck Stop Name|Truck Stop City|Truck Stop State|Truck Stop Invoice Number|Total Amount Due|Number of Tractor Gallons|Tractor Fuel Price Per Gallon|Cost of Tractor Fuel|Cash Advance Amount|Charges for Cash Advance|Rebate Amount|Other Fuel Gallons|Other Fuel Cost|Total Amount Due Comdata|#2 Diesel Gallons|#2 Diesel Cost"

test('C529 Comdata: diesel, DEF, advance and its fee of one row, to the cent', () => {
  const file = read(`${COMDATA}
AB123|9|01/09/2025|0412|1|54321|5567|ANN|104|412300|PETRO 12|AMARILLO|TX|900|792.16|214.53|3.458|741.91|50.00|0.25|113.71|8.24|34.53|0.25|206.29|707.38`)
  expect([file.layout.name, file.problems]).toEqual(['comdata', []])
  expect(file.purchases.map(show)).toEqual([
    'diesel 206.29 gal 707.38 − 113.71 = 593.67',
    'def 8.24 gal 34.53 − 0.00 = 34.53',
    'advance 50.00 − 0.00 = 50.00',
    'fee 0.25 − 0.00 = 0.25',
  ])
  const sums = [...sumByKind(file.purchases).values()]
  expect(sums.reduce((sum, { retail }) => sum + retail, 0n)).toBe(792_16n)
  expect(sums.reduce((sum, { net }) => sum + net, 0n)).toBe(678_45n)
  expect(file.purchases[0]).toMatchObject({ key: 'AB123 2025-01-09 154321', time: '04:12' })
})

test('C529 A Comdata row whose parts are not its total is named', () => {
  const { problems } = read(`${COMDATA}
AB123|9|01/09/2025|0412|1|54321|5567|ANN|104||P|A|TX|900|800.00|214.53|3.458|741.91|50.00|0.25|113.71|8.24|34.53|0.25|206.29|707.38`)
  expect(problems).toEqual([
    {
      line: 2,
      column: 'Total Amount Due',
      message: '$800.00 is not the sum of what was bought, $792.16',
    },
  ])
})

test('C529 Pilot: rows above the titles, days as serial numbers, and the file’s own total', () => {
  const file = read(`Direct Bill Export
Period|January 2025

CompanyId|StandardAcctNo|CustomerName|Authorization_No|UnitNo|Card_No|Site|SiteDescr|Quantity|InvoiceTotal|RetailTotal|TransactionDate|TransactionTime|ProductCode|ProductDescription
1|2|Cedar Ridge|A-1|0701|100541|436|PILOT DALLAS|100|313.17|342.54|45666|0.5|20|TRUCK DIESEL
1|2|Cedar Ridge|A-1|0701|100541|436|PILOT DALLAS|2.95|13.17|13.17|45666|0.5|140|DEF
|||||||||326.34|355.71||||`)
  expect(file.layout.name).toBe('pilot')
  expect(file.purchases.map(show)).toEqual([
    'diesel 100.00 gal 342.54 − 29.37 = 313.17',
    'def 2.95 gal 13.17 − 0.00 = 13.17',
  ])
  expect(file.purchases[0]).toMatchObject({ day: '2025-01-09', time: '12:00', unit: '0701' })
  expect(findUnexplained(file)).toBe(0n)
})

test('C529 E-ZPass: tolls are negative in the file, payments are no tolls, and all rows explain the total', () => {
  const file =
    read(`Lane Txn ID|Tag/Plate #|Agency|Entry Plaza|Exit Plaza|Class|Date|Exit Time|Amount
7001|02412345678|PANYNJ||GWU|5|01/09/2025|23:10:05|$-2.19
7002|NY LPE4469|NYSBA|15|24|5|01/10/2025|00:05:00|$-41.25
7003|NY LPE4469|NYSBA|15|24|5|01/10/2025|00:05:00|$1.25
|||||PAYMENT|01/11/2025||$100.00
|||||TAG LEASING FEE|01/11/2025||$-1.00
Total||||||||$56.81`)
  expect(file.purchases.map(({ card, cardKind, net }) => [card, cardKind, net])).toEqual([
    ['02412345678', 'transponder', 219n],
    ['LPE4469', 'plate', 4125n],
    ['LPE4469', 'plate', -125n],
  ])
  expect(file.others.map(({ text, amount }) => [text, amount])).toEqual([
    ['PAYMENT', 10_000n],
    ['TAG LEASING FEE', -100n],
  ])
  expect(findUnexplained(file)).toBe(0n)
})

test('C529 The template takes the printed day, and a row is itself by its unit, invoice and day', () => {
  const file =
    read(`Transaction Date|Transaction Time|Driver Name|Unit|Location State/Province|Product Code|Quantity|Amount|Invoice
01/09/2025|23:00|ANN|12A|TX|Diesel|100|350.00|9
01/09/2025|23:00|ANN|12A|TX|Diesel|100|350.00|9
01/09/2025|23:00|ANN|12|TX|Gizmo||5.00|9
||||||Total|706.00|`)
  expect(file.purchases.map(({ day, unit, kind, item }) => [day, unit, kind, item])).toEqual([
    ['2025-01-09', '12A', 'diesel', 'Diesel'],
    ['2025-01-09', '12A', 'diesel', 'Diesel 2'],
    ['2025-01-09', '12', 'unknown', 'Gizmo'],
  ])
  expect(findUnexplained(file)).toBe(100n)
})

const TEMPLATE =
  'Transaction Date|Unit|Location State/Province|Product Code|Quantity|Amount|Invoice'

test('C529 A corrected amount under the same invoice is the same purchase', () => {
  const [first, corrected] = ['350.00', '360.00'].map(
    (amount) => read(`${TEMPLATE}\n01/09/2025|12A|TX|Diesel|100|${amount}|991`).purchases[0],
  )
  expect([corrected?.key, corrected?.item]).toEqual([first?.key, first?.item])
})

test('C529 Stops without an invoice have the same names in any order of the rows', () => {
  const rows = ['10:00', '15:00'].map(
    (time) =>
      `0541|2025-01-09|${time}||104|A||P|D|TX||ULSD|3.5|3.5|0|10|0|ND|${time.slice(0, 2)}.00|N|`,
  )
  const names = (ordered: string[]) =>
    read([EFS, ...ordered].join('\n')).purchases.map(({ key, item, net }) =>
      [net, key, item].join(),
    )
  expect(names(rows.toReversed())).toEqual(names(rows).toReversed())
})

test('C529 Rows with a blank number of the provider are purchases of their own', () => {
  const pilot =
    read(`Authorization_No|UnitNo|Card_No|Site|Quantity|InvoiceTotal|RetailTotal|TransactionDate|TransactionTime|ProductCode
|701|100541|436|100|313.17|342.54|45666|0.5|20
|702|100542|436|100|313.17|342.54|45666|0.5|20`)
  const tolls = read(`Lane Txn ID|Tag/Plate #|Agency|Exit Plaza|Class|Date|Exit Time|Amount
|024|NYSBA|15|5|01/09/2025|10:00|$-2.19
|025|NYSBA|15|5|01/09/2025|10:00|$-2.19`)
  for (const { purchases } of [pilot, tolls])
    expect(new Set(purchases.map(({ key, item }) => `${key} ${item}`)).size).toBe(2)
})

test('C529 A place called TOTAL 436 is a purchase; totals and notes are listed', () => {
  const file = read(`${EFS_SHORT}
0541|1/9/2025|1|104|A||TOTAL 436|D|TX||ULSD|3.5|90|313.17|N|
Total for card 0541||||||||||||90|313.17||
Printed by Ann
Total|||||||||||||313.17||`)
  expect(file.purchases.map(show)).toEqual(['diesel 90.00 gal 313.17 − 0.00 = 313.17'])
  expect(file.leftOut).toEqual([
    { line: 3, text: 'Total for card 0541 90 313.17' },
    { line: 4, text: 'Printed by Ann' },
    { line: 5, text: 'Total 313.17' },
  ])
  expect(findUnexplained(file)).toBe(0n)
})

test.each([
  ['Cancel flag', 'Y', 'The transaction is canceled (“Y”)'],
  ['Adjusted Transaction Number', '54320', 'The row adjusts transaction 54320'],
])('C529 A Comdata row with %s is a problem that a person decides', (title, text, message) => {
  const row =
    'AB123|9|01/09/2025|0412|1|54321|5567|ANN|104||P|A|TX|900|707.38||||||||||206.29|707.38'
  const flagged = read(`${COMDATA}|${title}\n${row}|${text}`)
  expect([flagged.purchases, flagged.problems]).toEqual([[], [{ line: 2, column: title, message }]])
  expect(read(`${COMDATA}|${title}\n${row}|0`).purchases.map(show)).toEqual([
    'diesel 206.29 gal 707.38 − 0.00 = 707.38',
  ])
})

test('C529 A discount below 0 lowers the amount all the same', () => {
  const efs = read(`${EFS}
0541|1/9/2025|23:10|1|104|A||P|D|TX|0|ULSD|3.499|3.199|0.300|97.9|-29.37|RM|313.17|N|`)
  const comdata = read(`${COMDATA}
AB123|9|01/09/2025|0412|1|54321|5567|ANN|104||P|A|TX|900|707.38||||||-113.71||||206.29|707.38`)
  expect([...efs.purchases, ...comdata.purchases].map(show)).toEqual([
    'diesel 97.90 gal 342.54 − 29.37 = 313.17',
    'diesel 206.29 gal 707.38 − 113.71 = 593.67',
  ])
})

test('C529 Another file is not recognized', () => {
  expect(
    readCardFile([
      { line: 1, cells: ['Date', 'Amount'] },
      { line: 2, cells: ['1/9/2025', '5.00'] },
    ]),
  ).toBe(null)
  expect(readCardFile([])).toBe(null)
})
