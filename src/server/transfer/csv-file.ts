/** Reads an uploaded CSV file: encoding, delimiter, titles and rows (SPEC B51). */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { MOST_CSV_COLUMNS, MOST_CSV_ROWS } from '#core/transfer/import.ts'
import { unescapeFormula } from '#core/transfer/csv.ts'
import { RequestError } from '#server/errors.ts'

/** `line`: the row number in a spreadsheet; the heading is 1. */
export type CsvLine = { line: number; cells: string[] }

export type CsvFile = {
  titles: string[]
  /** The rows below the heading without blank ones. Throws 400 for an invalid file. */
  lines: () => AsyncGenerator<CsvLine>
}

/** Throws 400 if it is not a CSV file or has no heading. */
export async function openCsv(sent: Buffer): Promise<CsvFile> {
  const bytes = toUtf8(sent)
  const delimiter = findDelimiter(bytes)
  const { value: heading } = await splitLines(bytes, delimiter).next()
  const titles = heading ? trimBlankEnd(heading.cells) : []
  if (!titles.length) throw invalidFile('The first row must contain column names')
  if (titles.length > MOST_CSV_COLUMNS) {
    throw invalidFile(`The file has ${titles.length} columns; the limit is ${MOST_CSV_COLUMNS}`)
  }
  return { titles, lines: () => readRows(bytes, delimiter, titles.length) }
}

/** 400 for a file that cannot be read. `line`: the row of the error if it is known. */
function invalidFile(message: string, line?: number): RequestError {
  const errors = [{ line: line ?? 1, column: '', message }]
  return new RequestError(400, message, line ? { more: { errors, errorCount: 1 } } : {})
}

const ZIP = Buffer.from('PK\u0003\u0004')
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const UTF_16 = [
  { mark: Buffer.from([0xff, 0xfe]), name: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), name: 'utf-16be' },
]
const SAVE_AS = 'In Excel, save it as “CSV UTF-8 (Comma delimited)”.'

/** Excel's "Unicode text" is UTF-16 with a mark. Other encodings are rejected: a wrong guess would garble names. */
function toUtf8(sent: Buffer): Buffer {
  const startsWith = (mark: Buffer) => sent.subarray(0, mark.length).equals(mark)
  if (startsWith(ZIP) || startsWith(OLD_EXCEL)) throw invalidFile(`Not a CSV file. ${SAVE_AS}`)
  const wide = UTF_16.find(({ mark }) => startsWith(mark))
  const bytes = wide ? Buffer.from(new TextDecoder(wide.name).decode(sent)) : sent
  if (bytes.toString('utf8', 0, 100).trim() === '') throw invalidFile('The file is empty')
  if (!isUtf8(bytes) || bytes.includes(0)) throw invalidFile(`The file is not in UTF-8. ${SAVE_AS}`)
  return bytes
}

/** The most frequent delimiter of the heading: spreadsheets with European settings write semicolons. */
function findDelimiter(bytes: Buffer): string {
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(bytes.toString('utf8', 0, HEADING_LENGTH))
  const bare = (heading?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const [most = ','] = [',', ';', '\t'].toSorted(
    (a, b) => bare.split(b).length - bare.split(a).length,
  )
  return most
}

const HEADING_LENGTH = 64 * 1024

/** Blank rows are read too: ten million of them would take half a minute. */
const MOST_LINES = 250_000

async function* readRows(bytes: Buffer, delimiter: string, width: number): AsyncGenerator<CsvLine> {
  let rows = 0
  for await (const { line, cells } of splitLines(bytes, delimiter)) {
    const used = trimBlankEnd(cells)
    if (line > MOST_LINES)
      throw invalidFile('The file has more than 250,000 rows, most of them blank')
    if (line === 1 || !used.length) continue
    if (used.length > width) {
      throw invalidFile(`Row ${line} has ${used.length} columns, expected ${width}`, line)
    }
    if (++rows > MOST_CSV_ROWS) {
      throw invalidFile(
        `The file has more than ${MOST_CSV_ROWS.toLocaleString('en-US')} rows. Split it into smaller files.`,
      )
    }
    yield { line, cells: used }
  }
}

const CHUNK = 64 * 1024
const LONGEST_LINE = 1024 * 1024

async function* splitLines(bytes: Buffer, delimiter: string): AsyncGenerator<CsvLine> {
  const parser = Readable.from(readChunks(bytes)).pipe(
    parse({
      delimiter,
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: LONGEST_LINE,
    }),
  )
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { line: ++line, cells: cells.map(unescapeFormula) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The parser's count is ahead of ours by the rows that it has read and not yet delivered.
    const invalidLine = Number(error.records) + 1
    throw invalidFile(describeError(error, invalidLine), invalidLine)
  }
}

function* readChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

function describeError({ code }: CsvError, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return `A quotation mark that opens in row ${line} is never closed`
  }
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE') {
    return `A quotation mark inside a cell of row ${line} must be doubled`
  }
  return `Row ${line} can't be read`
}

function trimBlankEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}
