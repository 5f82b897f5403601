/** Collects the errors of a file: the first ones one by one, and all of them by cause (SPEC B51, C58). */
import {
  LISTED_LINES,
  MAX_NAMED_ERRORS,
  type CellErrors,
  type ColumnMatch,
  type ErrorCause,
} from '#core/transfer/import.ts'
import { listUnmatched } from '#core/transfer/match-columns.ts'
import { fieldsOfColumn } from '#core/transfer/combined-columns.ts'
import type { ImportList } from '#core/transfer/import-list.ts'

/** `cause`: the message without the value, if it names one. */
type AddError = (line: number, field: string, message: string, cause?: string) => void

/** `cause`: the message without the value of the cell. */
export type Problem = { message: string; cause?: string }

export type ErrorList = CellErrors & { add: AddError }

const NO_COLUMN = 'Required field: match a column to it'

/**
 * Errors name the file's column titles. A required field without a column is one error of the heading; with `allNew` it is
 * known before the first row.
 */
export function createErrorList(
  entity: ImportList,
  { titles, heading }: { titles: string[]; heading: number },
  columns: ColumnMatch,
  allNew: boolean,
): ErrorList {
  const missing = new Set(listUnmatched(entity, columns))
  const causes = new Map<string, ErrorCause>()
  const list: ErrorList = { errors: [], errorCount: 0, causes: [], add }

  function add(line: number, field: string, message: string, cause = message): void {
    if (line > heading && missing.has(field)) {
      if (!causes.has(`${field} ${NO_COLUMN}`)) add(heading, field, NO_COLUMN)
      return
    }
    list.errorCount++
    const column = findTitle(entity, titles, columns, field)
    const known = causes.get(`${field} ${cause}`)
    if (known) {
      known.count++
      known.message = cause
      if (known.lines.length < LISTED_LINES) known.lines.push(line)
    } else if (list.causes.length < MAX_NAMED_ERRORS) {
      const first = { column, message, count: 1, lines: [line] }
      causes.set(`${field} ${cause}`, first)
      list.causes.push(first)
    }
    if (list.errors.length < MAX_NAMED_ERRORS) list.errors.push({ line, column, message })
  }

  if (allNew) for (const field of missing) add(heading, field, NO_COLUMN)
  return list
}

/** The errors in the order of the rows. */
export function toCellErrors({ errors, errorCount, causes }: ErrorList): CellErrors {
  const inOrder = errors.toSorted((a, b) => a.line - b.line)
  const byFirstLine = causes.toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
  return { errors: inOrder, errorCount, causes: byFirstLine }
}

function findTitle(
  entity: ImportList,
  titles: string[],
  columns: ColumnMatch,
  field: string,
): string {
  const at = columns.findIndex((name) => name && fieldsOfColumn(entity, name).includes(field))
  return titles[at] ?? entity.fields[field]?.label ?? field
}
