/** Routes for many records: the ids that match a query, and one change to many ids. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bulkSchema } from '#core/entities/bulk.ts'
import type { Entity } from '#core/entities/entity.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { readIdempotency, readOperation, readSettled } from '#server/requests.ts'
import { changeMany } from './bulk.ts'
import { checkedByHandler, readBulkChange, describeVisibleList } from './visible-entity.ts'
import { openStore } from './store.ts'

const bulkResponse = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.int(), label: z.string().nullable(), message: z.string() })),
})

export function addBulkRoutes(app: FastifyInstance, database: Database, entity: Entity): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = [entity.title]
  const path = `/api/${entity.name}`

  api.get(
    `${path}/ids`,
    {
      schema: { tags, querystring: listQuerySchema, response: { 200: z.array(z.int()) } },
      config: { access: 'office' },
    },
    (request) => {
      const member = requireMember(request)
      const { kinds } = describeVisibleList(entity, member.permissions)
      return openStore(database, member, entity).ids(readListQuery(kinds, request.query))
    },
  )

  api.post(
    `${path}/bulk`,
    {
      schema: {
        tags,
        ...(entity.name === 'loads' ? { querystring: settledQuery } : {}),
        body: bulkSchema(entity.fields),
        response: { 200: bulkResponse },
      },
      config: { access: permissionToChange(entity.name) },
      ...checkedByHandler,
    },
    async (request) => {
      const { accountId, permissions } = requireMember(request)
      const change = readBulkChange(entity, permissions, request.body)
      const settled = readSettled(request)
      const operation = { id: readOperation(request), userId: accountId, permissions, settled }
      const repeatable = { ...readIdempotency(request), body: change }
      return changeMany(database, operation, entity, change, repeatable)
    },
  )
}
