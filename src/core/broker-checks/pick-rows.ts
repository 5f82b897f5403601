/** Picks the rows of the account's brokers out of a file of FMCSA or DOT (SPEC C229). */
import { formatInteger } from '#core/pluralize.ts'
import { toNfc } from '#core/to-nfc.ts'
import { openCsvStream, UnreadableFile } from '#core/transfer/csv-stream.ts'
import { FILES, normalizeTitle, recognizeFile, type FileKind, type FileRow } from './file-kinds.ts'
import type { NumberKey } from './numbers.ts'
import { rowKeys } from './row-keys.ts'

/** `titles`: the titles of the kept columns. `rowCount`: the rows of the whole file. */
export type PickedFile = { kind: FileKind; titles: string[]; rows: FileRow[]; rowCount: number }

export const fileMessages = {
  packed: 'This file is compressed. Unzip it first, then choose the CSV file.',
  notText: 'This is not a CSV file in UTF-8.',
  empty: 'The file is empty.',
  noRows: 'The file has column names but no rows.',
  unknown:
    'Haulbook can’t read this file. Choose the broker authority file (Motus Carrier), the bond file (Motus Insur) or Company Census, as CSV with column names.',
}

/** The maximum number of characters in a kept cell. */
export const LONGEST_CELL = 200
/** The maximum number of rows that are kept from one file. An account has a few hundred brokers, and a broker has a few rows. */
export const MAX_ROWS = 20_000

const ZIP = 'PK\u0003\u0004'
const GZIP = '\u001F'
const FORMAT_LENGTH = 4

/** `keys`: the numbers of the brokers. Push the text of the file in pieces, then end. Both throw UnreadableFile. */
export function openPicker(keys: ReadonlySet<NumberKey>) {
  const rows: FileRow[] = []
  let kind: FileKind | undefined
  let columns: [position: number, title: string][] = []
  /** The first characters, until they show the format. Null afterward. */
  let start: string | null = ''

  function readHeading(titles: string[]): boolean[] {
    kind = recognizeFile(titles) ?? undefined
    if (!kind) throw new UnreadableFile(fileMessages.unknown)
    columns = keptColumns(kind, titles)
    const wanted = new Set(columns.map(([position]) => position))
    return titles.map((_, position) => wanted.has(position))
  }

  function readRow(cells: string[]) {
    if (!kind) return
    const row: Record<string, string> = {}
    for (const [position, title] of columns) if (cells[position]) row[title] = cells[position]
    if (!rowKeys(kind, row).some((key) => keys.has(key))) return
    rows.push(cleanRow(row))
    if (rows.length > MAX_ROWS)
      throw new UnreadableFile(`More than ${formatInteger(MAX_ROWS)} rows are about your brokers.`)
  }

  const csv = openCsvStream(readHeading, readRow)

  function push(piece: string, isLast: boolean) {
    const text = (start ?? '') + piece
    if (start !== null && text.length < FORMAT_LENGTH && !isLast) {
      start = text
      return
    }
    if (start !== null) rejectOtherFormats(text)
    start = null
    if (text.includes('\0')) throw new UnreadableFile(fileMessages.notText)
    csv.push(text)
  }

  return {
    push: (piece: string) => push(piece, false),
    end(): PickedFile {
      push('', true)
      const rowCount = csv.end()
      if (!kind) throw new UnreadableFile(fileMessages.empty)
      if (!rowCount) throw new UnreadableFile(fileMessages.noRows)
      return { kind, titles: columns.map(([, title]) => title), rows, rowCount }
    },
  }
}

/** Checks the content, because the name of a file is not reliable. */
function rejectOtherFormats(start: string): void {
  if (start.startsWith(ZIP) || start.startsWith(GZIP)) throw new UnreadableFile(fileMessages.packed)
}

/** The first column of each title that is kept. */
function keptColumns(kind: FileKind, titles: string[]): [position: number, title: string][] {
  const names = titles.map(normalizeTitle)
  return Object.keys(FILES[kind].kept).flatMap((title): [number, string][] => {
    const position = names.indexOf(title)
    return position === -1 ? [] : [[position, title]]
  })
}

/** Puts each cell on one line, and removes hidden characters and blank cells. */
export function cleanRow(row: FileRow): FileRow {
  const cleaned = Object.entries(row).map(([title, cell]) => [title, cleanCell(cell)] as const)
  return Object.fromEntries(cleaned.filter(([, cell]) => cell !== ''))
}

const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}]+/gu

function cleanCell(cell: string): string {
  const visible = toNfc(cell.replaceAll(HIDDEN, ' '))
  return visible.trim().slice(0, LONGEST_CELL).toWellFormed().trim()
}
