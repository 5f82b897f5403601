import { expect, test } from 'vitest'
import { UnreadableFile } from '#core/transfer/csv-stream.ts'
import { sumCash } from './entries.ts'
import {
  findReportSheet,
  matchReportColumns,
  readReportBytes,
  readReportEntries,
  readReportTable,
  reportFileMessages,
} from './report-file.ts'

const INVOICES = [
  { id: 7, number: '1042' },
  { id: 8, number: 'INV-9' },
]

function read(text: string) {
  const table = readReportTable(text)
  const columns = matchReportColumns(table.titles)
  return { columns, ...readReportEntries(table, columns, INVOICES) }
}

test('C279 A purchase report has a row for each invoice and a column for each kind of entry', () => {
  const { columns, entries, errors } = read(
    [
      'Debtor,Invoice #,Face,Advance Amount,Factoring Fee,Reserve',
      'Acme,1042,"$1,000.00","$900.00",30.00,70.00',
      'Best,inv-9,500,450.00,15,35.00',
      '',
    ].join('\r\n'),
  )
  expect(columns).toEqual([null, 'invoice', null, 'advance', 'fee', 'reserve'])
  expect(errors).toEqual([])
  expect(entries).toEqual([
    { kind: 'advance', invoiceId: 7, amount: '900.00' },
    { kind: 'fee', invoiceId: 7, amount: '30.00' },
    { kind: 'reserve', invoiceId: 7, amount: '70.00' },
    { kind: 'advance', invoiceId: 8, amount: '450.00' },
    { kind: 'fee', invoiceId: 8, amount: '15.00' },
    { kind: 'reserve', invoiceId: 8, amount: '35.00' },
  ])
  expect(sumCash(entries)).toBe(135_000n)
})

test('C279 A payment report has one entry per amount; blank cells and 0.00 are not entries', () => {
  const { entries, errors } = read(
    [
      'Invoice No,Debtor Paid,Rebate,Chargeback,Wire Fee',
      '1042,1000.00,70.00,0.00,',
      'INV-9,,-,(500.00),',
      ',,,,15.00',
    ].join('\n'),
  )
  expect(errors).toEqual([])
  expect(entries).toEqual([
    { kind: 'debtor-paid', invoiceId: 7, amount: '1000.00' },
    { kind: 'reserve-released', invoiceId: 7, amount: '70.00' },
    { kind: 'chargeback', invoiceId: 8, amount: '500.00' },
    { kind: 'cost', invoiceId: null, amount: '15.00' },
  ])
})

test('C434 C279 Lines above the titles and totals are no entries; a fee without an invoice is one', () => {
  const text = [
    'sep=,',
    'Factor Co, report of November 20',
    '',
    'Invoice No,Debtor Paid,Rebate,Chargeback,Wire Fee',
    '1042,"$1,000.00 USD",70.00,,',
    ',,,,15.00',
    'Total,"1,000.00",,,',
  ].join('\r\n')
  const { entries, errors } = read(text)
  expect(errors).toEqual([])
  expect(entries.map(({ amount }) => amount)).toEqual(['1000.00', '70.00', '15.00'])
  expect(readReportTable(text).leftOut).toEqual([{ line: 6, text: 'Total 1,000.00' }])
})

test('C279 Every error has its line and column', () => {
  const { errors } = read(
    ['Invoice,Advance', '4711,10.00', '1042,ten', '1042,-5.00', 'Total,10.00', ',10.00'].join('\n'),
  )
  const unknown = (number: string) =>
    `Invoice ${number} is not on a submitted schedule of this factor, or is closed`
  expect(errors).toEqual([
    { line: 2, column: 'Invoice', message: unknown('4711') },
    { line: 3, column: 'Advance', message: '“ten” is not an amount' },
    { line: 4, column: 'Advance', message: 'The amount must not be negative' },
    { line: 5, column: 'Invoice', message: unknown('Total') },
    {
      line: 6,
      column: 'Invoice',
      message: 'The row has no invoice number. Delete rows with totals.',
    },
  ])
})

test('C279 Lines count as in a spreadsheet: blank rows count, line breaks in a value do not', () => {
  const rows = ['', 'Debtor,Invoice,Advance', '', '"Acme\nDallas",1042,10.00', '', ',1042,ten', '']
  expect(read(rows.join('\r\n')).errors).toEqual([
    { line: 6, column: 'Advance', message: '“ten” is not an amount' },
  ])
})

test('C279 An amount that lowers the deposit or reserve has either sign, one per column', () => {
  const title = { 'reserve-fee': 'Reserve Fee', 'reserve-cost': 'Reserve Cost', cost: 'Wire Fee' }
  const other = { 'reserve-chargeback': 'Reserve Chargeback', 'late-fee': 'Late Fee' }
  for (const [kind, column] of Object.entries({ ...title, ...other })) {
    const readColumn = (...amounts: string[]) =>
      read([`Invoice,${column}`, ...amounts.map((amount) => `1042,${amount}`)].join('\n'))
    for (const amounts of [
      ['20.00', '0.00', '5.00'],
      ['-20.00', '', '(5.00)'],
    ]) {
      const { entries, errors } = readColumn(...amounts)
      expect(errors).toEqual([])
      expect(entries.map((entry) => [entry.kind, entry.amount])).toEqual([
        [kind, '20.00'],
        [kind, '5.00'],
      ])
    }
    const message = 'The column has positive and negative amounts. Enter the reversal manually.'
    expect(readColumn('20.00', '-20.00').errors).toEqual([{ line: 3, column, message }])
    expect(readColumn('(5.00)', '20.00', 'ten', '30.00').errors).toEqual([
      { line: 2, column, message },
      { line: 4, column, message: '“ten” is not an amount' },
    ])
  }
})

test('C279 A file that another program has locked is rejected with a clear message', async () => {
  const locked = { size: 100, arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }
  const refused: unknown = await readReportBytes(locked).catch((error: unknown) => error)
  expect(refused).toEqual(new UnreadableFile(reportFileMessages.locked))
  expect(refused).toBeInstanceOf(UnreadableFile)
  const large = { ...locked, size: 5_000_001 }
  await expect(readReportBytes(large)).rejects.toThrow(reportFileMessages.large)
})

test('C279 A file that is not CSV with commas is rejected with a clear message', () => {
  expect(() => readReportTable('Invoice;Advance\n1;2')).toThrow(reportFileMessages.separators)
  expect(() => readReportTable('PK\u0003\u0004\u0000')).toThrow(reportFileMessages.notText)
  expect(() => readReportTable('Invoice,Advance\n')).toThrow(reportFileMessages.empty)
  expect(() => readReportTable('Invoice,Advance\n1,2,3\n')).toThrow('Row 2 has 3 columns')
})

test('C507 Of several sheets, the only one with invoices and entries is the report', () => {
  const sheet = (...titles: string[]) => ({ titles })
  const cover = sheet('Acme Factoring', 'Purchase Report')
  const report = sheet('Invoice #', 'Advance', 'Fee')
  expect(findReportSheet([cover])).toBe(0)
  expect(findReportSheet([cover, report])).toBe(1)
  expect(findReportSheet([sheet('Invoice #', 'Note'), report])).toBe(1)
  expect(findReportSheet([report, cover, sheet('Inv No', 'Debtor Paid')])).toBeNull()
  expect(findReportSheet([cover, cover])).toBeNull()
})
