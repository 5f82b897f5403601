/** Routes of every entity: list, read, create, update, delete (SPEC A7, B8, B20–B24). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { everyEntity } from '#core/entities/entities.ts'
import {
  listSecrets,
  responseSchema,
  changedRecordSchema,
  newRecordSchema,
  type Entity,
  type Stored,
} from '#core/entities/entity.ts'
import { views } from '#core/lists/views.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import type { Access } from '#core/team/access.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Member } from '#core/team/member.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import {
  readId,
  readIdempotency,
  readOperation,
  readSettled,
  readVersion,
} from '#server/requests.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { addBulkRoutes } from './bulk-routes.ts'
import {
  checkedByHandler,
  describeEntityList,
  readChangedRecord,
  readNewRecord,
  describeVisibleList,
  type ScopedEntity,
} from './visible-entity.ts'
import { changeWithoutSecrets, logReveal, withoutSecrets } from './reveal.ts'
import { readWithParts, withParts } from './sent-parts.ts'
import { openStore } from './store.ts'
import { addUndoRoutes } from './undo/routes.ts'

type Named = Pick<Entity, 'title'>

const linkCountsSchema = z.record(z.string(), z.number())

export function entityRoutes(app: FastifyInstance, database: Database): void {
  for (const entity of everyEntity) {
    addBulkRoutes(app, database, entity)
    addEntityRoutes(app, database, entity, permissionToChange(entity.name))
  }
  // Saved views of the lists are declared and stored like an entity, but each person has their own.
  addEntityRoutes(app, database, views, 'office', ownViews)
  addUndoRoutes(app, database)
}

function ownViews({ personId }: Member): ScopedEntity {
  return { ...views, where: sql`record.person_id = ${personId}` }
}

/**
 * `change`: the permission to add, change and delete records. Every office role reads them. `ofMember`: the entity with the
 * records that a member has.
 */
function addEntityRoutes(
  app: FastifyInstance,
  database: Database,
  entity: Stored & Named,
  change: Access,
  ofMember: (member: Member) => ScopedEntity = () => entity,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = [entity.title]
  const path = `/api/${entity.name}`
  const [read, write] = [{ access: 'office' }, { access: change }] as const
  const response = responseSchema(entity.fields, entity.computed)
  const answered = entity.name === 'loads' ? { querystring: settledQuery } : {}
  const store = (request: FastifyRequest) => {
    const member = requireMember(request)
    const settled = entity.name === 'loads' ? readSettled(request) : undefined
    return openStore(database, member, ofMember(member), settled)
  }
  const see = (member: Member) => describeVisibleList(ofMember(member), member.permissions)

  listRoutes(app, database, {
    ...describeEntityList(entity),
    path,
    tags,
    access: 'office',
    see,
    response,
  })

  api.get(
    `${path}/:id`,
    { schema: { tags, response: { 200: response } }, config: read },
    async (request, reply) => {
      const record = await store(request).get(readId(request))
      const seen = withoutSecrets(requireMember(request), entity, record)
      return reply.header('etag', `"${record.version}"`).send(seen)
    },
  )

  if (listSecrets(entity.fields).length)
    api.post(
      `${path}/:id/reveal`,
      { schema: { tags, response: { 200: response } }, config: { access: 'secrets' } },
      async (request) => {
        const record = await store(request).get(readId(request))
        await logReveal(database, requireMember(request), entity, record)
        return record
      },
    )

  api.get(
    `${path}/:id/links`,
    { schema: { tags, response: { 200: linkCountsSchema } }, config: read },
    (request) => store(request).links(readId(request)),
  )

  api.post(
    path,
    {
      schema: {
        tags,
        body: withParts(entity, newRecordSchema(entity.fields)),
        response: { 201: response },
      },
      config: write,
      ...checkedByHandler,
    },
    async (request, reply) => {
      const member = requireMember(request)
      const { values, parts } = readWithParts(entity, member, request, () =>
        readNewRecord(entity, member.permissions, request.body),
      )
      const repeatable = { ...readIdempotency(request), body: { ...values, ...parts?.sent } }
      const record = await store(request).create(values, repeatable, parts)
      return reply.code(201).send(record)
    },
  )

  api.put(
    `${path}/:id`,
    {
      schema: {
        tags,
        ...answered,
        body: withParts(entity, changedRecordSchema(entity.fields)),
        response: { 200: response },
      },
      config: write,
      ...checkedByHandler,
    },
    async (request) => {
      const member = requireMember(request)
      const { values, parts } = readWithParts(entity, member, request, () =>
        readChangedRecord(entity, member.permissions, request.body),
      )
      return changeWithoutSecrets(member, entity, () =>
        store(request).update(readId(request), values, readVersion(request), parts),
      )
    },
  )

  api.delete(
    `${path}/:id`,
    { schema: { tags, ...answered }, config: write },
    async (request, reply) => {
      await store(request).remove(readId(request), readOperation(request))
      return reply.code(204).send()
    },
  )
}
