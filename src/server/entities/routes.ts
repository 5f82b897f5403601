/** The routes of every entity: list, one, create, change, delete (SPEC A7, B8, B20–B24). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { everyEntity } from '#core/entities/entities.ts'
import {
  answerSchema,
  changedRecordSchema,
  newRecordSchema,
  type Entity,
} from '#core/entities/entity.ts'
import { views } from '#core/lists/views.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { idOf, repeatableOf, versionOf } from '#server/requests.ts'
import { columnKinds, computedKinds } from '#server/lists/list-query.ts'
import { listRoutes } from '#server/lists/list-routes.ts'
import { bulkRoutesOf } from './bulk-routes.ts'
import { storeOf, type Stored } from './store.ts'

type Named = Pick<Entity, 'title'>

const linkCountsSchema = z.record(z.string(), z.number())

export function entityRoutes(app: FastifyInstance, database: Database): void {
  for (const entity of everyEntity) {
    bulkRoutesOf(app, database, entity)
    routesOf(app, database, entity)
  }
  // A person's own views of the lists: declared alike, and kept alike.
  routesOf(app, database, views)
}

function routesOf(app: FastifyInstance, database: Database, entity: Stored & Named): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = [entity.title]
  const path = `/api/${entity.name}`
  const kinds = columnKinds(entity.fields, computedKinds(entity))
  const answer = answerSchema(entity.fields, entity.computed)
  const store = (userId: string) => storeOf(database, userId, entity)

  listRoutes(app, database, { path, tags, listed: entity, kinds, answer })

  api.get(
    `${path}/:id`,
    { schema: { tags, response: { 200: answer } } },
    async (request, reply) => {
      const record = await store(accountOf(request)).get(idOf(request))
      return reply.header('etag', `"${record.version}"`).send(record)
    },
  )

  api.get(
    `${path}/:id/links`,
    { schema: { tags, response: { 200: linkCountsSchema } } },
    (request) => store(accountOf(request)).links(idOf(request)),
  )

  api.post(
    path,
    { schema: { tags, body: newRecordSchema(entity.fields), response: { 201: answer } } },
    async (request, reply) => {
      const values = request.body as Record<string, unknown>
      const record = await store(accountOf(request)).create(values, repeatableOf(request))
      return reply.code(201).send(record)
    },
  )

  api.put(
    `${path}/:id`,
    { schema: { tags, body: changedRecordSchema(entity.fields), response: { 200: answer } } },
    (request) => {
      const values = request.body as Record<string, unknown>
      return store(accountOf(request)).update(idOf(request), values, versionOf(request))
    },
  )

  api.delete(`${path}/:id`, { schema: { tags } }, async (request, reply) => {
    await store(accountOf(request)).remove(idOf(request))
    return reply.code(204).send()
  })
}
