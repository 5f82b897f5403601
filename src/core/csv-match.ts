/** Which column of somebody else's file goes into which field (SPEC B51). */
import { composed } from './composed.ts'
import { columnsOf, type Entity } from './entity.ts'
import type { ColumnMatch } from './csv-import.ts'

/** "Load #", "load_number", "LOAD NUMBER" → "loadnumber": what titles are compared by. */
export function foldedTitle(title: string): string {
  return composed(title)
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The field of each column: as `remembered` for its title, else by the field's label, name, or title in
 * the list. A field is filled by one column, the first that fits.
 */
export function matchColumns(
  entity: Entity,
  titles: readonly string[],
  remembered: ReadonlyMap<string, string | null>,
): ColumnMatch {
  const known = titlesOf(entity)
  const taken = new Set<string>()
  return titles.map((title) => {
    const folded = foldedTitle(title)
    const field = remembered.get(folded) ?? (remembered.has(folded) ? null : known.get(folded))
    if (!field || !entity.fields[field] || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** The fields that have to be sent and that no column fills. */
export function unmatched({ fields }: Pick<Entity, 'fields'>, columns: ColumnMatch): string[] {
  const required = Object.entries(fields).filter(([, { leftOut }]) => leftOut === undefined)
  return required.map(([name]) => name).filter((name) => !columns.includes(name))
}

function titlesOf(entity: Entity): Map<string, string> {
  const fields = Object.entries(entity.fields)
  const names = [
    ...fields.map(([name, { label }]) => [label, name]),
    ...fields.map(([name]) => [name, name]),
    ...fields.map(([name, { label }]) => [label.replace('#', ''), name]),
    ...columnsOf(entity).map(({ title, fields: [name] }) => [title, name]),
  ] as [string, string][]
  // From the last to the first: where two fold to the same, the stronger one is to stand.
  return new Map(names.toReversed().map(([title, name]) => [foldedTitle(title), name]))
}
