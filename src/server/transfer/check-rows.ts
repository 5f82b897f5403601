/** A file's lines as the records they stand for, by the same checks as the forms' (SPEC B51). */
import { MOST_NAMED_ERRORS, type CellErrors, type ColumnMatch } from '#core/transfer/import.ts'
import { parseCell } from '#core/transfer/cells.ts'
import { listUnmatched } from '#core/transfer/match-columns.ts'
import { newRecordSchema, type Entity } from '#core/entities/entity.ts'
import type { CsvLine } from './csv-file.ts'
import type { FindLink } from './links.ts'

type Values = Record<string, unknown>

/** A line with what is stored of it; `values` is undefined where a cell of it cannot be taken. */
export type CheckedRow = { line: number; values: Values | undefined; sent: Values }

/** Counts every error and keeps the first hundreds. */
export type ErrorList = CellErrors & { add: (line: number, field: string, message: string) => void }

/** Errors name the file's own titles; a field that no column fills is an error of the heading. */
export function errorList(entity: Entity, titles: string[], columns: ColumnMatch): ErrorList {
  const missing = new Set(listUnmatched(entity, columns))
  const list: ErrorList = {
    errors: [],
    errorCount: 0,
    add(line, field, message) {
      // One message at the heading in place of one for each line.
      if (line > 1 && missing.has(field)) return
      list.errorCount++
      if (list.errors.length === MOST_NAMED_ERRORS) return
      list.errors.push({ line, column: titleOf(entity, titles, columns, field), message })
    },
  }
  for (const field of missing) list.add(1, field, 'No column of the file is matched to this field')
  return list
}

/** Gives what checks one line and adds what is wrong with it to `errors`. */
export function createRowChecker(
  entity: Entity,
  columns: ColumnMatch,
  findLink: FindLink,
  errors: ErrorList,
): (line: CsvLine) => CheckedRow {
  const schema = newRecordSchema(entity.fields)
  return ({ line, cells }) => {
    const wrong = new Map<string, string>()
    const sent = sentBy(entity, columns, cells, findLink, wrong)
    const result = schema.safeParse(sent)
    for (const { path, message } of result.error?.issues ?? []) {
      const field = String(path[0])
      if (!wrong.has(field)) wrong.set(field, message)
    }
    for (const [field, message] of wrong) errors.add(line, field, message)
    return { line, sent, values: wrong.size ? undefined : result.data }
  }
}

function sentBy(
  { fields }: Entity,
  columns: ColumnMatch,
  cells: string[],
  findLink: FindLink,
  wrong: Map<string, string>,
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
    else wrong.set(name, link.message)
  }
  return sent
}

function titleOf(entity: Entity, titles: string[], columns: ColumnMatch, field: string): string {
  const at = columns.indexOf(field)
  return titles[at] ?? entity.fields[field]?.label ?? field
}
