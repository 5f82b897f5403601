/** A factor's report as a CSV file: which column has which entry, and the entries of its rows (SPEC C279). */
import { openCsvStream, UnreadableFile } from '#core/transfer/csv-stream.ts'
import { readTypedAmount, toCents, type Amount } from '#core/money.ts'
import { formatInteger } from '#core/pluralize.ts'
import { describeFooter, describeLastRow } from '#core/transfer/footers.ts'
import { findHeading, SEARCHED_ROWS } from '#core/transfer/heading.ts'
import type { LeftOutRow } from '#core/transfer/import.ts'
import { foldTitle } from '#core/transfer/match-columns.ts'
import { ENTRY_KINDS, namesInvoice, type FactorEntryKind } from './entries.ts'
import { MAX_ENTRIES } from './requests.ts'

const MAX_ROWS = 5_000
const LARGEST_REPORT_FILE = 5_000_000

/** What a column of the file can have: the invoice's number, or the amounts of one kind of entry. */
export const REPORT_TARGETS = [{ value: 'invoice', label: 'Invoice #' }, ...ENTRY_KINDS] as const

export type ReportTarget = (typeof REPORT_TARGETS)[number]['value']

export const reportFileMessages = {
  empty: 'The file has no rows',
  large: `The file is larger than ${LARGEST_REPORT_FILE / 1_000_000} MB`,
  locked: 'The file can’t be read. Close it in other programs and choose it again.',
  notText: 'This is not a CSV file. Save the spreadsheet as CSV and choose it again.',
  separators: 'The columns are not separated by commas. Save the file as CSV with commas.',
  tooMany: `The file has more than ${formatInteger(MAX_ROWS)} rows`,
  tooManyEntries: `The file has more than ${formatInteger(MAX_ENTRIES)} entries, the maximum for one report`,
}

/** `line`: the row number in a spreadsheet. */
export type ReportTable = {
  titles: string[]
  rows: { line: number; cells: string[] }[]
  /** Totals, notes and repeated headings. */
  leftOut: LeftOutRow[]
}

type ChosenFile = { size: number; arrayBuffer: () => Promise<ArrayBuffer> }

/** Throws UnreadableFile. The browser can't read a file that another program has locked, or that was moved. */
export async function readReportBytes(file: ChosenFile): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LARGEST_REPORT_FILE) throw new UnreadableFile(reportFileMessages.large)
  const content = await file.arrayBuffer().catch(() => {
    throw new UnreadableFile(reportFileMessages.locked)
  })
  return new Uint8Array(content)
}

/** Parses the CSV text of a report. Throws UnreadableFile. */
export function readReportTable(text: string): ReportTable {
  if (text.includes('\u0000') || text.includes('\uFFFD'))
    throw new UnreadableFile(reportFileMessages.notText)
  const named = text.replace(/^\uFEFF?"?sep=,"?(?:\r\n|\n|\r)/i, '')
  let above = findReportHeading(named)
  let titles: string[] = []
  const rows: ReportTable['rows'] = []
  const leftOut: LeftOutRow[] = []
  const csv = openCsvStream(
    (heading) => {
      if (above-- > 0) return null
      if (heading.length === 1 && /[;\t]/.test(heading[0] ?? ''))
        throw new UnreadableFile(reportFileMessages.separators)
      titles = heading.map((title) => title.trim())
      return titles.map(() => true)
    },
    (cells, line) => {
      // A fee without an invoice is a row with only an amount.
      const footer = describeFooter(cells, titles, false)
      if (footer === null) rows.push({ line, cells })
      else leftOut.push({ line, text: footer })
      if (rows.length > MAX_ROWS) throw new UnreadableFile(reportFileMessages.tooMany)
    },
  )
  csv.push(named)
  csv.end()
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    const text = describeLastRow(last.cells, titles)
    if (text === null) break
    leftOut.push({ line: last.line, text })
    rows.pop()
  }
  leftOut.sort((one, other) => one.line - other.line)
  if (!rows.length) throw new UnreadableFile(reportFileMessages.empty)
  return { titles, rows, leftOut }
}

/** The number of rows above the heading. */
function findReportHeading(text: string): number {
  const start: string[][] = []
  const csv = openCsvStream(
    (cells) => {
      if (start.length < SEARCHED_ROWS) start.push(cells)
      return null
    },
    () => undefined,
  )
  csv.push(text)
  const countKnown = (titles: readonly string[]) =>
    matchReportColumns(titles).filter((target) => target !== null).length
  return Math.max(0, findHeading(start, countKnown))
}

/** Titles that factors use, in the form in which titles are compared. The labels of the entries are titles too. */
const TRADE_TITLES: Record<ReportTarget, readonly string[]> = {
  invoice: ['invoice', 'inv', 'invno', 'invoiceno', 'invnumber', 'invoiceid', 'invoicenum'],
  advance: ['advanceamount', 'advanced', 'amountadvanced', 'funded', 'fundedamount', 'netadvance'],
  fee: ['fees', 'factoringfee', 'discount', 'discountfee', 'feeearned', 'factorfee'],
  reserve: ['reserves', 'reserveamount', 'holdback', 'escrow', 'reservewithheld'],
  'reserve-released': ['rebate', 'reserverelease', 'released', 'releasedreserve', 'reservepaid'],
  'reserve-fee': ['reservefee'],
  'reserve-chargeback': ['reservechargeback'],
  'reserve-cost': ['reservecost'],
  chargeback: ['chargebacks', 'recourse', 'recoursed', 'buyback', 'repurchase'],
  'late-fee': ['latefees', 'additionalfee', 'agingfee'],
  cost: ['wirefee', 'achfee', 'wire', 'transferfee'],
  'fuel-advance': ['fueladvances'],
  'fuel-advance-repaid': ['fueladvancerepayment'],
  forwarded: ['forwarded', 'directpayment', 'misdirectedpayment', 'paidtoclient'],
  'debtor-paid': ['debtorpaid', 'paid', 'payment', 'paymentamount', 'amountpaid', 'collected'],
}

