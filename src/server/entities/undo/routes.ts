/** Routes of undo and trash (SPEC C43, C44). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LARGEST_PAGE, TOTAL_COUNT_HEADER } from '#core/api.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { restoreRequest, trashedRecord, undoRequest, undoResponse } from '#core/undo/undo.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { countMatches, readPage } from '#server/lists/read.ts'
import { readId, readOperationId } from '#server/requests.ts'
import { addAuditUndoRoutes } from './audit-routes.ts'
import { removesRecords } from './steps.ts'
import { emptyTrash, onlyDeleted, seeTrash, trashColumns } from './trash.ts'
import { restoreFromTrash, undoOperation } from './undo.ts'

const tags = ['Trash']
const response = { 200: undoResponse }

export function addUndoRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(
    '/api/operations/:operation/undo',
    {
      schema: { tags, body: undoRequest, response },
      config: {
        access: 'trash',
        onlyDeletes: (request) =>
          removesRecords(database, requireAccount(request), readOperationId(request)),
      },
    },
    (request) =>
      undoOperation(
        database,
        requireMember(request),
        readOperationId(request),
        request.body?.before,
      ),
  )

  api.post(
    '/api/trash/:id/restore',
    { schema: { tags, body: restoreRequest, response }, config: { access: 'trash' } },
    (request) =>
      restoreFromTrash(database, requireMember(request), readId(request), request.body?.set),
  )

  addTrashList(app, database)
  addAuditUndoRoutes(app, database)
}

function addTrashList(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const querystring = listQuerySchema

  api.get(
    '/api/trash',
    {
      schema: { tags, querystring, response: { 200: z.array(trashedRecord) } },
      config: { access: 'trash' },
    },
    async (request, reply) => {
      const member = requireMember(request)
      const userId = member.accountId
      const trashTable = seeTrash(member)
      const query = onlyDeleted(readListQuery(trashColumns, request.query))
      const searched = await lookUpSearch(database, trashTable, userId, query)
      const page = { ...searched, limit: query.limit ?? LARGEST_PAGE }
      const rows = await readPage<AnyRecord>(database, trashTable, userId, page)
      if (query.counted)
        void reply.header(
          TOTAL_COUNT_HEADER,
          await countMatches(database, trashTable, userId, searched),
        )
      return rows.map((row) => trashedRecord.parse(row))
    },
  )

  api.get(
    '/api/trash/count',
    {
      schema: { tags, querystring, response: { 200: z.object({ count: z.int() }) } },
      config: { access: 'trash' },
    },
    async (request) => {
      const member = requireMember(request)
      const userId = member.accountId
      const trashTable = seeTrash(member)
      const query = onlyDeleted(readListQuery(trashColumns, request.query))
      const searched = await lookUpSearch(database, trashTable, userId, query)
      return { count: await countMatches(database, trashTable, userId, searched) }
    },
  )

  api.delete(
    '/api/trash',
    {
      schema: { tags, response: { 200: z.object({ deleted: z.int() }) } },
      config: { access: 'trash' },
    },
    async (request) => ({ deleted: await emptyTrash(database, requireMember(request)) }),
  )
}
