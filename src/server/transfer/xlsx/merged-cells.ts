/**
 * Cells that are merged over several rows: a truck's number beside all of its loads (SPEC C514). A workbook has their value only in the
 * first row, and a person sees it at each.
 */
import { parse } from 'csv-parse/sync'
import { MERGED_MARK } from '#core/transfer/cells.ts'
import { csvLine, unescapeFormula } from '#core/transfer/csv.ts'
import { UnreadableWorkbook } from './unreadable-workbook.ts'

/** The rows and the first column of merged cells, from 1. */
export type MergedCells = { column: number; from: number; to: number }

/** Rows of all merged cells. Cells that overlap would have them without end. */
const MOST_VISITED = 2_000_000

/** Null for cells of one row: a title above a table. */
export function readMerged(ref: string): MergedCells | null {
  const [, first = '', from, last] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/i.exec(ref) ?? []
  const cells = { column: readColumn(first), from: Number(from), to: Number(last) }
  return cells.column > 0 && cells.to > cells.from ? cells : null
}

/** "BC12" → 55. 0 without a column. */
export function readColumn(address: string): number {
  const letters = /^[A-Z]{1,3}/i.exec(address)?.[0].toUpperCase() ?? ''
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/**
 * Writes the value of merged cells into each of their rows in `lines`, whose numbers are `rows`. `countText` gets the bytes that this adds.
 */
export function fillMerged(
  lines: string[],
  rows: readonly number[],
  merged: readonly MergedCells[],
  countText: (length: number) => void,
): void {
  const places = new Map(rows.map((row, at) => [row, at]))
  const opened = new Map<number, string[]>()

  function open(row: number): string[] | undefined {
    const at = places.get(row)
    if (at === undefined) return undefined
    const cells = opened.get(at) ?? readLine(lines[at] ?? '')
    opened.set(at, cells)
    return cells
  }

  let visited = 0
  for (const { column, from, to } of merged) {
    visited += to - from + 1
    if (visited > MOST_VISITED) throw new UnreadableWorkbook('large')
    const value = open(from)?.[column - 1]
    if (!value) continue
    for (let row = from; row <= to; row++) {
      const cells = open(row)
      if (!cells) continue
      countText(Buffer.byteLength(value) + MERGED_MARK.length)
      while (cells.length < column) cells.push('')
      cells[column - 1] = value + MERGED_MARK
    }
  }
  for (const [at, cells] of opened) {
    const [blank = ''] = /^(?:\r\n)*/.exec(lines[at] ?? '') ?? []
    lines[at] = blank + csvLine(cells)
  }
}

function readLine(line: string): string[] {
  const [cells = []]: string[][] = parse(line.replace(/^(?:\r\n)+/, ''), {
    relax_column_count: true,
  })
  return cells.map(unescapeFormula)
}
