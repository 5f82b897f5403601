/** Data in and out: lists as CSV files, CSV files as records, a whole account as a ZIP (SPEC B50–B53). */
import type { FastifyInstance } from 'fastify'
import { csvColumns } from '#core/transfer/csv.ts'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import type { Database } from '#server/database/open.ts'
import { defineColumnKinds, computedKinds } from '#server/lists/query/list-query.ts'
import type { OtherFiles } from './account-files.ts'
import { addAccountRoute } from './account-routes.ts'
import type { Exported } from './csv-text.ts'
import { exportRoute } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import { downloads, createLimit } from '#server/streaming/concurrency-limit.ts'

/** `others`: what other features know of what goes out. */
export async function transferRoutes(
  app: FastifyInstance,
  database: Database,
  others: OtherFiles & { settlements: Exported; audit: Exported },
): Promise<void> {
  const lists = everyEntity.map(exportedOf)
  for (const exported of [...lists, others.settlements, others.audit]) {
    exportRoute(app, database, downloads, exported)
  }
  addAccountRoute(app, database, downloads, lists, others)
  const slots = { uploads: createLimit('uploads', 3, 6), imports: createLimit('imports', 2, 3) }
  await importRoutes(app, database, slots, everyEntity)
}

function exportedOf(entity: Entity): Exported {
  const { name, title, fields } = entity
  return {
    name,
    file: name,
    title,
    listed: entity,
    columns: csvColumns(fields),
    kinds: defineColumnKinds(fields, computedKinds(entity)),
  }
}
