/**
 * Reads a CSV file that is too large for memory, piece by piece (SPEC C229). Every row is checked: a quotation mark in the wrong
 * place would hide the rows after it.
 */

/** Thrown if a file cannot be read. The message says which row and why. */
export class UnreadableFile extends Error {}

/** The maximum number of characters in a row. The longest rows of these files have a few thousand. */
const LONGEST_ROW = 100_000
const MAX_COLUMNS = 400

/** Selects the columns that are read, by position; null if the row is above the heading. */
type SelectColumns = (titles: string[]) => boolean[] | null

/** `line`: the row number in a spreadsheet. Blank rows count, line breaks within a cell do not. */
type OnRow = (cells: string[], line: number) => void

export type CsvStream = {
  /** Reads the next piece. Throws UnreadableFile. */
  push: (piece: string) => void
  /** The number of rows without the heading and blank rows. Throws UnreadableFile if the file ends within a cell. */
  end: () => number
}

type Place = 'start' | 'plain' | 'quoted' | 'closed'

const QUOTE = 0x22
const COMMA = 0x2c
const LINE_FEED = 0x0a
const RETURN = 0x0d

/**
 * `onHeading` gets the titles and may throw. `onRow` gets the cells of a row; cells of columns that are not read are blank.
 * The pieces are text without a byte order mark, split at any position.
 */
export function openCsvStream(onHeading: SelectColumns, onRow: OnRow): CsvStream {
  let place: Place = 'start'
  let cells: string[] = []
  /** The beginning of the current cell, from earlier pieces. */
  let before = ''
  let rowLength = 0
  let line = 1
  let wanted: boolean[] | null = null
  let rows = 0

  function fail(why: string): never {
    throw new UnreadableFile(`Row ${line.toLocaleString('en-US')} ${why}`)
  }

  function endCell(piece: string, from: number, to: number, endsRow: boolean) {
    const isWanted = wanted?.[cells.length] ?? true
    cells.push(isWanted ? readCell(before + piece.slice(from, to), place, endsRow) : '')
    if (cells.length > MAX_COLUMNS) fail(`has more than ${MAX_COLUMNS} columns`)
    rowLength += to + 1 - from
    before = ''
    place = 'start'
  }

  function endRow() {
    const isBlank = cells.length === 1 && rowLength < 3
    if (!isBlank) takeRow()
    cells = []
    rowLength = 0
    line++
  }

  function takeRow() {
    if (!wanted) {
      wanted = onHeading(cells)
      return
    }
    if (cells.length !== wanted.length)
      fail(`has ${cells.length} columns, expected ${wanted.length}`)
    rows++
    onRow(cells, line)
  }

  function checkLength() {
    if (rowLength + before.length <= LONGEST_ROW) return
    fail(place === 'quoted' ? OPEN_QUOTE : 'is too long')
  }

  return {
    push(piece) {
      let from = 0
      for (let at = 0; at < piece.length; at++) {
        const code = piece.charCodeAt(at)
        if (place === 'quoted') {
          if (code === QUOTE) place = 'closed'
        } else if (code === COMMA || code === LINE_FEED) {
          endCell(piece, from, at, code === LINE_FEED)
          from = at + 1
          if (code === LINE_FEED) endRow()
        } else if (code === QUOTE) {
          if (place === 'plain') fail('has a quotation mark inside a cell')
          // Two quotation marks mean one quotation mark in the text.
          place = 'quoted'
        } else if (place === 'closed') {
          if (code !== RETURN) fail('has text after a closing quotation mark')
        } else place = 'plain'
      }
      before += piece.slice(from)
      checkLength()
    },
    end() {
      if (place === 'quoted') fail(OPEN_QUOTE)
      if (before || cells.length) {
        endCell('', 0, 0, true)
        endRow()
      }
      return rows
    },
  }
}

const OPEN_QUOTE = 'has a quotation mark that is never closed'

/** A row ends with a line feed, or with a carriage return and a line feed. */
function readCell(text: string, place: Place, endsRow: boolean): string {
  const bare = endsRow && text.endsWith('\r') ? text.slice(0, -1) : text
  return place === 'closed' ? bare.slice(1, -1).replaceAll('""', '"') : bare
}
