/** What the palette finds: records of every entity, by number or name. */
import { defaultColumns, type ColumnOf, type Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'

/** The most records of one entity in an answer. */
export const MOST_FOUND = 5

/** A record that was found: its label, and what its detail's column shows. */
export type Found = { entity: EntityName; record: { id: number; [field: string]: unknown } }

/** The fields by which people call a record: its label, and the numbers that no other record has. */
export function searchedFields({ label, fields }: Entity): string[] {
  const unique = Object.keys(fields).filter((name) => fields[name]?.unique)
  return [...new Set([label, ...unique])]
}

/** The first column after the label that shows text of the record's own: two drivers may share a name, not a phone. */
export function detailColumn(entity: Entity): ColumnOf | undefined {
  return defaultColumns(entity).find(({ fields }) =>
    fields.every((name) => name !== entity.label && !entity.fields[name]?.to),
  )
}
