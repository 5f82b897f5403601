/** Turns a file's rows into records with the same checks as the forms (SPEC B51). */
import { MOST_NAMED_ERRORS, type CellErrors, type ColumnMatch } from '#core/transfer/import.ts'
import { parseCell } from '#core/transfer/cells.ts'
import { listUnmatched } from '#core/transfer/match-columns.ts'
import { newRecordSchema, type Entity } from '#core/entities/entity.ts'
import type { CsvLine } from './csv/read-csv.ts'
import type { FindLink } from './links.ts'

type Values = Record<string, unknown>

/** `values`: the record to store, undefined if a cell is invalid. `sent`: the values before the checks. */
export type CheckedRow = { line: number; values: Values | undefined; sent: Values }

/** Counts all errors and keeps the first ones. */
export type ErrorList = CellErrors & { add: (line: number, field: string, message: string) => void }

/** Errors name the file's column titles. A required field without a column is one error of the heading. */
export function createErrorList(entity: Entity, titles: string[], columns: ColumnMatch): ErrorList {
  const missing = new Set(listUnmatched(entity, columns))
  const list: ErrorList = {
    errors: [],
    errorCount: 0,
    add(line, field, message) {
      // Reported once at the heading instead of once per row.
      if (line > 1 && missing.has(field)) return
      list.errorCount++
      if (list.errors.length === MOST_NAMED_ERRORS) return
      list.errors.push({ line, column: findTitle(entity, titles, columns, field), message })
    },
  }
  for (const field of missing) list.add(1, field, 'Required field: match a column to it')
  return list
}

/** Returns the function that checks one row and adds its errors to `errors`. */
export function createRowChecker(
  entity: Entity,
  columns: ColumnMatch,
  findLink: FindLink,
  errors: ErrorList,
): (line: CsvLine) => CheckedRow {
  const schema = newRecordSchema(entity.fields)
  return ({ line, cells }) => {
    const invalid = new Map<string, string>()
    const sent = readCells(entity, columns, cells, findLink, invalid)
    const result = schema.safeParse(sent)
    for (const { path, message } of result.error?.issues ?? []) {
      const field = String(path[0])
      if (!invalid.has(field)) invalid.set(field, message)
    }
    for (const [field, message] of invalid) errors.add(line, field, message)
    return { line, sent, values: invalid.size ? undefined : result.data }
  }
}

/** Adds the message of each link that is not found to `invalid`. */
function readCells(
  { fields }: Entity,
  columns: ColumnMatch,
  cells: string[],
  findLink: FindLink,
  invalid: Map<string, string>,
): Values {
  const sent: Values = {}
  for (const [at, name] of columns.entries()) {
    const field = name === null ? undefined : fields[name]
    const cell = cells[at] ?? ''
    if (name === null || !field) continue
    if (!field.to || cell.trim() === '') {
      sent[name] = parseCell(field, cell)
      continue
    }
    const link = findLink(field.to, cell.trim())
    if ('id' in link) sent[name] = link.id
    else invalid.set(name, link.message)
  }
  return sent
}

function findTitle(entity: Entity, titles: string[], columns: ColumnMatch, field: string): string {
  const at = columns.indexOf(field)
  return titles[at] ?? entity.fields[field]?.label ?? field
}
