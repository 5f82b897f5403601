/** A row of a printed page, and its text broken into lines. */
import {
  lineHeight,
  measureWidth,
  toPrintable,
  type Sheet,
  type Style,
  type TextLine,
} from './sheet.ts'
import { wrapText } from './wrap.ts'

/** `width`: set if the text may be wider than its cell. */
export type TextPart = Style & { text: string; width?: number }

/** A cell of a row. Its parts are printed one below the other. */
export type Cell = { x: number; width: number; parts: TextPart[] }

/** Sizes are in points, colors in "#rrggbb". */
export type Row = {
  cells: Cell[]
  before?: number
  after?: number
  /** The color of a line across the page, above or below the row. */
  ruleAbove?: string
  ruleBelow?: string
  background?: string
  /** Keeps the row on one page with the next row. */
  keep?: boolean
  /** Repeated above the row when it begins or continues on a new page. */
  tableHead?: Row[]
}

/** `top` counts from the top of the row. */
export type RowLine = Omit<TextLine, 'y'> & { top: number; height: number }

export type LaidOutRow = Row & { lines: RowLine[]; height: number }

export function textCell(x: number, width: number, text: string, style: Style = {}): Cell {
  return { x, width, parts: [{ ...style, text }] }
}

export function layOutRow(sheet: Sheet, row: Row): LaidOutRow {
  const lines = row.cells.flatMap((cell) => layOutCell(sheet, cell))
  return { ...row, lines, height: (row.before ?? 0) + findBottom(lines) + (row.after ?? 0) }
}

/** The bottom of the lowest line. */
export function findBottom(lines: RowLine[]): number {
  return Math.max(0, ...lines.map(({ top, height }) => top + height))
}

function layOutCell(sheet: Sheet, { x, width: cellWidth, parts }: Cell): RowLine[] {
  const lines: RowLine[] = []
  let top = 0
  for (const { text: given, width = cellWidth, ...style } of parts) {
    const text = toPrintable(sheet, given)
    const fitted = isAmount(text, style) ? shrinkToFit(sheet, text, width, style) : style
    const height = lineHeight(style)
    const fits = (piece: string) => measureWidth(sheet, piece, fitted) <= width
    for (const line of wrapText(text, fits)) {
      lines.push({ text: line, style: fitted, x, width, top, height })
      top += height
    }
  }
  return lines
}

function isAmount(text: string, { align }: Style): boolean {
  return align === 'right' && /^[-$]*[\d,.]+$/.test(text)
}

/** An amount wider than its column is printed smaller: on two lines it would read as two amounts. */
function shrinkToFit(sheet: Sheet, text: string, width: number, style: Style): Style {
  const { size = 9 } = style
  // Half a point less than the width, because measured widths are rounded.
  const fittingSize = (size * (width - 0.5)) / measureWidth(sheet, text, style)
  return { ...style, size: Math.min(size, fittingSize) }
}
