/** Imports a file into an account, completely or not at all (SPEC B51, B52). */
import { getEntity } from '#core/entities/entities.ts'
import type { Control } from '#core/fields/field.ts'
import { PREVIEWED_ROWS, type ImportCheck, type Imported } from '#core/transfer/import.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { codeOf, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { changeRecords } from '#server/entities/change-records.ts'
import { insertRecords } from '#server/entities/insert.ts'
import { RequestError } from '#server/errors.ts'
import { askAboutWritten } from '#server/settlements/adjustments/ask-settled.ts'
import type { CheckedRow } from './check-rows.ts'
import { toCellErrors } from './error-list.ts'
import { invalidRows, noRows } from './file-errors.ts'
import type { CompletedRow } from './past-loads.ts'
import { planImport, type Import, type ImportPlan } from './plan-import.ts'
import { trackImport } from './progress.ts'
import { rememberNames } from './remembered-names.ts'
import { rememberColumns } from './remembered.ts'

/** Reports what an import would do, and writes nothing. Throws 400 for a file that cannot be read. */
export async function checkImport(database: Database, given: Import): Promise<ImportCheck> {
  const preview: ImportCheck['preview'] = []
  let rows = 0
  const plan = await planImport(database, given, undefined, async (checked, lines) => {
    rows += checked.length
    for (const [at, line] of lines.slice(0, PREVIEWED_ROWS - preview.length).entries())
      preview.push({ ...line, ...describeSet(checked[at]), ...describeRead(given, checked[at]) })
  })
  if (!rows) throw noRows()
  const { errors, created: _, ...found } = plan
  const { refused, columns, file } = given
  return {
    titles: file.titles,
    columns,
    rows,
    preview,
    refused: refused.map((at) => file.titles[at] ?? ''),
    ...(file.letters.length ? { letters: file.letters } : {}),
    ...toCellErrors(errors),
    ...found,
  }
}

/**
 * Writes all records, those that it creates by name, and the column matching in one transaction. The same request again
 * gets the first response (SPEC B23). Throws 400 with the errors of all rows, and 409 for loads of locked statements
 * (SPEC C360).
 */
export async function runImport(
  database: Database,
  given: Import,
  request: Repeatable & { key: string },
): Promise<Imported> {
  const total = await given.file.countRows()
  if (!total) throw noRows()
  const { userId } = given
  const tracked = { userId, key: request.key, total }
  return trackImport(database, tracked, (progress) =>
    runIdempotent(database, userId, request, async (work) => {
      await progress.start()
      let done = 0
      const plan = await askAboutWritten(work, given, async (written) => {
        const plan = await planImport(work, given, work, async (checked, _lines, found) => {
          if (!found.errorCount)
            for (const id of await writeRows(work, given, checked)) written.add(id)
          done += checked.length
          await progress.reached(done)
        })
        if (plan.errors.errorCount) throw invalidRows(plan.errors)
        return plan
      })
      await rememberColumns(work, given)
      await rememberNames(work, given)
      await progress.done(work)
      return describeImported(plan)
    }),
  ).catch((error: unknown) => {
    throw CHANGED.has(codeOf(error)) ? recordsChanged() : error
  })
}

function describeSet(row: CompletedRow | undefined) {
  if (!row?.set) return {}
  const set = Object.entries(row.set).map(([name, value]) => [name, String(value)] as const)
  return { set: Object.fromEntries(set) }
}

/** Days and amounts as they will be stored: "3/11/2026" is in March or in November. */
function describeRead({ entity }: Import, row: CompletedRow | undefined) {
  const read = Object.entries(row?.sent ?? {}).flatMap(([name, value]) => {
    const field = entity.fields[name]
    const isShown = field && SHOWN_AS_READ.has(field.control) && typeof value === 'string'
    return isShown && field.schema.safeParse(value).success ? [[name, value] as const] : []
  })
  return read.length ? { read: Object.fromEntries(read) } : {}
}

const SHOWN_AS_READ: ReadonlySet<Control> = new Set(['day', 'money', 'quantity'])

/** Returns the ids of the new and the changed loads; none for other records. */
async function writeRows(work: Work, given: Import, rows: CheckedRow[]): Promise<number[]> {
  const entity = getEntity(given.entity.name)
  const operation = { id: given.operation, userId: given.userId }
  const added = rows.flatMap((row) =>
    row.state === 'new' ? [{ ...given.fixed, ...row.values }] : [],
  )
  const addedIds = await insertRecords(work, operation, entity, added)
  const changes = rows.flatMap((row) =>
    row.state === 'changed' && row.stored ? [{ id: row.stored.id, values: row.values }] : [],
  )
  await changeRecords(work, operation, entity, changes)
  return entity.name === 'loads' ? [...addedIds, ...changes.map(({ id }) => id)] : []
}

function describeImported({ counts, created }: ImportPlan): Imported {
  const { changed, same, skipped } = counts
  return {
    imported: counts.new,
    ...(changed ? { changed } : {}),
    ...(same ? { same } : {}),
    ...(skipped ? { skipped } : {}),
    ...(Object.keys(created).length ? { created } : {}),
  }
}

/** Errors of a duplicate or a missing link that appeared after the row was checked. */
const CHANGED = new Set([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION])

function recordsChanged(): RequestError {
  const message =
    'Your records changed during the import; nothing was imported. Please check the file again.'
  return new RequestError(409, message)
}
