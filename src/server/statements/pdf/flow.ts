/** Rows that follow each other down the pages: what belongs together stays together, and nothing is cut off. */
import {
  addPage,
  BOTTOM,
  lineHeight,
  MARGIN,
  toPrintable,
  rule,
  measureWidth,
  WIDTH,
  drawLine,
  type Sheet,
  type Style,
} from './sheet.ts'
import { wrapText } from './wrap.ts'

/** `width`: where it may be wider than its cell. */
export type TextPart = Style & { text: string; width?: number }

/** Parts stand one below the other. */
export type Cell = { x: number; width: number; parts: TextPart[] }

export type Row = {
  cells: Cell[]
  before?: number
  after?: number
  /** The colour of a rule across the page above it, or below it. */
  above?: string
  below?: string
  /** The colour behind it. */
  behind?: string
  /** Never at a page's end without the row that follows. */
  keep?: boolean
  /** What stands above it where it begins, or goes on, on a further page: the head of its table. */
  head?: Row[]
}

type Line = { text: string; style: Style; x: number; width: number; top: number; height: number }

type LaidRow = Row & { lines: Line[]; height: number }

const PAGE = BOTTOM - MARGIN

/** `pageHead`: rows that each further page begins with. */
export function flow(sheet: Sheet, rows: Row[], pageHead: Row[] = []): void {
  const laid = rows.map((row) => layOut(sheet, row))
  for (const [index, row] of laid.entries()) {
    const head = [...pageHead, ...(row.head ?? [])]
    if (sheet.y > sheet.top && !fits(sheet, laid, index)) turnPage(sheet, head)
    place(sheet, row, head)
  }
}

/** Text below its own width's start: the commonest cell. */
export function cell(x: number, width: number, text: string, style: Style = {}): Cell {
  return { x, width, parts: [{ ...style, text }] }
}

function layOut(sheet: Sheet, row: Row): LaidRow {
  const lines = row.cells.flatMap((one) => splitLines(sheet, one))
  const bottom = Math.max(0, ...lines.map(({ top, height }) => top + height))
  return { ...row, lines, height: (row.before ?? 0) + bottom + (row.after ?? 0) }
}

function splitLines(sheet: Sheet, { x, width, parts }: Cell): Line[] {
  const lines: Line[] = []
  let top = 0
  for (const { text: wanted, width: own = width, ...given } of parts) {
    const text = toPrintable(sheet, wanted)
    const style = isAmount(given, text)
      ? { ...given, size: cellSize(sheet, text, own, given) }
      : given
    const height = lineHeight(given)
    const fits = (piece: string) => measureWidth(sheet, piece, style) <= own
    for (const line of wrapText(text, fits)) {
      lines.push({ text: line, style, x, width: own, top, height })
      top += height
    }
  }
  return lines
}

/** What is taller than half a page is divided: it would leave too much of this one empty. */
function fits(sheet: Sheet, rows: LaidRow[], index: number): boolean {
  const room = BOTTOM - sheet.y
  const chain = together(rows, index)
  const whole = rowHeight(chain) - (chain.at(-1)?.after ?? 0)
  if (whole <= PAGE / 2) return whole <= room
  const start = chain.map((row) => Math.min(row.height, SHORTEST_PART))
  return start.reduce((sum, height) => sum + height, 0) <= room
}

/** Of a row that is divided at least so much stands on the page where it begins. */
const SHORTEST_PART = 60

/** An amount that is wider than its column is printed smaller: broken over lines it would read as two. */
function isAmount({ align }: Style, text: string): boolean {
  return align === 'right' && /^[-$]*[\d,.]+$/.test(text)
}

function cellSize(sheet: Sheet, text: string, width: number, style: Style): number {
  const { size = 9 } = style
  // A little less than the width: what is measured is rounded.
  return Math.min(size, (size * (width - 0.5)) / measureWidth(sheet, text, style))
}

/** A row with those that it must not be parted from. */
function together(rows: LaidRow[], from: number): LaidRow[] {
  const end = rows.findIndex(({ keep }, index) => index >= from && !keep)
  return rows.slice(from, end < 0 ? rows.length : end + 1)
}

function rowHeight(rows: LaidRow[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0)
}

function turnPage(sheet: Sheet, head: Row[]): void {
  addPage(sheet)
  for (const row of head) place(sheet, layOut(sheet, row), [])
  sheet.top = sheet.y
}

/** A row that is taller than what is left goes on below the next page's head. */
function place(sheet: Sheet, row: LaidRow, head: Row[]): void {
  decorate(sheet, row)
  sheet.y += row.before ?? 0
  let left = row.lines
  while (left.length) {
    const [here, further] = splitRow(left, BOTTOM - sheet.y)
    const first = sheet.y === sheet.top ? left.slice(0, 1) : []
    const drawn = here.length ? here : first
    for (const line of drawn) {
      drawLine(sheet, line.text, { ...line, y: sheet.y + line.top }, line.style)
    }
    const rest = here.length ? further : left.slice(drawn.length)
    if (!rest.length) sheet.y += Math.max(...drawn.map(({ top, height }) => top + height))
    else turnPage(sheet, head)
    const start = Math.min(...rest.map(({ top }) => top))
    left = rest.map((line) => ({ ...line, top: line.top - start }))
  }
  sheet.y += row.after ?? 0
  if (row.below) rule(sheet, sheet.y - (row.after ?? 0) / 2, row.below)
}

function splitRow(lines: Line[], room: number): [here: Line[], further: Line[]] {
  const fits = ({ top, height }: Line) => top + height <= room
  return [lines.filter(fits), lines.filter((line) => !fits(line))]
}

function decorate(sheet: Sheet, { above, behind, before = 0, height }: LaidRow): void {
  if (above) rule(sheet, sheet.y + before / 2, above)
  if (behind) sheet.pdf.roundedRect(MARGIN, sheet.y, WIDTH, height - 6, 4).fill(behind)
}
