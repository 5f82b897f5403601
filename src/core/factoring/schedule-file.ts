/** The file of a schedule: each factor wants different columns, so the carrier sets the columns once (SPEC C217). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import type { ReportContent } from '#core/transfer/report.ts'

export const FILE_VALUES = [
  { value: 'invoiceNumber', label: 'Invoice #' },
  { value: 'invoiceDate', label: 'Invoice Date' },
  { value: 'dueOn', label: 'Due Date' },
  { value: 'debtor', label: 'Broker' },
  { value: 'debtorMc', label: 'Broker’s MC #' },
  { value: 'debtorDot', label: 'Broker’s DOT #' },
  { value: 'loadNumber', label: 'Broker’s Load #' },
  { value: 'ownLoadNumber', label: 'Our Load #' },
  { value: 'poNumber', label: 'PO #' },
  { value: 'amount', label: 'Amount' },
  { value: 'clientNumber', label: 'Client Number' },
  { value: 'schedule', label: 'Schedule #' },
  { value: 'scheduleDate', label: 'Schedule Date' },
  { value: 'fixed', label: 'Fixed Text' },
] as const

type FileValue = (typeof FILE_VALUES)[number]['value']

export const DATE_FORMATS = ['MM/DD/YYYY', 'YYYY-MM-DD', 'MM/DD/YY', 'YYYYMMDD'] as const
export const AMOUNT_FORMATS = ['1234.50', '123450', '$1,234.50'] as const
const MAX_COLUMNS = 40

const column = z.object({
  title: z.string('Column title is required').trim().max(60, 'A title has at most 60 characters'),
  value: z.enum(
    FILE_VALUES.map(({ value }) => value),
    'Choose a value for each column',
  ),
  text: z.string().trim().max(200, 'A fixed text has at most 200 characters').default(''),
})

export const scheduleFileSchema = z.object({
  columns: z
    .array(column, 'Columns must be a list')
    .min(1, 'The file needs at least one column')
    .max(MAX_COLUMNS, `At most ${MAX_COLUMNS} columns`),
  titles: z.boolean().default(true),
  dates: z.enum(DATE_FORMATS, 'Choose a date format').default('MM/DD/YYYY'),
  amounts: z.enum(AMOUNT_FORMATS, 'Choose an amount format').default('1234.50'),
})

export type ScheduleFile = z.output<typeof scheduleFileSchema>

/** A plain file that most factors accept. */
export const DEFAULT_FILE: ScheduleFile = {
  columns: [
    { title: 'Client Number', value: 'clientNumber', text: '' },
    { title: 'Debtor', value: 'debtor', text: '' },
    { title: 'Invoice Number', value: 'invoiceNumber', text: '' },
    { title: 'Invoice Date', value: 'invoiceDate', text: '' },
    { title: 'Load Number', value: 'loadNumber', text: '' },
    { title: 'Amount', value: 'amount', text: '' },
  ],
  titles: true,
  dates: 'MM/DD/YYYY',
  amounts: '1234.50',
}

/** One invoice of a schedule, as the file names it. */
export type ScheduledInvoice = {
  invoiceNumber: string
  invoiceDate: Day
  dueOn: Day
  debtor: string
  debtorMc: string | null
  debtorDot: string | null
  loadNumber: string | null
  ownLoadNumber: string | null
  poNumber: string | null
  amount: Amount
  clientNumber: string | null
  schedule: string
  scheduleDate: Day
}

/** Values are written as they are set for the factor, also in a workbook: only a plain amount is a number there. */
export function buildScheduleReport(
  file: ScheduleFile,
  invoices: readonly ScheduledInvoice[],
): ReportContent {
  const isNumber = (value: FileValue) => value === 'amount' && file.amounts === '1234.50'
  return {
    columns: file.columns.map(({ title, value }) => ({
      title,
      control: isNumber(value) ? 'money' : 'text',
    })),
    rows: invoices.map((invoice) =>
      file.columns.map(({ value, text }) => formatCell(file, invoice, value, text)),
    ),
    untitled: !file.titles,
  }
}

function formatCell(
  file: ScheduleFile,
  invoice: ScheduledInvoice,
  value: FileValue,
  text: string,
): string {
  if (value === 'fixed') return text
  if (value === 'amount') return formatFileAmount(invoice.amount, file.amounts)
  if (value === 'invoiceDate' || value === 'dueOn' || value === 'scheduleDate')
    return formatFileDay(invoice[value], file.dates)
  return invoice[value] ?? ''
}

function formatFileDay(day: Day, format: (typeof DATE_FORMATS)[number]): string {
  if (format === 'YYYY-MM-DD') return day
  if (format === 'YYYYMMDD') return day.replaceAll('-', '')
  const [year = '', month, dayOfMonth] = day.split('-')
  return `${month}/${dayOfMonth}/${format === 'MM/DD/YY' ? year.slice(2) : year}`
}

function formatFileAmount(amount: Amount, format: (typeof AMOUNT_FORMATS)[number]): string {
  if (format === '123450') return String(toCents(amount))
  return format === '1234.50' ? amount : formatMoney(toCents(amount))
}

const SAMPLE: ScheduledInvoice = {
  invoiceNumber: '1042',
  invoiceDate: '2026-11-20',
  dueOn: '2026-12-20',
  debtor: 'Lakeside Logistics',
  debtorMc: '123456',
  debtorDot: '2345678',
  loadNumber: '20512345',
  ownLoadNumber: 'L-88',
  poNumber: 'PO-7',
  amount: '2400.00',
  clientNumber: 'C-1001',
  schedule: '12',
  scheduleDate: '2026-11-21',
}

/** Sample invoices for the preview of the columns. */
export const SAMPLE_INVOICES: readonly ScheduledInvoice[] = [
  SAMPLE,
  { ...SAMPLE, invoiceNumber: '1043', loadNumber: '20512399', amount: '1150.50', poNumber: null },
]
