/**
 * Streams one account's records of a list as an Excel workbook (SPEC C439). Text stays text, so that 007 keeps its zeros and nothing is
 * run as a formula; days and amounts are days and numbers.
 */
import { countDays, isDay, type Day } from '#core/calendar.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { formatCell, type CsvColumn, type LabeledRecord } from '#core/transfer/csv.ts'
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
  const records = readListing(work, userId, listing, query)
  // An error of the query must come before the first byte, while it can still be a status.
  const first = await records.next()
  const batches = first.done ? [] : concat(first.value, records)
  yield* createZip(writeParts(writeSheet(listing.columns, batches)))
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

/** The styles by their places in `styles.xml`. */
const STYLES = { plain: 0, title: 1, amount: 2, day: 3 }

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // The formats 4 and 14 are built in: 1,234.50 and the day as the computer's country writes it.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

async function* writeParts(sheet: AsyncIterable<string>): AsyncGenerator<ArchivedFile> {
  for (const [name, part] of Object.entries(PARTS)) yield { name, content: [HEAD + part] }
  yield { name: 'xl/worksheets/sheet1.xml', content: sheet }
}

async function* writeSheet(
  columns: readonly CsvColumn[],
  batches: AsyncIterable<AnyRecord[]> | Iterable<AnyRecord[]>,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(writeWidth).join('')}</cols><sheetData>`
  yield writeRow(
    1,
    columns.map(({ title }) => writeText(title, STYLES.title)),
  )
  let row = 1
  for await (const records of batches) {
    const lines = records.map((record) =>
      writeRow(
        ++row,
        columns.map((column) => writeCell(column, record)),
      ),
    )
    yield lines.join('')
  }
  yield '</sheetData></worksheet>'
}

const NARROW = new Set(['day', 'money', 'quantity', 'count', 'year', 'state'])

function writeWidth({ control, title }: CsvColumn, at: number): string {
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

function writeCell(column: CsvColumn, record: LabeledRecord): string {
  const text = formatCell(column, record)
  if (text === '') return ''
  const { control } = column
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
