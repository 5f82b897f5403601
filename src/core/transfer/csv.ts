/** Writes CSV files (RFC 4180). Spreadsheet formulas are escaped (SPEC B50). */
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Control, Fields } from '#core/fields/field.ts'

/** A column of a CSV file or a workbook. */
export type FileColumn = { title: string; control: Control }

/** A column of records. `name` is the field of the record. */
export type CsvColumn = FileColumn & { name: string }

export type LabeledRecord = Pick<AnyRecord, 'labels'> & Record<string, unknown>

/** Without a byte order mark, Excel reads a file as Windows-1252, and "Łukasz" is garbled. */
export const BYTE_ORDER_MARK = '\uFEFF'

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/
/**
 * A spreadsheet runs a cell that begins like this. Some spreadsheets even accept full-width characters. Leading quotes
 * are included because an escaped cell must survive another export and import.
 */
const FORMULA_START = /^'*[=+\-@＝＋－＠\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** One column per field, with the field's label as title. */
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

/** Days and amounts are written as in the API, links as labels, lists as JSON. */
export function recordLine(columns: readonly CsvColumn[], record: LabeledRecord): string {
  return csvLine(recordCells(columns, record))
}

export function recordCells(columns: readonly CsvColumn[], record: LabeledRecord): string[] {
  return columns.map((column) => formatCell(column, record))
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`
}

/** `=1+1` → `'=1+1`, which a spreadsheet reads as text. The number `-12.00` stays unchanged. */
export function escapeFormula(cell: string): string {
  return FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell
}

/** Reverses `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell
}

function quote(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The text of a cell, as in a CSV file but without its escapes. */
function formatCell({ name, control }: CsvColumn, record: LabeledRecord): string {
  if (control === 'reference') return record.labels[name] ?? ''
  const value = record[name]
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return Array.isArray(value) && !value.length ? '' : JSON.stringify(value)
}
