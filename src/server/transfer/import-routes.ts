/** Routes that check and import CSV files (SPEC B51, B52). */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  importCheckResponse,
  importedResponse,
  importProgressResponse,
  LARGEST_CSV,
  sheetsResponse,
  type ColumnMatch,
} from '#core/transfer/import.ts'
import { MOST_PURCHASE_COLUMNS, MOST_PURCHASE_ROWS } from '#core/cards/imports.ts'
import { matchChargeColumns } from '#core/charges/csv.ts'
import { findTitles } from '#core/transfer/heading.ts'
import { matchColumns } from '#core/transfer/match-columns.ts'
import { buildSample, sampleText } from '#core/transfer/sample.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import type { Entity } from '#core/entities/entity.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { fillHidden } from '#core/team/hidden-values.ts'
import { hideFields } from '#core/team/visible-listing.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { LONGEST_KEY } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { sendError, notFound, RequestError } from '#server/errors.ts'
import { readIdempotency, readOperation, readSettled } from '#server/requests.ts'
import { routesOf } from '#server/routes.ts'
import { receiveShared } from './csv/receive-shared.ts'
import { openCsvReader, type CsvFile, type CsvReader, type FindHeading } from './csv/csv-file.ts'
import { importQuery, readChoices, readColumns, type ImportQuery } from './import-choices.ts'
import { addCardRoutes } from './cards/routes.ts'
import { addChargesRoutes, addChargesSample } from './charges/routes.ts'
import { checkImport, runImport } from './import-file.ts'
import type { Import } from './plan-import.ts'
import { readProgress } from './progress.ts'
import { readRememberedColumns } from './remembered.ts'
import { toVisibleEntity } from '#server/entities/visible-entity.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { createLimit } from '#server/streaming/concurrency-limit.ts'

/** Files being received, and files being checked or imported. */
const uploads = createLimit({ what: 'uploads', perAccount: 3, overall: 6 })
const imports = createLimit({ what: 'imports', perAccount: 2, overall: 3 })

const FILE_TYPES = ['text/csv', WORKBOOK_TYPE]

/**
 * The body of `POST /api/{entity}/import/check` and `/import` is the file. They are in a separate scope, where the
 * body must be a CSV file or a workbook of at most 32 MB.
 */
