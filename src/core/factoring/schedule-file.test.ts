import { expect, test } from 'vitest'
import { reportRows } from '#core/transfer/report.ts'
import { buildScheduleReport, DEFAULT_FILE, SAMPLE_INVOICES } from './schedule-file.ts'

test('C217 The file has the columns of the factor, in its formats', () => {
  const report = buildScheduleReport(
    {
      columns: [
        { title: 'Type', value: 'fixed', text: 'INV' },
        { title: 'Amt', value: 'amount', text: '' },
        { title: 'Due', value: 'dueOn', text: '' },
        { title: 'PO', value: 'poNumber', text: '' },
      ],
      titles: true,
      dates: 'YYYYMMDD',
      amounts: '123450',
    },
    SAMPLE_INVOICES,
  )
  expect(reportRows(report)).toEqual([
    ['Type', 'Amt', 'Due', 'PO'],
    ['INV', '240000', '20261220', 'PO-7'],
    ['INV', '115050', '20261220', ''],
  ])
})

test('C217 A new factor has a plain file', () => {
  const [titles, first] = reportRows(buildScheduleReport(DEFAULT_FILE, SAMPLE_INVOICES))
  expect(titles?.at(-1)).toBe('Amount')
  expect(first).toEqual([
    'C-1001',
    'Lakeside Logistics',
    '1042',
    '11/20/2026',
    '20512345',
    '2400.00',
  ])
})

test.for([
  ['MM/DD/YYYY', '02/05/2026'],
  ['MM/DD/YY', '02/05/26'],
  ['YYYY-MM-DD', '2026-02-05'],
  ['YYYYMMDD', '20260205'],
] as const)('C217 The date format %s writes %s', ([dates, expected]) => {
  const columns = [{ title: 'Date', value: 'invoiceDate', text: '' } as const]
  const file = { ...DEFAULT_FILE, columns, titles: false, dates }
  const invoices = SAMPLE_INVOICES.map((invoice) => ({ ...invoice, invoiceDate: '2026-02-05' }))
  expect(reportRows(buildScheduleReport(file, invoices))[0]).toEqual([expected])
})
