/** Routes of every entity: list, read, create, update, delete, and one change to many records (SPEC A7, B8, B20–B24). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { bulkSchema } from '#core/entities/bulk.ts'
import { everyEntity } from '#core/entities/entities.ts'
import {
  listSecrets,
  responseSchema,
  changedRecordSchema,
  newRecordSchema,
  type Entity,
  type Stored,
} from '#core/entities/entity.ts'
import type { RecordLinks } from '#core/entities/record-use.ts'
import { views } from '#core/lists/views.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import type { Access } from '#core/team/access.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { readSettled } from '#server/requests.ts'
import { checkedByHandler, routesOf, type Call } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { changeMany } from './bulk.ts'
import {
  describeEntityList,
  readBulkChange,
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

const linksSchema = z.object({
  linked: z.record(z.string(), z.number()),
  refusal: z.string().nullable(),
}) satisfies z.ZodType<RecordLinks>

const bulkResponse = z.object({
  done: z.int(),
  failed: z.array(z.object({ id: z.int(), label: z.string().nullable(), message: z.string() })),
})

export function entityRoutes(app: FastifyInstance, { database }: Services): void {
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
  const { get, post, put, remove } = routesOf(app, entity.title)
  const path = `/api/${entity.name}`
  const answer = responseSchema(entity.fields, entity.computed)
  const answered = entity.name === 'loads' ? { query: settledQuery } : {}
  const store = ({ member, request }: Pick<Call, 'member' | 'request'>) => {
    const settled = entity.name === 'loads' ? readSettled(request) : undefined
    return openStore(database, member, ofMember(member), settled)
  }

  listRoutes(app, database, {
    ...describeEntityList(entity),
    path,
    tag: entity.title,
    access: 'office',
    see: (member) => describeVisibleList(ofMember(member), member.permissions),
    response: answer,
  })

  get(`${path}/:id`, { access: 'office', answer }, async (call) =>
    withoutSecrets(call.member, entity, await store(call).get(call.id)),
  )

  if (listSecrets(entity.fields).length)
    post(`${path}/:id/reveal`, { access: 'secrets', answer }, async (call) => {
      const record = await store(call).get(call.id)
      await logReveal(database, call.member, entity, record)
      return record
    })

  get(`${path}/:id/links`, { access: 'office', answer: linksSchema }, (call) =>
    store(call).links(call.id),
  )

  post(
    path,
    {
      access: change,
      body: withParts(entity, newRecordSchema(entity.fields)),
      answer,
      status: 201,
      options: checkedByHandler,
    },
    (call) => {
      const { member, request, repeatable } = call
      const { values, parts } = readWithParts(entity, member, request, () =>
        readNewRecord(entity, member.permissions, request.body),
      )
      const body = { ...values, ...parts?.sent }
      return store(call).create(values, { ...repeatable, body }, parts)
    },
  )

  put(
    `${path}/:id`,
    {
      access: change,
      ...answered,
      body: withParts(entity, changedRecordSchema(entity.fields)),
      answer,
      options: checkedByHandler,
    },
    (call) => {
      const { member, request } = call
      const { values, parts } = readWithParts(entity, member, request, () =>
        readChangedRecord(entity, member.permissions, request.body),
      )
      return changeWithoutSecrets(member, entity, () =>
        store(call).update(call.id, values, call.version, parts),
      )
    },
  )

  remove(`${path}/:id`, { access: change, ...answered }, async (call) => {
    await store(call).remove(call.id, call.operation)
  })
}

/** The ids that match a query, and one change to many ids. */
function addBulkRoutes(app: FastifyInstance, database: Database, entity: Entity): void {
  const { get, post } = routesOf(app, entity.title)
  const path = `/api/${entity.name}`

  get(
    `${path}/ids`,
    { access: 'office', query: listQuerySchema, answer: z.array(z.int()) },
    ({ member, query }) => {
      const { kinds } = describeVisibleList(entity, member.permissions)
      return openStore(database, member, entity).ids(readListQuery(kinds, query))
    },
  )

  post(
    `${path}/bulk`,
    {
      access: permissionToChange(entity.name),
      ...(entity.name === 'loads' ? { query: settledQuery } : {}),
      body: bulkSchema(entity.fields),
      answer: bulkResponse,
      options: checkedByHandler,
    },
    ({ member: { accountId: userId, permissions }, operation: id, repeatable, request }) => {
      const change = readBulkChange(entity, permissions, request.body)
      const operation = { id, userId, permissions, settled: readSettled(request) }
      return changeMany(database, operation, entity, change, { ...repeatable, body: change })
    },
  )
}
