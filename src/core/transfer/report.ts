/** A report or a template as a file: its CSV file and its workbook have the same rows (SPEC C500). */
import type { Control } from '#core/fields/field.ts'
import { BYTE_ORDER_MARK, csvLine, type FileColumn } from './csv.ts'

export type Report = ReportContent & {
  /** The name of the file without its ending: letters, digits, periods and dashes only. */
  file: string
}

export type ReportContent = {
  columns: readonly FileColumn[]
  /** A cell for each column, as text: days and amounts as in the API. */
  rows: readonly (readonly string[])[]
  /** For a program that takes no titles. */
  untitled?: boolean
}

/** The columns in this order, by their titles: `{ Payee: 'text', Gross: 'money' }`. */
export function reportColumns(controls: Readonly<Record<string, Control>>): FileColumn[] {
  return Object.entries(controls).map(([title, control]) => ({ title, control }))
}

export function reportText(report: ReportContent): string {
  return BYTE_ORDER_MARK + reportLines(report)
}

/** Without the byte order mark, which some programs take for a part of the first title. */
export function reportLines(report: ReportContent): string {
  return reportRows(report).map(csvLine).join('')
}

/** The titles, if the file has them, and the rows. */
export function reportRows({ columns, rows, untitled = false }: ReportContent): Report['rows'] {
  return untitled ? rows : [columns.map(({ title }) => title), ...rows]
}
