/** Reads the sheets of an .xlsx workbook as CSV texts, with limits on what it unpacks (SPEC C438). Runs in a worker thread. */
import type { FileEntry } from '@zip.js/zip.js'
import { NUMBER_MARK } from '#core/transfer/cells.ts'
import { csvLine } from '#core/transfer/csv.ts'
import { readNumbersOf, type NumberReader } from './cell-text.ts'
import { fillMerged, readColumn, readMerged, type MergedCells } from './merged-cells.ts'
import { parseXml } from './parse-xml.ts'
import { UnreadableWorkbook } from './unreadable-workbook.ts'

/** A sheet with rows. They have the numbers that they have in the workbook: the first line, which names the delimiter, is none. */
export type SheetText = { name: string; csv: string }

const SEPARATOR = 'sep=,\r\n'

/** Bytes of XML of all parts that are read, and of the texts of all sheets. */
const LARGEST_XML = 256 * 1024 * 1024
const LARGEST_TEXT = 32 * 1024 * 1024
const MOST_PARTS = 2_000
const MOST_SHEETS = 20
const MOST_STRINGS = 1_000_000
const MOST_STYLES = 65_000
const MOST_MERGED = 20_000
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/** The visible sheets that are not blank; `name`: only this one. Throws UnreadableWorkbook. */
export async function readWorkbook(bytes: Uint8Array, name?: string): Promise<SheetText[]> {
  const { Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js')
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
  const entries = await zip.getEntries().catch(() => {
    throw new UnreadableWorkbook('damaged')
  })
  const parts = openParts(entries.filter((entry) => !entry.directory))
  const { sheets, is1904 } = await readSheetNames(parts)
  const shown = sheets.filter((sheet) =>
    name === undefined ? sheet.isVisible : sheet.name === name,
  )
  if (shown.length > MOST_SHEETS) throw new UnreadableWorkbook('sheets')
  const strings = await readStrings(parts)
  const formats = await readFormats(parts, is1904)
  const texts: SheetText[] = []
  for (const { path, name: own } of shown) {
    const csv = await readSheet(parts, path, strings, formats)
    if (csv.trim()) texts.push({ name: own, csv: `${SEPARATOR}${csv}` })
  }
  if (!texts.length) throw new UnreadableWorkbook('blank')
  return texts
}

type Parts = ReturnType<typeof openParts>

function openParts(entries: FileEntry[]) {
  if (entries.length > MOST_PARTS) throw new UnreadableWorkbook('large')
  const byPath = new Map(entries.map((entry) => [entry.filename.toLowerCase(), entry]))
  if (byPath.has('xl/workbook.bin')) throw new UnreadableWorkbook('binary')
  if (byPath.has('content.xml')) throw new UnreadableWorkbook('other')
  if (entries.some(({ encrypted }) => encrypted)) throw new UnreadableWorkbook('password')
  let left = LARGEST_XML
  let textLeft = LARGEST_TEXT

  return {
    has: (path: string) => byPath.has(path.toLowerCase()),
    /** Counts bytes of the sheets' texts before they are kept: many cells can name one shared text. */
    countText(length: number): void {
      textLeft -= length
      if (textLeft < 0) throw new UnreadableWorkbook('large')
    },
    /** Unpacks a part piece by piece, whatever its size is said to be. */
    async read(path: string, onPiece: (text: string) => void): Promise<void> {
      const entry = byPath.get(path.toLowerCase())
      if (!entry) throw new UnreadableWorkbook('other')
      const decoder = new TextDecoder()
      let failure: unknown
      const pieces = new WritableStream<Uint8Array>({
        write(piece) {
          left -= piece.length
          try {
            if (left < 0) throw new UnreadableWorkbook('large')
            onPiece(decoder.decode(piece, { stream: true }))
          } catch (error) {
            failure = error
            throw error
          }
        },
      })
      // The library has its own error for a stream that fails.
      await entry.getData(pieces, { useWebWorkers: false }).catch(() => {
        throw failure ?? new UnreadableWorkbook('damaged')
      })
    },
  }
}

type SheetName = { name: string; path: string; isVisible: boolean }

async function readSheetNames(parts: Parts): Promise<{ sheets: SheetName[]; is1904: boolean }> {
  const targets = new Map<string, string>()
  await parseXml(parts, 'xl/_rels/workbook.xml.rels', {
    open: (tag, of) => void (tag === 'Relationship' && targets.set(of('Id'), of('Target'))),
  })
  const sheets: SheetName[] = []
  let is1904 = false
  await parseXml(parts, 'xl/workbook.xml', {
    open(tag, of) {
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(of('date1904'))
      if (tag !== 'sheet') return
      const target = targets.get(of('id')) ?? ''
      if (sheets.length === MOST_STYLES) throw new UnreadableWorkbook('large')
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      sheets.push({ name: of('name'), path, isVisible: !/hidden/i.test(of('state')) })
    },
  })
  // A sheet with only a chart is no worksheet.
  return { sheets: sheets.filter(({ path }) => /worksheets\//i.test(path)), is1904 }
}

async function readStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = []
  let length = 0
  if (!parts.has('xl/sharedStrings.xml')) return strings
  let text = ''
  let [isText, isReading] = [false, false]
  await parseXml(parts, 'xl/sharedStrings.xml', {
    open(tag) {
      if (tag === 'si') text = ''
      // How East Asian letters are read aloud is not part of the text.
      if (tag === 'rPh') isReading = true
      isText = tag === 't' && !isReading
    },
    text: (piece) => void (isText && (text = append(text, piece))),
    close(tag) {
      isText = false
      if (tag === 'rPh') isReading = false
      if (tag !== 'si') return
      length += text.length
      if (length > LARGEST_TEXT || strings.length > MOST_STRINGS)
        throw new UnreadableWorkbook('large')
      strings.push(unescapeText(text))
    },
  })
  return strings
}

/** The reader of numbers of each cell style. */
async function readFormats(parts: Parts, is1904: boolean): Promise<NumberReader[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  if (!parts.has('xl/styles.xml')) return []
  let isCell = false
  await parseXml(parts, 'xl/styles.xml', {
    open(tag, of) {
      if (tag === 'numFmt') codes.set(Number(of('numFmtId')), of('formatCode'))
      if (tag === 'cellXfs') isCell = true
      if (tag === 'xf' && isCell) ids.push(Number(of('numFmtId')))
      if (ids.length + codes.size > MOST_STYLES) throw new UnreadableWorkbook('large')
    },
    close: (tag) => void (tag === 'cellXfs' && (isCell = false)),
  })
  const readers = new Map(
    [...new Set(ids)].map((id) => [id, readNumbersOf(id, codes.get(id), is1904)]),
  )
  return ids.map((id) => readers.get(id) ?? PLAIN)
}

const PLAIN = readNumbersOf(0, undefined, false)
const DECIMAL = /^-?\d+\.\d+%?$/

async function readSheet(
  parts: Parts,
  path: string,
  strings: readonly string[],
  formats: readonly NumberReader[],
): Promise<string> {
  const lines: string[] = []
  const rows: number[] = []
  const merged: MergedCells[] = []
  let [line, row, column] = [1, 0, 0]
  let cells: string[] = []
  let counted = 0
  let [type, style, value] = ['', 0, '']
  let [isValue, isReading] = [false, false]

  function endCell() {
    const text = readValue(type, value, style)
    if (text === '' || column === 0) return
    const size = sizeOf(text)
    parts.countText(size)
    counted += size
    cells[column - 1] = text
  }

  function readValue(type: string, value: string, style: number): string {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'str' || type === 'inlineStr' || type === 'e') return unescapeText(value)
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
    if (type === 'd') return value.trim().replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    const text = value.trim() === '' ? '' : (formats[style] ?? PLAIN)(value.trim())
    return DECIMAL.test(text) ? text + NUMBER_MARK : text
  }

  function endRow() {
    if (!cells.length) return
    const text =
      '\r\n'.repeat(Math.max(0, row - line)) + csvLine(Array.from(cells, (cell) => cell ?? ''))
    line = Math.max(row, line) + 1
    parts.countText(Math.max(0, text.length - counted))
    lines.push(text)
    rows.push(line - 1)
  }

  await parseXml(parts, path, {
    open(tag, of) {
      if (tag === 'row') {
        row = Math.min(Number(of('r')) || row + 1, LAST_ROW)
        column = 0
        cells = []
        counted = 0
      } else if (tag === 'c') {
        column = Math.min(readColumn(of('r')) || column + 1, LAST_COLUMN)
        type = of('t')
        style = Number(of('s'))
        value = ''
      } else if (tag === 'mergeCell') {
        const cells = readMerged(of('ref'))
        if (cells && merged.length < MOST_MERGED) merged.push(cells)
      } else if (tag === 'rPh') isReading = true
      isValue = (tag === 'v' || tag === 't') && !isReading
    },
    text: (piece) => void (isValue && (value = append(value, piece))),
    close(tag) {
      isValue = false
      if (tag === 'rPh') isReading = false
      if (tag === 'c') endCell()
      if (tag === 'row') endRow()
    },
  })
  fillMerged(lines, rows, merged, parts.countText)
  return lines.join('')
}

/** Bytes of a text in an answer: JSON writes a control character as "\u0001". */
function sizeOf(text: string): number {
  const controls = text.length - text.replaceAll(/\p{Cc}/gu, '').length
  return Buffer.byteLength(text) + 5 * controls
}

/** A text can come in many pieces. */
function append(text: string, piece: string): string {
  if (text.length + piece.length > LARGEST_TEXT) throw new UnreadableWorkbook('large')
  return text + piece
}

/** Excel writes characters that XML lacks as "_x000D_". */
function unescapeText(text: string): string {
  return text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
