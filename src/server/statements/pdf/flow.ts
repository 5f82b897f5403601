/** Draws rows one below the other, from page to page. */
import { findBottom, layOutRow, type LaidOutRow, type Row, type RowLine } from './row.ts'
import { addPage, BOTTOM, drawRule, drawText, MARGIN, WIDTH, type Sheet } from './sheet.ts'

const PAGE_HEIGHT = BOTTOM - MARGIN

/** The minimum height of the first part of a row that continues on the next page. */
const SHORTEST_PART = 60

/** Draws below the existing rows. Each new page begins with `pageHead` and the row's table head. */
export function drawRows(sheet: Sheet, rows: Row[], pageHead: Row[] = []): void {
  const laidOut = rows.map((row) => layOutRow(sheet, row))
  for (const [index, row] of laidOut.entries()) {
    const heads = [...pageHead, ...(row.tableHead ?? [])]
    const isPageEmpty = sheet.y === sheet.firstRowY
    if (!isPageEmpty && !fitsOnPage(sheet, collectKeptRows(laidOut, index))) startPage(sheet, heads)
    drawRow(sheet, row, heads)
  }
}

/** The row at `index` with the rows that must be on the same page. */
function collectKeptRows(rows: LaidOutRow[], index: number): LaidOutRow[] {
  const last = rows.findIndex(({ keep }, other) => other >= index && !keep)
  return rows.slice(index, last < 0 ? rows.length : last + 1)
}

/** Rows taller than half a page may be divided: moving them to the next page would leave a large gap. */
function fitsOnPage(sheet: Sheet, rows: LaidOutRow[]): boolean {
  const room = BOTTOM - sheet.y
  const height = addHeights(rows) - (rows.at(-1)?.after ?? 0)
  if (height <= PAGE_HEIGHT / 2) return height <= room
  return addHeights(rows.map(({ height }) => ({ height: Math.min(height, SHORTEST_PART) }))) <= room
}

function addHeights(rows: { height: number }[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0)
}

function startPage(sheet: Sheet, heads: Row[]): void {
  addPage(sheet)
  for (const row of heads) drawRow(sheet, layOutRow(sheet, row), [])
  sheet.firstRowY = sheet.y
}

/** A row taller than the rest of the page continues on the next page, below `heads`. */
function drawRow(sheet: Sheet, row: LaidOutRow, heads: Row[]): void {
  const { before = 0, after = 0, ruleBelow } = row
  drawDecoration(sheet, row)
  sheet.y += before
  let lines = row.lines
  while (lines.length > 0) {
    const [fitting, rest] = splitAtPageEnd(sheet, lines)
    for (const { top, ...line } of fitting) drawText(sheet, { ...line, y: sheet.y + top })
    if (rest.length > 0) startPage(sheet, heads)
    else sheet.y += findBottom(fitting)
    lines = moveToTop(rest)
  }
  sheet.y += after
  if (ruleBelow) drawRule(sheet, sheet.y - after / 2, ruleBelow)
}

function splitAtPageEnd(sheet: Sheet, lines: RowLine[]): [fitting: RowLine[], rest: RowLine[]] {
  const room = BOTTOM - sheet.y
  const fits = ({ top, height }: RowLine) => top + height <= room
  const fitting = lines.filter(fits)
  // A line taller than a whole page is drawn anyway. Otherwise pages would be added forever.
  if (fitting.length === 0 && sheet.y === sheet.firstRowY)
    return [lines.slice(0, 1), lines.slice(1)]
  return [fitting, lines.filter((line) => !fits(line))]
}

function moveToTop(lines: RowLine[]): RowLine[] {
  const start = Math.min(...lines.map(({ top }) => top))
  return lines.map((line) => ({ ...line, top: line.top - start }))
}

function drawDecoration(sheet: Sheet, row: LaidOutRow): void {
  const { ruleAbove, background, before = 0, height } = row
  if (ruleAbove) drawRule(sheet, sheet.y + before / 2, ruleAbove)
  if (background) sheet.pdf.roundedRect(MARGIN, sheet.y, WIDTH, height - 6, 4).fill(background)
}
