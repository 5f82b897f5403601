/** Doubled brokers, drivers and trucks, and their merge (SPEC C501–C503). */
import type { FastifyInstance } from 'fastify'
import { getEntity } from '#core/entities/entities.ts'
import { responseSchema } from '#core/entities/entity.ts'
import {
  doublesResponse,
  MERGED,
  MERGED_NAMES,
  mergeSchema,
  mergeUseResponse,
  type MergedName,
} from '#core/merging/merging.ts'
import { settledQuery } from '#core/settlements/adjustments/settled-change.ts'
import type { Database } from '#server/database/open.ts'
import { changeWithoutSecrets } from '#server/entities/reveal.ts'
import { readSettled } from '#server/requests.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { findDoubles } from './doubles.ts'
import { mergeRecords, readMergeUse } from './merge.ts'

export function mergingRoutes(app: FastifyInstance, { database }: Services): void {
  for (const name of MERGED_NAMES) addMerging(app, database, name)
}

function addMerging(app: FastifyInstance, database: Database, name: MergedName): void {
  const entity = { ...getEntity(name), name }
  const { get, post } = routesOf(app, entity.title)
  const path = `/api/${name}`
  const access = MERGED[name]

  get(`${path}/doubles`, { access, answer: doublesResponse }, ({ account }) =>
    findDoubles(database, account, entity),
  )

  get(
    `${path}/:id/merge`,
    { access, answer: mergeUseResponse, description: 'What a merge into another one moves.' },
    ({ member: { accountId: userId, permissions }, id }) =>
      readMergeUse(database, { userId, permissions, entity }, id),
  )

  post(
    `${path}/:id/merge`,
    {
      access,
      query: settledQuery,
      body: mergeSchema,
      answer: responseSchema(entity.fields, entity.computed),
      description: 'Merges another record into this one. The other one is deleted.',
    },
    ({ member, id, body, operation, repeatable, request }) => {
      const { accountId: userId, permissions } = member
      const merging = { userId, permissions, settled: readSettled(request), entity, operation }
      return changeWithoutSecrets(member, entity, () =>
        mergeRecords(database, merging, id, body, repeatable),
      )
    },
  )
}
