/** Routes of undo and trash (SPEC C43, C44). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { restoreRequest, trashedRecord, undoRequest, undoResponse } from '#core/undo/undo.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readId, readOperationId } from '#server/requests.ts'
import { addAuditUndoRoutes } from './audit-routes.ts'
import { removesRecords } from './steps.ts'
import { emptyTrash, ONLY_DELETED, trashColumns, trashTable } from './trash.ts'
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
        onlyDeletes: (request) =>
          removesRecords(database, requireAccount(request), readOperationId(request)),
      },
    },
    (request) =>
      undoOperation(
        database,
        requireAccount(request),
        readOperationId(request),
        request.body?.before,
      ),
  )

  api.post(
    '/api/trash/:id/restore',
    { schema: { tags, body: restoreRequest, response } },
    (request) =>
      restoreFromTrash(database, requireAccount(request), readId(request), request.body?.set),
  )

  listRoutes(app, database, {
    path: '/api/trash',
    ...{ tags, listed: trashTable, kinds: trashColumns, only: ONLY_DELETED },
    response: trashedRecord,
  })

  api.delete(
    '/api/trash',
    { schema: { tags, response: { 200: z.object({ deleted: z.int() }) } } },
    async (request) => ({ deleted: await emptyTrash(database, requireAccount(request)) }),
  )

  addAuditUndoRoutes(app, database)
}
