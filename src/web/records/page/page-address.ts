import { everyEntity } from '#core/entities/entities.ts'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { statementAddress } from '#core/settlements/history.ts'

/** The path of a record's page: "/owners/7". `list`: the list's path, which is the entity's name. */
export function pageAddress(list: string, id: number | string): string {
  return `/${list}/${id}`
}

/** The id in the path of a page, null if the path has no valid one. */
export function readPathId(text = ''): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/**
 * The page that a cell links to: the record's own page, or the page of the first linked record. Undefined if the cell's
 * text is not a name.
 */
export function cellAddress(
  { name, label, fields }: Pick<Listing, 'name' | 'label' | 'fields'>,
  column: ColumnOf,
  record: AnyRecord,
): string | undefined {
  if (column.fields[0] === label) return ownAddress(name, record.id)
  const link = column.fields.find((field) => typeof record[field] === 'number')
  const to = link && fields[link]?.to
  return to && record.labels[link] ? pageAddress(to, Number(record[link])) : undefined
}

function ownAddress(list: string, id: number): string | undefined {
  if (list === 'statements') return statementAddress(id)
  if (list === 'invoices') return pageAddress(list, id)
  return everyEntity.some(({ name }) => name === list) ? pageAddress(list, id) : undefined
}
