/** The text of CSV files: cells, quoted (RFC 4180), with formulas made harmless (SPEC B50). */
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Control, Fields } from '#core/fields/fields.ts'

/** A column of a CSV file and what of a record stands in it. */
export type CsvColumn = { name: string; title: string; control: Control }

type Labelled = Pick<AnyRecord, 'labels'> & Record<string, unknown>

/** Excel takes a file without it for Windows-1252 and garbles "Łukasz". */
export const BYTE_ORDER_MARK = '\uFEFF'

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/
/**
 * A spreadsheet runs a cell that begins so, some in full width too. The quotes: what was defused once has
 * to survive a second time.
 */
const LIKE_A_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** Every field of the declaration is a column, titled by its label. */
export function csvColumns(fields: Fields): CsvColumn[] {
  return Object.entries(fields).map(([name, { label, control }]) => ({
    name,
    title: label,
    control,
  }))
}

export function headingLine(columns: readonly CsvColumn[]): string {
  return csvLine(columns.map(({ title }) => title))
}

/** A record as a line: days and amounts as the API answers them, links by their labels, lists as JSON. */
export function recordLine(columns: readonly CsvColumn[], record: Labelled): string {
  return csvLine(columns.map((column) => formatCell(column, record)))
}

/** Cells as a line of the file, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`
}

/** `=1+1` → `'=1+1`: read as text by a spreadsheet. `-12.00` stays the number it is. */
export function escapeFormula(cell: string): string {
  return LIKE_A_FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell
}

/** What was defused, as it was before. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && LIKE_A_FORMULA.test(cell) ? cell.slice(1) : cell
}

function quote(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function formatCell({ name, control }: CsvColumn, record: Labelled): string {
  if (control === 'reference') return record.labels[name] ?? ''
  const value = record[name]
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return Array.isArray(value) && !value.length ? '' : JSON.stringify(value)
}
