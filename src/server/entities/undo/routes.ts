/** Routes of undo and trash (SPEC C43, C44). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import { restoreRequest, trashedRecord, undoRequest, undoResponse } from '#core/undo/undo.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readId, readOperationId, readSettled } from '#server/requests.ts'
import { addAuditUndoRoutes } from './audit-routes.ts'
import { removesRecords } from './steps.ts'
import { emptyTrash, ONLY_DELETED, seeTrash, trashColumns, trashTable } from './trash.ts'
import { restoreFromTrash, undoOperation } from './undo.ts'

const tags = ['Trash']
const response = { 200: undoResponse }

export function addUndoRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(
    '/api/operations/:operation/undo',
    {
      schema: { tags, querystring: settledQuery, body: undoRequest, response },
      config: {
        // A member undoes only own steps of the operation (SPEC C74). A viewer has some too: saved views.
        access: 'office',
        onlyDeletes: (request) =>
          removesRecords(database, requireAccount(request), readOperationId(request)),
      },
    },
    (request) =>
      undoOperation(database, requireMember(request), readOperationId(request), {
        before: request.body?.before,
        settled: readSettled(request),
      }),
  )

  api.post(
    '/api/trash/:id/restore',
    {
      schema: { tags, querystring: settledQuery, body: restoreRequest, response },
      config: { access: 'trash' },
    },
    (request) =>
      restoreFromTrash(
        database,
        requireMember(request),
        readId(request),
        request.body?.set,
        readSettled(request),
      ),
  )

  listRoutes(app, database, {
    path: '/api/trash',
    tags,
    access: 'trash',
    listed: trashTable,
    kinds: trashColumns,
    only: ONLY_DELETED,
    see: (member) => ({ listed: seeTrash(member), kinds: trashColumns }),
    response: trashedRecord,
  })

  api.delete(
    '/api/trash',
    {
      schema: { tags, response: { 200: z.object({ deleted: z.int() }) } },
      config: { access: ['trash', 'audit-all'] },
    },
    async (request) => ({ deleted: await emptyTrash(database, requireMember(request)) }),
  )

  addAuditUndoRoutes(app, database)
}
