/** The entities and their saved views as CSV files (SPEC B50, B53). */
import { everyEntity } from '#core/entities/entities.ts'
import { views } from '#core/lists/views.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { defineColumnKinds, computedKinds } from '#server/lists/query/list-query.ts'
import type { CsvListing, ExportedListing } from '#server/streaming/csv-text.ts'
import { describeVisibleList } from './visible-entity.ts'

export const exportedEntities: ExportedListing[] = everyEntity.map((entity) => ({
  name: entity.name,
  file: entity.name,
  title: entity.title,
  access: 'office',
  listed: entity,
  columns: csvColumns(entity.fields),
  kinds: defineColumnKinds(entity.fields, computedKinds(entity)),
  see({ permissions }) {
    const seen = describeVisibleList(entity, permissions)
    return { ...seen, columns: csvColumns(seen.listed.fields) }
  },
}))

/** Saved views. Only the ZIP of the whole account contains them. */
export const viewListing: CsvListing = {
  file: 'views',
  listed: views,
  columns: csvColumns(views.fields),
}
