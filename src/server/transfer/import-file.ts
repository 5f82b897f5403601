/** Takes a whole file into an account, or nothing of it (SPEC B51, B52). */
import { setImmediate } from 'node:timers/promises'
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
import { errorList, createRowChecker, type CheckedRow, type ErrorList } from './check-rows.ts'
import type { CsvFile, CsvLine } from './csv-file.ts'
import { createDuplicateFinder } from './duplicates.ts'
import { createLinkFinder } from './links.ts'
import { trackProgress } from './progress.ts'
import { rememberColumns } from './remembered.ts'
import { insertRecords } from '#server/entities/insert.ts'

const BATCH = 200

export type Import = { userId: string; entity: Entity; file: CsvFile; columns: ColumnMatch }

/** Says what the file would do. Writes nothing. Throws 400 where it cannot be read. */
export async function checkImport(database: Database, given: Import): Promise<ImportCheck> {
  const preview: CsvLine[] = []
  let rows = 0
  const errors = await walk(database, given, async (checked, lines) => {
    rows += checked.length
    preview.push(...lines.slice(0, PREVIEWED_ROWS - preview.length))
  })
  if (!rows) throw noRows()
  const { titles } = given.file
  return { titles, columns: given.columns, rows, preview, ...named(errors) }
}

/**
 * All of the file's records in one transaction, with what it remembers of the columns. The same request
 * again gets the first one's answer (SPEC B23). Throws 400 with every error where there is one.
 */
export async function runImport(
  database: Database,
  given: Import,
  request: Repeatable & { key: string },
): Promise<Imported> {
  const total = await countRows(given.file)
  const progress = trackProgress(database, given.userId, request.key)
  const { userId, entity, file, columns } = given
  let started = false
  try {
    return await runIdempotent(database, userId, request, async (work) => {
      await progress.start(total)
      started = true
      let done = 0
      const errors = await walk(work, given, async (checked, _lines, found) => {
        const records = checked.flatMap(({ values }) => (values ? [values] : []))
        if (!found.errorCount) await insertRecords(work, userId, entity, records)
        done += checked.length
        await progress.reached(done, total)
      })
      if (errors.errorCount) throw refusedFor(errors)
      await rememberColumns(work, userId, entity, file.titles, columns)
      await progress.done(work, total)
      return { imported: done }
    })
  } catch (error) {
    // Not where the key stands for another import: that one's state is to stay.
    if (started) await progress.refused(total).catch(() => undefined)
    throw CHANGED.has(codeOf(error)) ? staleError() : error
  }
}

type Each = (rows: CheckedRow[], lines: CsvLine[], errors: ErrorList) => Promise<void>

/** Checks every line, some hundred at a time, and lets the other requests have their turn in between. */
async function walk(work: Database | Work, given: Import, each: Each): Promise<ErrorList> {
  const { userId, entity, file, columns } = given
  const errors = errorList(entity, file.titles, columns)
  const check = createRowChecker(
    entity,
    columns,
    await createLinkFinder(work, userId, entity.fields),
    errors,
  )
  const findDuplicates = createDuplicateFinder(work, userId, entity, errors)
  for await (const lines of batches(file.lines())) {
    const rows = lines.map(check)
    await findDuplicates(rows)
    await each(rows, lines, errors)
    await setImmediate()
  }
  return errors
}

async function* batches(lines: AsyncIterable<CsvLine>): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** Throws 400 where the file is broken, or has a heading and nothing else. */
async function countRows(file: CsvFile): Promise<number> {
  let rows = 0
  for await (const lines of batches(file.lines())) {
    rows += lines.length
    await setImmediate()
  }
  if (!rows) throw noRows()
  return rows
}

function noRows(): RequestError {
  return new RequestError(400, 'The file has a heading, but no rows below it')
}

function named({ errors, errorCount }: ErrorList): CellErrors {
  const inOrder = errors.toSorted((a, b) => a.line - b.line)
  return { errors: inOrder, errorCount }
}

function refusedFor(errors: ErrorList): RequestError {
  const message = `Nothing was imported: ${pluralize(errors.errorCount, 'place')} must be corrected first`
  return new RequestError(400, message, { more: named(errors) })
}

/** A duplicate, or a link to nothing, that was not yet so when the line was checked. */
const CHANGED = new Set([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION])

function staleError(): RequestError {
  const message =
    'Nothing was imported: your records changed meanwhile. Please check the file again.'
  return new RequestError(409, message)
}
