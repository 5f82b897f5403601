/** Routes for many records: the ids that match a query, and one change to many ids. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bulkSchema } from '#core/entities/bulk.ts'
import type { Entity } from '#core/entities/entity.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import {
  defineColumnKinds,
  computedKinds,
  listQuerySchema,
  readListQuery,
} from '#server/lists/query/list-query.ts'
import { readIdempotency, readOperation } from '#server/requests.ts'
import { changeMany } from './bulk.ts'
import { openStore } from './store.ts'

const answerSchema = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.int(), label: z.string().nullable(), message: z.string() })),
})

export function addBulkRoutes(app: FastifyInstance, database: Database, entity: Entity): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = [entity.title]
  const path = `/api/${entity.name}`
  const kinds = defineColumnKinds(entity.fields, computedKinds(entity))

  api.get(
    `${path}/ids`,
    {
      schema: { tags, querystring: listQuerySchema, response: { 200: z.array(z.int()) } },
      config: { access: 'office' },
    },
    (request) =>
      openStore(database, requireAccount(request), entity).ids(readListQuery(kinds, request.query)),
  )

  api.post(
    `${path}/bulk`,
    {
      schema: { tags, body: bulkSchema(entity.fields), response: { 200: answerSchema } },
      config: { access: permissionToChange(entity.name) },
    },
    (request) =>
      changeMany(
        database,
        { id: readOperation(request), userId: requireAccount(request) },
        entity,
        request.body,
        readIdempotency(request),
      ),
  )
}
