/** The search for records of every entity by number or name. */
import { defaultColumns, type ColumnOf, type Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'

/** The maximum number of records of one entity in a response. */
export const MAX_FOUND = 5

/** The record has the fields of its label and of its entity's detail column. An invoice has its number, kind and broker's name. */
export type Found = {
  entity: EntityName | 'invoices'
  record: { id: number; [field: string]: unknown }
}

/** A single character is searched only at the beginning of numbers (SPEC B40). */
export function isSingleCharacter(search: string): boolean {
  return [...search].length === 1
}

/** The text that is shown instead of results. */
export function noResultsText(search: string): string {
  return isSingleCharacter(search.trim()) ? 'Type at least 2 characters' : 'Nothing matches'
}

/** The label and every unique field. */
export function searchedFields({ label, fields }: Entity): string[] {
  const unique = Object.keys(fields).filter((name) => fields[name]?.unique)
  return [...new Set([label, ...unique])]
}

/** The first column after the label that shows the record's own text: two drivers may share a name, but not a phone. */
export function detailColumn(entity: Entity): ColumnOf | undefined {
  return defaultColumns(entity).find(({ fields }) =>
    fields.every((name) => name !== entity.label && !entity.fields[name]?.to),
  )
}

/** "PO # 778123": the reference by which a record was found, if not by its label. Undefined if it was. */
export function findReference(
  entity: Entity,
  record: Found['record'],
  typed: string,
): string | undefined {
  const search = typed.trim().toLowerCase()
  const has = (name: string) =>
    String(record[name] ?? '')
      .toLowerCase()
      .includes(search)
  if (search === '' || has(entity.label)) return undefined
  const name = Object.keys(entity.fields).find((name) => entity.fields[name]?.searched && has(name))
  return name && `${entity.fields[name]?.label} ${String(record[name])}`
}
