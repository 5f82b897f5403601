/** Imports charges of loads, completely or not at all (SPEC C107, C149). */
import { importedCharges, type ImportedCharges } from '#core/charges/csv.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { saveChargesOfLoads } from '#server/charges/save-charges.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { keepCharges } from '#server/entities/undo/keep-charges.ts'
import { askAboutWritten } from '#server/settlements/adjustments/ask-settled.ts'
import { toCellErrors } from '#server/transfer/error-list.ts'
import { invalidRows, noRows } from '#server/transfer/file-errors.ts'
import { trackImport } from '#server/transfer/progress.ts'
import { rememberColumns } from '#server/transfer/remembered.ts'
import { planCharges, type ChargesImport, type PlannedLoad } from './plan-charges.ts'

/** Reports what an import would do, and writes nothing. Throws 400 for a file that cannot be read. */
export async function checkCharges(database: Database, given: ChargesImport): Promise<ImportCheck> {
  const plan = await planCharges(database, given, false, async () => undefined)
  const { errors, ...found } = plan
  if (!found.rows) throw noRows()
  const { titles } = given.file
  const none = { missing: [], sameNames: [], unpayable: 0, refused: [] }
  return { titles, columns: given.columns, ...toCellErrors(errors), ...found, ...none }
}

/**
 * Each load of the file then has exactly the charges of the file. Throws 400 with the errors of all rows, and 409 for loads
 * of locked statements (SPEC C360).
 */
export async function importCharges(
  database: Database,
  given: ChargesImport,
  request: Repeatable & { key: string },
): Promise<ImportedCharges> {
  const total = await given.file.countRows()
  if (!total) throw noRows()
  const { userId } = given
  return trackImport(database, { userId, key: request.key, total }, (progress) =>
    runIdempotent(database, userId, request, async (work) => {
      await progress.start()
      let loads = 0
      const { counts } = await askAboutWritten(work, given, async (written) => {
        const plan = await planCharges(work, given, true, async (planned, done, found) => {
          if (!found.errorCount) await saveLoads(work, given, planned)
          for (const { id } of planned) written.add(id)
          loads += planned.length
          await progress.reached(done)
        })
        if (plan.errors.errorCount) throw invalidRows(plan.errors)
        return plan
      })
      await rememberColumns(work, { ...given, entity: importedCharges, refused: [] })
      await progress.done(work)
      return { imported: counts.new, ...(counts.same ? { same: counts.same } : {}), loads }
    }),
  )
}

/** Saves in sets: the number of statements does not depend on the number of loads. */
async function saveLoads(
  work: Work,
  { userId, operation }: ChargesImport,
  loads: PlannedLoad[],
): Promise<void> {
  await keepCharges(work, { id: operation, userId }, await saveChargesOfLoads(work, userId, loads))
}
