import { everyEntity } from '#core/entities/entities.ts'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'

/** The path of a record's page: "/owners/7". `list`: the list's path, which is the entity's name. */
export function pageAddress(list: string, id: number | string): string {
  return `/${list}/${id}`
}

/** The id in the path of a page, null if the path has no valid one. */
export function readPathId(text = ''): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** The page that a cell's text names: the record's own, or the linked record's. Undefined: the text is no name. */
export function cellAddress(
  { name, label, fields }: Pick<Listing, 'name' | 'label' | 'fields'>,
  { fields: [first] }: ColumnOf,
  record: AnyRecord,
): string | undefined {
  if (first === label)
    return everyEntity.some((entity) => entity.name === name)
      ? pageAddress(name, record.id)
      : undefined
  const { to } = fields[first] ?? {}
  const linked = record[first]
  const isKnown = to && typeof linked === 'number' && record.labels[first]
  return isKnown ? pageAddress(to, linked) : undefined
}
