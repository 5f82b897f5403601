/** Undo and trash (SPEC C43, C44), also from an entry of the audit log for 30 days (SPEC C46). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import {
  restorable,
  restoreRequest,
  restoreValueRequest,
  trashedRecord,
  undoRequest,
  undoResponse,
} from '#core/undo/undo.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readOperationId } from '#server/requests.ts'
import { routesOf } from '#server/routes.ts'
import { findRestorable, restoreValue } from './audit-entry.ts'
import { removesRecords } from './steps.ts'
import { emptyTrash, ONLY_DELETED, seeTrash, trashColumns, trashTable } from './trash.ts'
import { restoreFromTrash, undoOperation } from './undo.ts'

const TAG = 'Trash'

export function addUndoRoutes(app: FastifyInstance, database: Database): void {
  const { post, remove } = routesOf(app, TAG)

  post(
    '/api/operations/:operation/undo',
    {
      // A member undoes only own steps of the operation (SPEC C74). A viewer has some too: saved views.
      access: 'office',
      query: settledQuery,
      body: undoRequest,
      answer: undoResponse,
      config: {
        onlyDeletes: (request) =>
          removesRecords(database, requireAccount(request), readOperationId(request)),
      },
    },
    ({ member, body, query: { settled }, request }) => {
      const limits = { before: body?.before, settled }
      return undoOperation(database, member, readOperationId(request), limits)
    },
  )

  post(
    '/api/trash/:id/restore',
    { access: 'trash', query: settledQuery, body: restoreRequest, answer: undoResponse },
    ({ member, id, body, query }) =>
      restoreFromTrash(database, member, id, body?.set, query.settled),
  )

  listRoutes(app, database, {
    path: '/api/trash',
    tag: TAG,
    access: 'trash',
    listed: trashTable,
    kinds: trashColumns,
    only: ONLY_DELETED,
    see: (member) => ({ listed: seeTrash(member), kinds: trashColumns }),
    response: trashedRecord,
  })

  remove(
    '/api/trash',
    { access: ['trash', 'audit-all'], answer: z.object({ deleted: z.int() }) },
    async ({ member }) => ({ deleted: await emptyTrash(database, member) }),
  )

  addAuditUndoRoutes(app, database)
}

function addAuditUndoRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Audit Log')

  get('/api/audit/:id/undo', { access: 'audit', answer: restorable }, ({ member, id }) =>
    findRestorable(database, member, id),
  )

  post(
    '/api/audit/:id/restore',
    {
      access: ['audit', 'trash'],
      query: settledQuery,
      body: restoreValueRequest,
      answer: z.object({ version: z.int().describe('New version of the record') }),
    },
    ({ member, id, body, query: { settled } }) =>
      restoreValue(database, member, id, { name: body.field, settled }),
  )
}
