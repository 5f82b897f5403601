/** Reads a CSV file in steps: encoding, delimiter, titles and rows (SPEC B51, C32). Runs in a worker thread. */
import { formatInteger } from '#core/pluralize.ts'
import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import { MAX_CSV_COLUMNS } from '#core/transfer/import.ts'
import { unescapeFormula } from '#core/transfer/csv.ts'
import { SEARCHED_ROWS } from '#core/transfer/heading.ts'
import { MAX_CELLS, scanRow, type ScannedRow } from './scan-row.ts'
import { readWorkbook, type SheetText } from '#server/transfer/xlsx/read-workbook.ts'
import { isWorkbook, UnreadableWorkbook } from '#server/transfer/xlsx/unreadable-workbook.ts'
import { InvalidCsv } from './invalid-csv.ts'
import { BYTE_ORDER_MARK, startsWith, toUtf8 } from './encoding.ts'
import { share } from './share.ts'

/** A row. `line`: its number in a spreadsheet, where the heading is 1. */
export type CsvLine = { line: number; cells: string[] }

/** Where a row begins. */
export type RowPlace = { line: number; offset: number }

/** A file in UTF-8. The server's threads share its bytes. */
export type ReadableCsv = { bytes: SharedArrayBuffer; delimiter: string; titles: string[] }

/** A row at the beginning of a file, one of which is the heading. `next`: where the row below it begins. */
export type StartRow = CsvLine & { next: RowPlace }

/**
 * `digest`: SHA-256 of the file as it was sent. `start`: its first rows that are not blank. `letters`: words with letters whose encoding
 * the file does not name.
 */
export type OpenedCsv = Omit<ReadableCsv, 'titles'> & {
  digest: string
  /** Where the first row begins. */
  first: RowPlace
  start: StartRow[]
  letters: string[]
}

/** `rows`: rows that are not blank. `next`: where the following row begins. `done`: no row follows. */
export type ReadRows = { lines: CsvLine[]; rows: number; next: RowPlace; done: boolean }

const ROWS_PER_STEP = 200
const BYTES_PER_STEP = 1024 * 1024

/** Of a workbook, the sheet of this name, else the first one with rows. Throws InvalidCsv. */
export async function openFile(
  sent: SharedArrayBuffer,
  sheet?: string,
  mostColumns = MAX_CSV_COLUMNS,
): Promise<OpenedCsv> {
  const digest = createHash('sha256').update(new Uint8Array(sent)).digest('hex')
  const [first] = (await readSheets(sent, sheet)) ?? []
  const { bytes, letters } = first
    ? { bytes: share(Buffer.from(first.csv)), letters: [] }
    : toUtf8(sent)
  return { ...openText(bytes, mostColumns), letters, digest }
}

/** The sheets of a workbook; null for any other file. Throws InvalidCsv. */
export async function readSheets(
  sent: SharedArrayBuffer,
  sheet?: string,
): Promise<SheetText[] | null> {
  const file = Buffer.from(sent)
  try {
    return isWorkbook(file) ? await readWorkbook(file, sheet) : null
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new InvalidCsv(error.message) : error
  }
}

