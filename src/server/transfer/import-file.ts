/** Imports a file into an account, completely or not at all (SPEC B51, B52). */
import { pluralize } from '#core/pluralize.ts'
import {
  PREVIEWED_ROWS,
  type CellErrors,
  type ColumnMatch,
  type ImportCheck,
  type Imported,
} from '#core/transfer/import.ts'
import type { Entity } from '#core/entities/entity.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { codeOf, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { createErrorList, createRowChecker, type CheckedRow, type ErrorList } from './check-rows.ts'
import type { CsvFile } from './csv/csv-file.ts'
import type { CsvLine } from './csv/read-csv.ts'
import { createDuplicateFinder } from './duplicates.ts'
import { createLinkFinder } from './links.ts'
import { trackProgress } from './progress.ts'
import { rememberColumns } from './remembered.ts'
import { insertRecords } from '#server/entities/insert.ts'

export type Import = {
  userId: string
  operation: string
  entity: Entity
  file: CsvFile
  columns: ColumnMatch
}

/** Reports what an import would do, and writes nothing. Throws 400 for a file that cannot be read. */
export async function checkImport(database: Database, given: Import): Promise<ImportCheck> {
  const preview: CsvLine[] = []
  let rows = 0
  const errors = await checkRows(database, given, async (checked, lines) => {
    rows += checked.length
    preview.push(...lines.slice(0, PREVIEWED_ROWS - preview.length))
  })
  if (!rows) throw noRows()
  const { titles } = given.file
  return { titles, columns: given.columns, rows, preview, ...toCellErrors(errors) }
}

/**
 * Inserts all records and stores the column matching in one transaction. The same request again gets the first
 * response (SPEC B23). Throws 400 with the errors of all rows.
 */
export async function runImport(
  database: Database,
  given: Import,
  request: Repeatable & { key: string },
): Promise<Imported> {
  const total = await given.file.countRows()
  if (!total) throw noRows()
  const progress = trackProgress(database, given.userId, request.key)
  const { userId, operation, entity, file, columns } = given
  let started = false
  try {
    return await runIdempotent(database, userId, request, async (work) => {
      await progress.start(total)
      started = true
      let done = 0
      const errors = await checkRows(work, given, async (checked, _lines, found) => {
        const records = checked.flatMap(({ values }) => (values ? [values] : []))
        if (!found.errorCount) await insertRecords(work, { id: operation, userId }, entity, records)
        done += checked.length
        await progress.reached(done, total)
      })
      if (errors.errorCount) throw invalidRows(errors)
      await rememberColumns(work, userId, entity, file.titles, columns)
      await progress.done(work, total)
      return { imported: done }
    })
  } catch (error) {
    // If the key belongs to another import, that import's state must not change.
    if (started) await progress.refused(total).catch(() => undefined)
    throw CHANGED.has(codeOf(error)) ? recordsChanged() : error
  }
}

type Each = (rows: CheckedRow[], lines: CsvLine[], errors: ErrorList) => Promise<void>

/** Checks all rows in batches of about 200. Other requests run between the batches. */
async function checkRows(work: Database | Work, given: Import, each: Each): Promise<ErrorList> {
  const { userId, entity, file, columns } = given
  const errors = createErrorList(entity, file.titles, columns)
  const check = createRowChecker(
    entity,
    columns,
    await createLinkFinder(work, userId, entity.fields),
    errors,
  )
  const findDuplicates = createDuplicateFinder(work, userId, entity, errors)
  for await (const lines of file.readRows()) {
    const rows = lines.map(check)
    await findDuplicates(rows)
    await each(rows, lines, errors)
  }
  return errors
}

function noRows(): RequestError {
  return new RequestError(400, 'The file has no rows below the heading')
}

function toCellErrors({ errors, errorCount }: ErrorList): CellErrors {
  const inOrder = errors.toSorted((a, b) => a.line - b.line)
  return { errors: inOrder, errorCount }
}

function invalidRows(errors: ErrorList): RequestError {
  const message = `${pluralize(errors.errorCount, 'error')} found; nothing was imported`
  return new RequestError(400, message, { more: toCellErrors(errors) })
}

/** Errors of a duplicate or a missing link that appeared after the row was checked. */
const CHANGED = new Set([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION])

function recordsChanged(): RequestError {
  const message =
    'Your records changed during the import; nothing was imported. Please check the file again.'
  return new RequestError(409, message)
}
