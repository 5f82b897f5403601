/** The files for the accountant's software (SPEC C222). */
import type { Day } from '#core/calendar.ts'
import { toAmount, toCents } from '#core/money.ts'
import { nameMethod } from '#core/receipts/kinds.ts'
import { splitInvoices, toInvoiceRows } from './invoice-csv.ts'
import type { PrintedNames } from './names.ts'
import { cutText, toPlainName, toPlainText } from './plain-text.ts'
import type { BookRecord } from './records.ts'
import { toTransactions } from './transactions.ts'

export const BOOK_FORMATS = [
  {
    value: 'qbo-journal',
    label: 'QuickBooks Online: journal (CSV)',
    ending: 'csv',
    longestName: 100,
  },
  {
    value: 'qbo-invoices',
    label: 'QuickBooks Online: invoices (CSV)',
    ending: 'csv',
    longestName: 100,
  },
  { value: 'iif', label: 'QuickBooks Desktop (IIF)', ending: 'iif', longestName: 41 },
] as const

export type BookFormat = (typeof BOOK_FORMATS)[number]['value']

export const BOOK_FORMAT_VALUES = BOOK_FORMATS.map(({ value }) => value)

/** `accountOf`, `itemOf`: the accountant's names, by kind of account. */
export type Printing = PrintedNames & {
  accountOf: (kind: string) => string
  itemOf: (kind: string) => string
}

const LINE_END = '\r\n'
const LONGEST_NUMBER = { csv: 21, iif: 20 }
/** The memo of a payment names each of its invoices. Both programs accept 4,000 characters. */
const LONGEST_TEXT = 4000

/** Formats the parts of the file, usually one. The same records and names make the same file. */
export function formatParts(
  format: BookFormat,
  records: readonly BookRecord[],
  printing: Printing,
): string[] {
  if (format === 'qbo-invoices')
    return splitInvoices(records).map((part) => joinRows(invoiceRows(part, printing), ','))
  const transactions = toTransactions(records).filter(({ lines }) => lines.length > 0)
  return format === 'iif'
    ? [joinRows(iifRows(transactions, printing), '\t')]
    : [joinRows(journalRows(transactions, printing), ',')]
}

function joinRows(rows: readonly string[][], separator: string): string {
  return rows.map((cells) => cells.join(separator) + LINE_END).join('')
}

/** The parts of a file that was stored as one text. Each part of an invoice CSV begins with the heading. */
export function splitParts(format: BookFormat, content: string): string[] {
  if (format !== 'qbo-invoices') return [content]
  const heading = joinRows([INVOICES], ',')
  const [, ...parts] = content.split(heading)
  return parts.map((part) => heading + part)
}

const JOURNAL = [
  ...['*JournalNo', '*JournalDate', '*AccountName', '*Debits', '*Credits', 'Description'],
  ...['Name', 'Currency', 'Location', 'Class'],
]

function journalRows(records: readonly BookRecord[], { accountOf, nameOf }: Printing): string[][] {
  const rows = records.flatMap((record) =>
    record.lines.map((line) => {
      const cents = toCents(line.amount)
      return [
        ...[journalNumber(record), formatDate(record.day), accountOf(line.account)],
        ...[cents > 0n ? line.amount : '', cents < 0n ? toAmount(-cents) : ''],
        ...[
          printText(line.text),
          nameOf(line.name ?? record.name),
          '',
          '',
          printClass(line.truck ?? ''),
        ],
      ]
    }),
  )
  return [JOURNAL, ...rows]
}

const PREFIXES: Record<BookRecord['source'], string> = {
  receivable: 'HB-R',
  settlement: 'HB-S',
  'settlement-void': 'HB-SV',
  payment: 'HB-P',
  'payment-reversal': 'HB-PR',
  'payment-closing': 'HB-PC',
  'balance-entry': 'HB-B',
  'factor-entry': 'HB-F',
  'factor-entry-void': 'HB-FV',
  'factor-deposit': 'HB-FD',
  'factor-deposit-void': 'HB-FDV',
}