/** The target of each column, in order. Null: none. If several columns match a target, the first one gets it. */
export function matchReportColumns(titles: readonly string[]): (ReportTarget | null)[] {
  const known = new Map(
    REPORT_TARGETS.flatMap(({ value, label }) =>
      [foldTitle(label), foldTitle(value), ...TRADE_TITLES[value]].map(
        (title) => [title, value] as const,
      ),
    ),
  )
  const used = new Set<ReportTarget>()
  return titles.map((title) => {
    const target = known.get(foldTitle(title))
    if (!target || used.has(target)) return null
    used.add(target)
    return target
  })
}

/**
 * The place of the sheet that is the report: the only one with invoices and entries, or the only one at all. Null: the person
 * chooses, as in a workbook with a sheet for each day.
 */
export function findReportSheet(sheets: readonly Pick<ReportTable, 'titles'>[]): number | null {
  if (sheets.length === 1) return 0
  const reports = sheets.flatMap(({ titles }, at) => {
    const matched = matchReportColumns(titles).filter((target) => target !== null)
    return matched.includes('invoice') && matched.length > 1 ? [at] : []
  })
  return reports.length === 1 ? (reports[0] ?? null) : null
}

export type ReportEntry = { kind: FactorEntryKind; invoiceId: number | null; amount: Amount }

/** `line`: the row number in a spreadsheet. `column`: its title. */
export type ReportFileError = { line: number; column: string; message: string }

type Invoices = readonly { id: number; number: string }[]

/** The entries in the order of the rows and columns. Blank cells and 0.00 are left out. With any error the list is empty. */
export function readReportEntries(
  { titles, rows }: ReportTable,
  columns: readonly (ReportTarget | null)[],
  invoices: Invoices,
): { entries: ReportEntry[]; errors: ReportFileError[] } {
  const entries: ReportEntry[] = []
  const errors: ReportFileError[] = []
  const ids = new Map(invoices.map(({ id, number }) => [foldNumber(number), id]))
  const place = columns.indexOf('invoice')
  const signed: SignedAmount[] = []
  for (const { line, cells } of rows) {
    const number = place < 0 ? '' : (cells[place] ?? '').trim()
    const invoiceId = ids.get(foldNumber(number)) ?? null
    const own = columns.flatMap((kind, column) => {
      if (kind === null || kind === 'invoice') return []
      const read = readCell(cells[column] ?? '', kind)
      if (read === null) return []
      if ('message' in read) {
        errors.push({ line, column: titles[column] ?? '', message: read.message })
        return []
      }
      const { amount, isNegative } = read
      signed.push({ line, column, isNegative })
      return [{ kind, amount }]
    })
    if (invoiceId === null && own.some(({ kind }) => namesInvoice(kind))) {
      const column = titles[place] ?? 'Invoice #'
      errors.push({ line, column, message: describeUnknown(number) })
    }
    for (const { kind, amount } of own)
      entries.push({ kind, amount, invoiceId: namesInvoice(kind) ? invoiceId : null })
  }
  for (const { line, column } of findReversals(signed))
    errors.push({ line, column: titles[column] ?? '', message: BOTH_SIGNS })
  errors.sort((one, other) => one.line - other.line)
  if (entries.length > MAX_ENTRIES)
    errors.push({ line: 1, column: '', message: reportFileMessages.tooManyEntries })
  return { entries, errors }
}

const BOTH_SIGNS = 'The column has positive and negative amounts. Enter the reversal manually.'

type SignedAmount = { line: number; column: number; isNegative: boolean }

/** The amounts of each column with the rarer sign. If both signs are equally frequent, those without the sign of the first amount. */
function findReversals(amounts: readonly SignedAmount[]): SignedAmount[] {
  return [...Map.groupBy(amounts, ({ column }) => column).values()].flatMap((own) => {
    const first = own.filter(({ isNegative }) => isNegative === own[0]?.isNegative)
    const others = own.filter(({ isNegative }) => isNegative !== own[0]?.isNegative)
    return others.length > first.length ? first : others
  })
}

function describeUnknown(number: string): string {
  if (number === '') return 'The row has no invoice number. Delete rows with totals.'
  return `Invoice ${number} is not on a submitted schedule of this factor, or is closed`
}

/** "INV-7" and "inv-7 " are the same number. */
function foldNumber(number: string): string {
  return number.trim().toLowerCase()
}

/** An amount that lowers the deposit or the reserve has either sign, but one sign per column. */
function readCell(
  cell: string,
  kind: FactorEntryKind,
): { amount: Amount; isNegative: boolean } | { message: string } | null {
  const text = cell.trim()
  if (text === '' || text === '-') return null
  const amount = readTypedAmount(text)
  if (amount === null) return { message: `“${cell.trim().slice(0, 40)}” is not an amount` }
  if (toCents(amount) === 0n) return null
  if (!amount.startsWith('-')) return { amount, isNegative: false }
  const { cash, reserve } = ENTRY_KINDS.find(({ value }) => value === kind) ?? ENTRY_KINDS[0]
  const lowers = cash < 0n || (reserve < 0n && cash === 0n)
  return lowers
    ? { amount: amount.slice(1), isNegative: true }
    : { message: 'The amount must not be negative' }
}