export async function importRoutes(
  app: FastifyInstance,
  database: Database,
  all: readonly Entity[],
): Promise<void> {
  const reader = openCsvReader()
  app.addHook('onClose', () => reader.close())
  await app.register(async (scope) => {
    // In this hook, because a handler runs after the file was read into memory.
    scope.addHook('preParsing', async (request, reply) => {
      // `finished` also reports a connection that was closed before.
      finished(reply.raw, uploads.take(requireAccount(request)))
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FILE_TYPES, (request: FastifyRequest, payload: IncomingMessage) => {
      const bytes = Number(request.headers['content-length'] ?? Number.NaN)
      return receiveShared(payload, { bytes, limit: LARGEST_CSV })
    })
    scope.setErrorHandler(sendFileError)
    for (const entity of all) addRoutes(scope, database, reader, entity)
    sheetsRoute(scope, reader)
    addCardRoutes(scope, database, (request, work) =>
      withSlot(request, async () => {
        const limits = { rows: MOST_PURCHASE_ROWS, columns: MOST_PURCHASE_COLUMNS }
        const tables = await reader.openTables(requireAccount(request), readBytes(request), limits)
        // The reader has it.
        request.body = undefined
        return work(tables)
      }),
    )
    addChargesRoutes(scope, database, (request, query, work) =>
      withSlot(request, async () =>
        work(
          await openFile(reader, request, query, (rows) =>
            findTitles(rows, (titles) => countMatched(matchChargeColumns(titles))),
          ),
        ),
      ),
    )
  })
  for (const entity of all) sampleRoute(app, entity)
  addChargesSample(app)

  routesOf(app, 'Imports').get(
    '/api/imports/:key',
    { access: 'import', answer: importProgressResponse },
    ({ account, request }) => {
      const { key } = request.params as { key: string }
      if (key.length > LONGEST_KEY) throw notFound()
      return readProgress(database, account, key)
    },
  )
}

function addRoutes(
  scope: FastifyInstance,
  database: Database,
  reader: CsvReader,
  entity: Entity,
): void {
  const { post } = routesOf(scope, entity.title)
  const path = `/api/${entity.name}/import`
  const file = {
    access: ['import', permissionToChange(entity.name)] as const,
    query: importQuery.extend(settledQuery.shape),
    consumes: FILE_TYPES,
  }

  post(
    `${path}/check`,
    { ...file, answer: importCheckResponse, config: { worksWithoutSpace: true } },
    ({ request, query }) =>
      withSlot(request, async () =>
        checkImport(database, await readImport(database, reader, entity, request, query)),
      ),
  )

  post(
    path,
    {
      ...file,
      answer: importedResponse,
      status: 201,
      config: { audited: { action: 'imported', subject: entity.name } },
    },
    ({ request, query }) =>
      withSlot(request, async () => {
        const given = await readImport(database, reader, entity, request, query)
        const { key = randomUUID(), ...repeatable } = readIdempotency(request)
        return runImport(database, given, { ...repeatable, key, body: given.file.digest })
      }),
  )
}

/** The sheets of a workbook as CSV, for the browser: it asks for each sheet which list it is. Nothing is stored (SPEC C438). */
function sheetsRoute(scope: FastifyInstance, reader: CsvReader): void {
  routesOf(scope, 'Imports').post(
    '/api/imports/sheets',
    {
      access: 'import',
      answer: sheetsResponse,
      consumes: [WORKBOOK_TYPE],
      config: { worksWithoutSpace: true },
    },
    ({ account, request }) =>
      withSlot(request, async () => ({
        sheets: await reader.readSheets(account, readBytes(request)),
      })),
  )
}

function sampleRoute(app: FastifyInstance, entity: Entity): void {
  const { name, title } = entity

  addReport(
    app,
    {
      tag: title,
      path: `/api/${name}/import/sample`,
      access: 'import',
      subject: null,
      write: sampleText,
    },
    ({ member }) => buildSample(hideFields(entity, member.permissions)),
  )
}

async function withSlot<Result>(
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = imports.take(requireAccount(request))
  try {
    return await work()
  } finally {
    release()
  }
}

async function readImport(
  database: Database,
  reader: CsvReader,
  entity: Entity,
  request: FastifyRequest,
  query: ImportQuery,
): Promise<Import> {
  const { accountId: userId, permissions } = requireMember(request)
  const seen = toVisibleEntity(entity, permissions)
  const choices = readChoices(seen, query, permissions)
  const operation = readOperation(request)
  const settled = readSettled(request)
  const remembered = await readRememberedColumns(database, userId, entity)
  const file = await openFile(
    reader,
    request,
    query,
    (rows) => findTitles(rows, (titles) => countMatched(matchColumns(entity, titles, remembered))),
    !entity.fields[entity.label]?.unique,
  )
  const refused = listRefused(entity, seen, file, remembered)
  const sent = query.columns
  const columns =
    sent === undefined
      ? matchColumns(seen, file.titles, remembered, file.sample)
      : readColumns(seen, file.titles, sent)
  const fixed = fillHidden(entity.fields, permissions)
  return {
    userId,
    permissions,
    settled,
    operation,
    entity: seen,
    file,
    columns,
    refused,
    fixed,
    choices,
  }
}

async function openFile(
  reader: CsvReader,
  request: FastifyRequest,
  { sheet }: Pick<ImportQuery, 'sheet'>,
  findHeading: FindHeading,
  isNames = false,
): Promise<CsvFile> {
  const account = requireAccount(request)
  const file = await reader.open(account, readBytes(request), { findHeading, sheet, isNames })
  // The reader has it.
  request.body = undefined
  return file
}

function countMatched(columns: ColumnMatch): number {
  return columns.filter((name) => name !== null).length
}

/** The places of columns that hold a field which the member does not see. */
function listRefused(
  entity: Entity,
  seen: Entity,
  { titles, sample }: CsvFile,
  remembered: ReadonlyMap<string, string | null>,
): number[] {
  const all = matchColumns(entity, titles, remembered, sample)
  return all.flatMap((name, at) =>
    name && name in entity.fields && !(name in seen.fields) ? [at] : [],
  )
}

function readBytes({ body }: FastifyRequest): SharedArrayBuffer {
  return body instanceof SharedArrayBuffer ? body : new SharedArrayBuffer(0)
}

const FILE_MESSAGES: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'The body must be a CSV file, sent as text/csv, or a workbook (.xlsx)',
  ],
}

function sendFileError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = FILE_MESSAGES[error.code]
  return sendError(known ? new RequestError(...known) : error, request, reply)
}
