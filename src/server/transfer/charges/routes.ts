/** Routes that check and import a file of charges (SPEC C107, C149). */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { importedCharges, importedChargesResponse, matchChargeColumns } from '#core/charges/csv.ts'
import { buildChargesSample } from '#core/charges/sample.ts'
import { importCheckResponse } from '#core/transfer/import.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { importPath } from '#core/transfer/lists.ts'
import { sampleText } from '#core/transfer/sample.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readIdempotency, readOperation, readSettled } from '#server/requests.ts'
import { routesOf } from '#server/routes.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import type { CsvFile } from '#server/transfer/csv/csv-file.ts'
import {
  importQuery,
  readColumns,
  readStyle,
  readValues,
  type ImportQuery,
} from '#server/transfer/import-choices.ts'
import { readRememberedColumns } from '#server/transfer/remembered.ts'
import { checkCharges, importCharges } from './import-charges.ts'
import type { ChargesImport } from './plan-charges.ts'

/** Runs `work` with the sent file, once the account has a slot. */
type WithFile = <Result>(
  request: FastifyRequest,
  query: Pick<ImportQuery, 'sheet'>,
  work: (file: CsvFile) => Promise<Result>,
) => Promise<Result>

const path = importPath(importedCharges.name)
const file = {
  access: ['import', permissionToChange('loads'), 'revenue'] as const,
  query: importQuery
    .pick({ columns: true, values: true, decimals: true, days: true, sheet: true })
    .extend(settledQuery.shape),
  consumes: ['text/csv', WORKBOOK_TYPE],
}

/** Charges belong to a load: their file names it. Bodies are CSV files. */
export function addChargesRoutes(
  scope: FastifyInstance,
  database: Database,
  withFile: WithFile,
): void {
  const { post } = routesOf(scope, 'Loads')

  post(
    `${path}/check`,
    { ...file, answer: importCheckResponse, config: { worksWithoutSpace: true } },
    ({ request, query }) =>
      withFile(request, query, async (csv) =>
        checkCharges(database, await readImport(database, request, csv, query)),
      ),
  )

  post(
    path,
    {
      ...file,
      answer: importedChargesResponse,
      status: 201,
      description: 'Each load that the file names then has exactly the charges of the file.',
      config: { audited: { action: 'imported', subject: 'load_charges' } },
    },
    ({ request, query }) =>
      withFile(request, query, async (csv) => {
        const given = await readImport(database, request, csv, query)
        const { key = randomUUID(), ...repeatable } = readIdempotency(request)
        return importCharges(database, given, { ...repeatable, key, body: csv.digest })
      }),
  )
}

export function addChargesSample(app: FastifyInstance): void {
  addReport(
    app,
    {
      tag: 'Loads',
      path: `${path}/sample`,
      access: ['import', 'revenue'],
      subject: null,
      write: sampleText,
    },
    buildChargesSample,
  )
}

/** Throws 400 for unknown columns or words. */
async function readImport(
  database: Database,
  request: FastifyRequest,
  file: CsvFile,
  query: Pick<ImportQuery, 'columns' | 'values' | 'decimals' | 'days'>,
): Promise<ChargesImport> {
  const { accountId: userId, permissions } = requireMember(request)
  const { columns: sent, values } = query
  const columns =
    sent === undefined
      ? matchChargeColumns(
          file.titles,
          await readRememberedColumns(database, userId, importedCharges),
        )
      : readColumns(importedCharges, file.titles, sent)
  const operation = readOperation(request)
  const change = { userId, permissions, settled: readSettled(request) }
  const style = readStyle(query)
  return { ...change, operation, file, columns, values: readValues(importedCharges, values), style }
}
