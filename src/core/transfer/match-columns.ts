/** Which column of somebody else's file goes into which field (SPEC B51). */
import { toNfc } from '#core/to-nfc.ts'
import { defaultColumns, type Entity } from '#core/entities/entity.ts'
import type { ColumnMatch } from './import.ts'
import { knownTitles } from './titles.ts'

/** "Load #", "load_number", "LOAD NUMBER" → "loadnumber": what titles are compared by. */
export function foldTitle(title: string): string {
  return toNfc(title)
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The field of each column: as `remembered` for its title, else by the field's label, name, or title in
 * the list, else by what the trade calls it. A field is filled by one column: the first that fits best.
 */
export function matchColumns(
  entity: Entity,
  titles: readonly string[],
  remembered: ReadonlyMap<string, string | null>,
): ColumnMatch {
  const known = listTitles(entity)
  const taken = new Set<string>()
  const columns: ColumnMatch = titles.map(() => null)

  function fill(choose: (title: string) => string | null | undefined) {
    for (const [at, title] of titles.entries()) {
      const field = columns[at] ? null : choose(title)
      if (!field || !entity.fields[field] || taken.has(field)) continue
      taken.add(field)
      columns[at] = field
    }
  }

  fill((title) => remembered.get(foldTitle(title)))
  const chosen = (title: string) => remembered.has(foldTitle(title))
  fill((title) => (chosen(title) ? null : known.get(foldTitle(title))))
  fill((title) => (chosen(title) ? null : findFieldFor(title, known)))
  return columns
}

/** The fields that have to be sent and that no column fills. */
export function listUnmatched({ fields }: Pick<Entity, 'fields'>, columns: ColumnMatch): string[] {
  const required = Object.entries(fields).filter(
    ([, { defaultValue }]) => defaultValue === undefined,
  )
  return required.map(([name]) => name).filter((name) => !columns.includes(name))
}

function findFieldFor(title: string, known: ReadonlyMap<string, string>): string | undefined {
  const found = knownTitles(title).find((folded) => known.has(folded))
  return found && known.get(found)
}

function listTitles(entity: Entity): Map<string, string> {
  const fields = Object.entries(entity.fields)
  const names = [
    ...fields.map(([name, { label }]) => [label, name]),
    ...fields.map(([name]) => [name, name]),
    ...fields.map(([name, { label }]) => [label.replace('#', ''), name]),
    ...defaultColumns(entity).map(({ title, fields: [name] }) => [title, name]),
    [entity.singular, entity.label],
    ['Name', entity.label],
  ] as [string, string][]
  // From the last to the first: where two fold to the same, the stronger one is to stand.
  return new Map(names.toReversed().map(([title, name]) => [foldTitle(title), name]))
}
