/** Data in and out: lists as CSV files, and CSV files as records (SPEC B50–B52). */
import type { FastifyInstance } from 'fastify'
import { csvColumnsOf } from '#core/csv.ts'
import { everyEntity } from '#core/entities.ts'
import type { Entity } from '#core/entity.ts'
import type { Database } from '#server/database/open.ts'
import { columnKinds, type ColumnKind } from '#server/lists/list-query.ts'
import type { Exported } from './csv-text.ts'
import { exportRoute } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import { slotsFor } from './slots.ts'

/** `settlements`: how another feature lists what is exported too. */
export async function transferRoutes(
  app: FastifyInstance,
  database: Database,
  settlements: Exported,
): Promise<void> {
  const exports = slotsFor('exports', 2, 4)
  for (const exported of [...everyEntity.map(exportedOf), settlements]) {
    exportRoute(app, database, exports, exported)
  }
  const slots = { uploads: slotsFor('uploads', 3, 6), imports: slotsFor('imports', 2, 3) }
  await importRoutes(app, database, slots, everyEntity)
}

function exportedOf(entity: Entity): Exported {
  const { name, title, fields, computed = [] } = entity
  const more = Object.fromEntries(computed.map((column) => [column, 'number' as ColumnKind]))
  return {
    name,
    file: name,
    title,
    listed: entity,
    columns: csvColumnsOf(fields),
    kinds: columnKinds(fields, more),
  }
}
