/** A CSV file as a person sends it: what it is written in, its titles and its lines (SPEC B51). */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { MOST_CSV_COLUMNS, MOST_CSV_ROWS } from '#core/transfer/import.ts'
import { unescapeFormula } from '#core/transfer/csv.ts'
import { RequestError } from '#server/errors.ts'

/** `line` counts as a spreadsheet counts its rows; the heading is 1. */
export type CsvLine = { line: number; cells: string[] }

export type CsvFile = {
  titles: string[]
  /** The lines below the heading, blank ones left out. Throws 400 where the file is broken. */
  lines: () => AsyncGenerator<CsvLine>
}

/** Throws 400 where it is no CSV file or has no heading. */
export async function openCsv(sent: Buffer): Promise<CsvFile> {
  const bytes = toUtf8(sent)
  const delimiter = findDelimiter(bytes)
  const { value: heading } = await splitLines(bytes, delimiter).next()
  const titles = heading ? withoutBlankEnd(heading.cells) : []
  if (!titles.length) throw bad('The first line must name the columns')
  if (titles.length > MOST_CSV_COLUMNS) {
    throw bad(`The file has ${titles.length} columns; at most ${MOST_CSV_COLUMNS} can be taken`)
  }
  return { titles, lines: () => readRows(bytes, delimiter, titles.length) }
}

/** A file that cannot be read as a whole; `line` where one can be named. */
function bad(message: string, line?: number): RequestError {
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

/** Excel's "Unicode text" is UTF-16 and says so; any other encoding could only be guessed, and names would suffer. */
function toUtf8(sent: Buffer): Buffer {
  const begins = (mark: Buffer) => sent.subarray(0, mark.length).equals(mark)
  if (begins(ZIP) || begins(OLD_EXCEL)) throw bad(`This is no CSV file. ${SAVE_AS}`)
  const wide = UTF_16.find(({ mark }) => begins(mark))
  const bytes = wide ? Buffer.from(new TextDecoder(wide.name).decode(sent)) : sent
  if (bytes.toString('utf8', 0, 100).trim() === '') throw bad('The file is empty')
  if (!isUtf8(bytes) || bytes.includes(0)) throw bad(`The file is not written in UTF-8. ${SAVE_AS}`)
  return bytes
}

/** Whichever divides the heading most often: a spreadsheet set to a European language writes semicolons. */
function findDelimiter(bytes: Buffer): string {
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(bytes.toString('utf8', 0, HEADING_LENGTH))
  const bare = (heading?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const [most = ','] = [',', ';', '\t'].toSorted(
    (a, b) => bare.split(b).length - bare.split(a).length,
  )
  return most
}

const HEADING_LENGTH = 64 * 1024

/** Blank lines have to be read too, and ten million of them take half a minute. */
const MOST_LINES = 250_000

async function* readRows(bytes: Buffer, delimiter: string, width: number): AsyncGenerator<CsvLine> {
  let rows = 0
  for await (const { line, cells } of splitLines(bytes, delimiter)) {
    const used = withoutBlankEnd(cells)
    if (line > MOST_LINES) throw bad('The file has more than 250,000 lines, most of them blank')
    if (line === 1 || !used.length) continue
    if (used.length > width) {
      throw bad(`Line ${line} has ${used.length} cells, but the heading has ${width}`, line)
    }
    if (++rows > MOST_CSV_ROWS) {
      throw bad(`The file has more than ${MOST_CSV_ROWS.toLocaleString('en-US')} rows. Divide it.`)
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
    // The parser's own count: it is ahead of ours by the lines that it had read and not yet handed over.
    const broken = Number(error.records) + 1
    throw bad(errorMessage(error, broken), broken)
  }
}

function* readChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

function errorMessage({ code }: CsvError, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return `A quotation mark that opens in line ${line} is never closed`
  }
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE') {
    return `A quotation mark within a cell of line ${line} must be written twice`
  }
  return `Line ${line} cannot be read`
}

function withoutBlankEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}