/** "HB-R1042": unique for the record in all files. */
function journalNumber({ source, id }: Pick<BookRecord, 'source' | 'id'>): string {
  return `${PREFIXES[source]}${id}`
}

const INVOICES = [
  ...['*InvoiceNo', '*Customer', '*InvoiceDate', '*DueDate', 'Terms', 'Location', 'Memo'],
  ...['Item(Product/Service)', 'ItemDescription', 'ItemQuantity', 'ItemRate', '*ItemAmount'],
  'Service Date',
]

/** The records that are in the file. What the invoice CSV can't have is on the cover page. */
export function printedRecords(format: BookFormat, records: readonly BookRecord[]): BookRecord[] {
  const printed =
    format === 'qbo-invoices' ? records.filter(({ type }) => type === 'INVOICE') : records
  return printed.filter(({ lines }) => lines.length > 0)
}

/** Only the first row of an invoice has the customer and the dates. Every row has the number. */
function invoiceRows(records: readonly BookRecord[], { itemOf, nameOf }: Printing): string[][] {
  const rows = records.flatMap((record) =>
    toInvoiceRows(record).rows.map(({ account, text, quantity, rate, amount }, at) => {
      const head = [
        nameOf(record.name),
        formatDate(record.day),
        formatDate(record.dueOn ?? record.day),
      ]
      return [
        cutText(toPlainText(record.number), LONGEST_NUMBER.csv),
        ...(at === 0 ? head : ['', '', '']),
        ...['', '', '', itemOf(account), printText(text)],
        ...[quantity ?? '1', rate ?? amount, amount, ''],
      ]
    }),
  )
  return [INVOICES, ...rows]
}

const TRANSACTION = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'CLASS', 'AMOUNT', 'DOCNUM', 'MEMO']

/** Only a TRNS row has these. QuickBooks Desktop ages an invoice by its due date, and shows how a payment was made. */
const FIRST_ROW = ['DUEDATE', 'TERMS', 'PAYMETH']

/** A transaction is one TRNS row, the SPL rows that balance it, and one ENDTRNS row. */
function iifRows(records: readonly BookRecord[], { accountOf, nameOf }: Printing): string[][] {
  const head = [
    ['!TRNS', 'TRNSID', ...TRANSACTION, ...FIRST_ROW],
    ['!SPL', 'SPLID', ...TRANSACTION],
    ['!ENDTRNS'],
  ]
  const rows = records.flatMap((record) => [
    ...record.lines.map((line, at) => [
      ...[at === 0 ? 'TRNS' : 'SPL', '', record.type, formatDate(record.day)],
      ...[accountOf(line.account), nameOf(line.name ?? record.name)],
      ...[printClass(line.truck ?? ''), line.amount],
      ...[cutText(toPlainText(record.number), LONGEST_NUMBER.iif), printText(line.text)],
      ...(at === 0 ? firstRowCells(record) : []),
    ]),
    ['ENDTRNS'],
  ])
  return [...head, ...rows]
}

function firstRowCells({ type, dueOn, termsDays, money }: BookRecord): string[] {
  if (type === 'PAYMENT') return ['', '', money ? printText(nameMethod(money.receipt.method)) : '']
  if (dueOn === null) return ['', '', '']
  return [formatDate(dueOn), nameTerms(termsDays ?? null), '']
}

/** The name of the terms, as QuickBooks has them: "Net 30". */
function nameTerms(days: number | null): string {
  if (days === null) return ''
  return days === 0 ? 'Due on receipt' : `Net ${days}`
}

/** "11/05/2026", with zeros. Both programs read this format. */
function formatDate(day: Day): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
}

function printText(text: string): string {
  return cutText(toPlainText(text), LONGEST_TEXT)
}

/** The truck is the class of a line. */
function printClass(truck: string): string {
  return cutText(toPlainName(truck), LONGEST_TEXT)
}
