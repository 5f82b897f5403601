/** The routes for many records at once: which ones match, and one change to all of them. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bulkSchema } from '#core/entities/bulk.ts'
import type { Entity } from '#core/entities/entity.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import {
  columnKinds,
  computedKinds,
  listQuerySchema,
  readListQuery,
} from '#server/lists/list-query.ts'
import { repeatableOf } from '#server/requests.ts'
import { changeMany } from './bulk.ts'
import { storeOf } from './store.ts'

const answerSchema = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.int(), label: z.string().nullable(), message: z.string() })),
})

export function bulkRoutesOf(app: FastifyInstance, database: Database, entity: Entity): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = [entity.title]
  const path = `/api/${entity.name}`
  const kinds = columnKinds(entity.fields, computedKinds(entity))

  api.get(
    `${path}/ids`,
    { schema: { tags, querystring: listQuerySchema, response: { 200: z.array(z.int()) } } },
    (request) =>
      storeOf(database, accountOf(request), entity).ids(readListQuery(kinds, request.query)),
  )

  api.post(
    `${path}/bulk`,
    { schema: { tags, body: bulkSchema(entity.fields), response: { 200: answerSchema } } },
    (request) =>
      changeMany(database, accountOf(request), entity, request.body, repeatableOf(request)),
  )
}
