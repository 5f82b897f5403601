/** Imports charges of loads, completely or not at all (SPEC C107). */
import { sql } from 'kysely'
import {
  listMissingColumns,
  matchChargeColumns,
  readChargeCells,
  type ImportedCharges,
} from '#core/charges/csv.ts'
import type { SentCharge } from '#core/charges/requests.ts'
import { MOST_CHARGES } from '#core/charges/charges.ts'
import { pluralize } from '#core/pluralize.ts'
import { MAX_LISTED } from '#core/transfer/import.ts'
import type { Member } from '#core/team/member.ts'
import { saveChargesOf } from '#server/charges/save-charges.ts'
import { readSentCharges } from '#server/charges/sent-charges.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import type { CsvFile } from './csv/csv-file.ts'

type Row = { line: number; sent: Record<string, unknown> }
type Problem = { line: number; column: string; message: string }

/** Each load of the file then has exactly the charges of the file. Throws 400 with the errors of all rows. */
export async function importCharges(
  database: Database,
  member: Member,
  file: CsvFile,
  request: Repeatable,
): Promise<ImportedCharges> {
  const byLoad = await readRows(file)
  const problems: Problem[] = []
  return runIdempotent(database, member.accountId, request, async (work) => {
    const ids = await lockLoads(work, member.accountId, [...byLoad.keys()])
    for (const [number, rows] of byLoad)
      await saveLoad(work, member, ids.get(number), rows).catch((error: unknown) => {
        for (const problem of toProblems(error, number, rows)) problems.push(problem)
      })
    if (problems.length) throw invalidRows(problems)
    const charges = [...byLoad.values()].reduce((sum, rows) => sum + rows.length, 0)
    return { loads: byLoad.size, charges }
  })
}

/** Keyed by load number. Throws 400 if a required column is missing. */
async function readRows(file: CsvFile): Promise<Map<string, Row[]>> {
  const columns = matchChargeColumns(file.titles)
  const missing = listMissingColumns(columns)
  if (missing.length) throw new RequestError(400, `The file has no column ${missing.join(', ')}`)
  const byLoad = new Map<string, Row[]>()
  for await (const lines of file.readRows())
    for (const { line, cells } of lines) {
      const { load, sent } = readChargeCells(columns, cells)
      const rows = byLoad.get(load)
      if (!rows) byLoad.set(load, [{ line, sent }])
      // One more than a load can have is enough for the error.
      else if (rows.length <= MOST_CHARGES) rows.push({ line, sent })
    }
  if (!byLoad.size) throw new RequestError(400, 'The file has no rows below the heading')
  return byLoad
}

async function lockLoads(work: Work, userId: string, numbers: string[]) {
  const { rows } = await sql<{ id: number; loadId: string }>`select id, load_id from loads
    where user_id = ${userId} and load_id = any(${numbers}) order by id for no key update`.execute(
    work,
  )
  return new Map(rows.map(({ id, loadId }) => [loadId, id]))
}

async function saveLoad(work: Work, member: Member, id: number | undefined, rows: Row[]) {
  if (id === undefined) throw new RequestError(404, 'Load was not found')
  const sent: SentCharge[] = readSentCharges(
    rows.map((row) => row.sent),
    member.permissions,
  )
  await saveChargesOf(work, member, id, sent)
}

/** "charges.1.rate" is the second row of the load. Any other error does not come from the file. */
function toProblems(error: unknown, number: string, rows: Row[]): Problem[] {
  if (!(error instanceof RequestError) || error.statusCode >= 500) throw error
  const fields = Object.entries(error.fields ?? { charges: [error.message] })
  return fields.flatMap(([name, messages]) => {
    const [, at = '0', column = ''] = name.split('.')
    const line = rows[Number(at)]?.line ?? 0
    return messages.map((message) => ({ line, column, message: `Load ${number}: ${message}` }))
  })
}

function invalidRows(problems: Problem[]): RequestError {
  const errors = problems.slice(0, MAX_LISTED)
  const message = `${pluralize(problems.length, 'error')} found; nothing was imported`
  return new RequestError(400, message, { more: { errors, errorCount: problems.length } })
}