/** A file in UTF-8. Throws InvalidCsv. */
export function openText(
  bytes: SharedArrayBuffer,
  mostColumns = MAX_CSV_COLUMNS,
): Omit<OpenedCsv, 'digest' | 'letters'> {
  const mark = startsWith(Buffer.from(bytes), BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const beginning = Buffer.from(bytes).toString('utf8', mark, mark + HEADING_LENGTH)
  // Excel hides this line: the row below it is row 1.
  const [separatorLine = '', separator] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(beginning) ?? []
  const delimiter = separator ?? findDelimiter(beginning)
  const first = { line: 1, offset: mark + Buffer.byteLength(separatorLine) }
  return { bytes, delimiter, first, start: readStart(bytes, delimiter, first, mostColumns) }
}

/** The first rows that are not blank. An error below the first row is left to the reading of the rows. */
function readStart(
  bytes: SharedArrayBuffer,
  delimiter: string,
  first: RowPlace,
  mostColumns: number,
): StartRow[] {
  const all = new Uint8Array(bytes)
  const start: StartRow[] = []
  const place: RowPlace = { ...first }
  while (
    place.offset < all.length &&
    start.length < SEARCHED_ROWS &&
    place.line <= SEARCHED_LINES
  ) {
    const row = scanRow(all, place.offset, delimiter.charCodeAt(0))
    if (row.problem && start.length) break
    rejectProblem(row, place.line)
    const next = { line: place.line + 1, offset: row.next }
    if (row.used > mostColumns && !start.length) {
      throw new InvalidCsv(`The file has ${row.used} columns; the limit is ${mostColumns}`)
    }
    if (row.used && row.used <= mostColumns) {
      const bounds = { line: place.line, from: place.offset, to: row.usedEnd }
      const [read] = parseStart(bytes, delimiter, bounds, start.length > 0)
      if (!read) break
      start.push({ ...read, next })
    }
    Object.assign(place, next)
  }
  return start
}

function parseStart(
  bytes: SharedArrayBuffer,
  delimiter: string,
  row: RowBytes,
  isOptional: boolean,
): CsvLine[] {
  try {
    return parseRows(bytes, delimiter, [row])
  } catch (error) {
    if (isOptional && error instanceof InvalidCsv) return []
    throw error
  }
}

/** The file with this row as its heading, and where its records begin. Throws InvalidCsv. */
export function withHeading(
  { bytes, delimiter }: Pick<OpenedCsv, 'bytes' | 'delimiter'>,
  heading: StartRow | undefined,
): { file: ReadableCsv; firstRow: RowPlace } {
  const titles = heading?.cells.map((title) => title.trim()) ?? []
  if (!heading || !titles.length) throw new InvalidCsv('The first row must contain column names')
  return { file: { bytes, delimiter, titles }, firstRow: heading.next }
}

/** The next rows, at most 200 or those of 1 MB. `counting`: without their cells. Throws InvalidCsv. */
export function readRows(
  { bytes, delimiter, titles }: ReadableCsv,
  from: RowPlace,
  counting: boolean,
): ReadRows {
  const all = new Uint8Array(bytes)
  const found: RowBytes[] = []
  const place = { ...from }
  const stop = from.offset + BYTES_PER_STEP
  let wide: InvalidCsv | undefined
  while (place.offset < Math.min(stop, all.length) && found.length < ROWS_PER_STEP && !wide) {
    const { line, offset } = place
    const row = scanRow(all, offset, delimiter.charCodeAt(0))
    wide = findError(row, line, titles.length)
    if (row.used && !wide) found.push({ line, from: offset, to: row.usedEnd })
    place.line++
    place.offset = row.next
  }
  // An error in an earlier row comes first.
  const lines = parseRows(bytes, delimiter, found)
  if (wide) throw wide
  const done = place.offset >= all.length
  return { lines: counting ? [] : lines, rows: lines.length, next: place, done }
}

/**
 * The delimiter that the first lines have most and equally often: spreadsheets with European settings write semicolons, and a report
 * has a line without any above its titles.
 */
function findDelimiter(beginning: string): string {
  const bare = beginning.replaceAll(/"(?:[^"]|"")*"/g, '')
  const lines = bare.split(/\r\n|\n|\r/, SEARCHED_ROWS).filter((line) => line.trim())
  const [first] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, ...countEqual(lines, delimiter) }))
    .toSorted((a, b) => b.lines * b.each - a.lines * a.each)
  return first?.delimiter ?? ','
}

/** The number of delimiters that the most lines have, and how many these are. */
function countEqual(lines: readonly string[], delimiter: string): { lines: number; each: number } {
  const groups = Map.groupBy(lines, (line) => line.split(delimiter).length - 1)
  const counts = [...groups].map(([each, { length }]) => ({ each, lines: each ? length : 0 }))
  const [most] = counts.toSorted((a, b) => b.lines - a.lines || b.each - a.each)
  return most ?? { lines: 0, each: 0 }
}

const HEADING_LENGTH = 64 * 1024
/** Blank lines above the heading count too. */
const SEARCHED_LINES = 100

function findError(row: ScannedRow, line: number, width: number): InvalidCsv | undefined {
  const problem = row.problem && describeProblem(row.problem, line)
  if (problem) return new InvalidCsv(problem, line)
  if (row.used <= width) return undefined
  return new InvalidCsv(`Row ${line} has ${row.used} columns, expected ${width}`, line)
}

function rejectProblem(row: ScannedRow, line: number): void {
  if (row.problem) throw new InvalidCsv(describeProblem(row.problem, line), line)
}

function describeProblem(problem: NonNullable<ScannedRow['problem']>, line: number): string {
  if (problem === 'too many cells') {
    return `Row ${line} has more than ${formatInteger(MAX_CELLS)} columns`
  }
  return problem === 'too long' ? `Row ${line} is longer than 1 MB` : unclosedQuoteMessage(line)
}

type RowBytes = { line: number; from: number; to: number }

/** Throws InvalidCsv for wrong quotes. */
function parseRows(bytes: SharedArrayBuffer, delimiter: string, rows: RowBytes[]): CsvLine[] {
  const parts = rows.flatMap(({ from, to }) => [Buffer.from(bytes, from, to - from), LINE_END])
  try {
    const parsed: string[][] = parse(Buffer.concat(parts), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    })
    if (parsed.length !== rows.length) throw new Error('The rows were split differently')
    return rows.map(({ line }, at) => ({ line, cells: (parsed[at] ?? []).map(unescapeFormula) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = rows[Number(error.records)]?.line ?? 1
    throw new InvalidCsv(describeError(error, line), line)
  }
}

const LINE_END = Buffer.from('\n')

function describeError({ code }: CsvError, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return unclosedQuoteMessage(line)
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE') {
    return `A quotation mark inside a cell of row ${line} must be doubled`
  }
  return `Row ${line} can't be read`
}

function unclosedQuoteMessage(line: number): string {
  return `A quotation mark that opens in row ${line} is never closed`
}
