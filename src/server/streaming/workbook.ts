/**
 * Streams a list's records or a report as an Excel workbook (SPEC C439, C500). Text stays text, so that 007 keeps its zeros and nothing is
 * run as a formula; days and amounts are days and numbers.
 */
import { countDays, isDay, type Day } from '#core/calendar.ts'
import { recordCells, type FileColumn } from '#core/transfer/csv.ts'
import type { Report } from '#core/transfer/report.ts'
import type { Work } from '#server/database/open.ts'
import type { ListQuery } from '#server/lists/types.ts'
import { readListing, type CsvListing } from './csv-text.ts'
import { createZip, type ArchivedFile } from './zip.ts'

export async function* writeWorkbook(
  work: Work,
  userId: string,
  listing: CsvListing,
  query: ListQuery,
): AsyncGenerator<Uint8Array> {
  const rows = readRows(work, userId, listing, query)
  // An error of the query must come before the first byte, while it can still be a status.
  const first = await rows.next()
  yield* createZip(writeParts(listing, first.done ? [] : concat(first.value, rows)))
}

export function writeReport(report: Report): AsyncGenerator<Uint8Array> {
  return createZip(writeParts(report, [report.rows]))
}

async function* readRows(
  work: Work,
  userId: string,
  listing: CsvListing,
  query: ListQuery,
): AsyncGenerator<Row[]> {
  for await (const records of readListing(work, userId, listing, query))
    yield records.map((record) => recordCells(listing.columns, record))
}

async function* concat<Item>(first: Item, others: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first
  yield* others
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The cells of a row as text, in the order of the columns. */
type Row = readonly string[]
type Batches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
type Titled = Pick<Report, 'columns' | 'untitled'>

/** The styles by their places in `styles.xml`. */
const STYLES = { plain: 0, title: 1, amount: 2, day: 3 }

// The formats 4 and 14 are built in: 1,234.50 and the day as the computer's country writes it.
const STYLES_XML = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** The parts that name the sheets come last, because only then their number is known. `mostRows`: of a sheet, with its titles. */
export async function* writeParts(
  titled: Titled,
  batches: Batches,
  mostRows = MOST_ROWS,
): AsyncGenerator<ArchivedFile> {
  const rows = takeRows(batches)
  let sheets = 0
  try {
    do {
      const name = `xl/worksheets/sheet${++sheets}.xml`
      yield { name, content: writeSheet(titled, rows.take, mostRows) }
    } while (await rows.hasMore())
  } finally {
    await rows.close()
  }
  for (const [name, part] of Object.entries(describeSheets(sheets)))
    yield { name, content: [HEAD + part] }
}

/** Excel's last row. */
const MOST_ROWS = 1_048_576

function takeRows(batches: Batches) {
  const source = toAsync(batches)
  let waiting: readonly Row[] = []

  async function hasMore(): Promise<boolean> {
    while (!waiting.length) {
      const { value, done } = await source.next()
      if (done) return false
      waiting = value
    }
    return true
  }

  return {
    hasMore,
    /** Ends the query of a download that was interrupted. */
    close: () => source.return(undefined),
    /** The next rows, at most so many; none at the end. */
    async take(most: number): Promise<readonly Row[]> {
      if (!(await hasMore())) return []
      const taken = waiting.slice(0, most)
      waiting = waiting.slice(most)
      return taken
    },
  }
}

async function* toAsync<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

function describeSheets(count: number): Record<string, string> {
  const each = (write: (number: number) => string) =>
    Array.from({ length: count }, (_, at) => write(at + 1)).join('')
  const sheets = each(
    (at) => `<sheet name="List${at === 1 ? '' : ` ${at}`}" sheetId="${at}" r:id="rId${at}"/>`,
  )
  const links = each(
    (at) =>
      `<Relationship Id="rId${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  )
  const types = each(
    (at) =>
      `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${KIND}.worksheet+xml"/>`,
  )
  return {
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${links}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${types}</Types>`,
  }
}

async function* writeSheet(
  { columns, untitled = false }: Titled,
  take: (most: number) => Promise<readonly Row[]>,
  mostRows: number,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}">${untitled ? '' : FROZEN_TITLES}<cols>${columns.map(writeWidth).join('')}</cols><sheetData>`
  let row = 0
  if (!untitled)
    yield writeRow(
      ++row,
      columns.map(({ title }) => writeText(title, STYLES.title)),
    )
  while (row < mostRows) {
    const taken = await take(mostRows - row)
    if (!taken.length) break
    const lines = taken.map((cells) =>
      writeRow(
        ++row,
        columns.map((column, at) => writeCell(column, cells[at] ?? '')),
      ),
    )
    yield lines.join('')
  }
  yield '</sheetData></worksheet>'
}

const FROZEN_TITLES =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
const NARROW = new Set(['day', 'money', 'quantity', 'count', 'year', 'state'])

function writeWidth({ control, title }: FileColumn, at: number): string {
  const width = Math.max(NARROW.has(control) ? 12 : 20, Math.min(title.length + 2, 40))
  return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
}

/** Excel does not need the addresses of rows and cells, but other programs do. */
function writeRow(row: number, cells: readonly string[]): string {
  const addressed = cells.map((cell, at) =>
    cell === '' ? '' : cell.replace('<c', `<c r="${nameColumn(at)}${row}"`),
  )
  return `<row r="${row}">${addressed.join('')}</row>`
}

/** 0 → "A", 27 → "AB". */
function nameColumn(at: number): string {
  const before = at < 26 ? '' : nameColumn(Math.floor(at / 26) - 1)
  return before + String.fromCharCode(65 + (at % 26))
}

function writeCell({ control }: FileColumn, text: string): string {
  if (text === '') return ''
  // An instant of the audit log has the control of a day, and stays text.
  if (control === 'day' && isDay(text) && text >= FIRST_DAY)
    return writeNumber(toSerial(text), STYLES.day)
  if (control === 'money' || control === 'quantity') {
    if (!NUMBER.test(text)) return writeText(text, STYLES.plain)
    // A rate with more decimals is shown with all of them.
    const isAmount = control === 'money' && /\.\d\d$/.test(text)
    return writeNumber(text, isAmount ? STYLES.amount : STYLES.plain)
  }
  const isWhole = (control === 'count' || control === 'year') && NUMBER.test(text)
  return isWhole ? writeNumber(text, STYLES.plain) : writeText(text, STYLES.plain)
}

/** More than 15 digits would be rounded. */
const NUMBER = /^-?(?=(?:\.?\d){1,15}$)\d+(?:\.\d+)?$/
/** Before, Excel counts a day that never was: February 29, 1900. */
const FIRST_DAY: Day = '1900-03-01'

function toSerial(day: Day): string {
  return String(countDays('1899-12-30', day))
}

function writeNumber(text: string, style: number): string {
  return `<c s="${style}"><v>${text}</v></c>`
}

/** The maximum number of characters in a cell. */
const LONGEST = 32_767

function writeText(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, LONGEST))}</t></is></c>`
}

/** XML has no control characters except tabs and line ends. */
function escapeXml(text: string): string {
  return text.replaceAll(/[&<>\p{Cc}\uFFFE\uFFFF]/gu, (found) => ESCAPES[found] ?? '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '\t',
  '\n': '\n',
  // A parser would make a line feed of it.
  '\r': '&#13;',
}
