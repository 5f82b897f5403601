/** Data in and out: lists as CSV files (SPEC B50). */
import type { FastifyInstance } from 'fastify'
import { csvColumnsOf } from '#core/csv.ts'
import { everyEntity } from '#core/entities.ts'
import type { Entity } from '#core/entity.ts'
import type { Database } from '#server/database/open.ts'
import { columnKinds, type ColumnKind } from '#server/lists/list-query.ts'
import type { Exported } from './csv-text.ts'
import { exportRoute } from './export-routes.ts'
import { slotsFor } from './slots.ts'

/** `settlements`: how another feature lists what is exported too. */
export function transferRoutes(
  app: FastifyInstance,
  database: Database,
  settlements: Exported,
): void {
  const exports = slotsFor('exports', 2, 4)
  for (const exported of [...everyEntity.map(exportedOf), settlements]) {
    exportRoute(app, database, exports, exported)
  }
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
