/** Which column of somebody else's file goes into which field (SPEC B51). */
import { composed } from '#core/to-nfc.ts'
import { columnsOf, type Entity } from '#core/entities/entity.ts'
import type { ColumnMatch } from './import.ts'
import { ourTitles } from './titles.ts'

/** "Load #", "load_number", "LOAD NUMBER" → "loadnumber": what titles are compared by. */
export function foldedTitle(title: string): string {
  return composed(title)
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
  const known = titlesOf(entity)
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

  fill((title) => remembered.get(foldedTitle(title)))
  const chosen = (title: string) => remembered.has(foldedTitle(title))
  fill((title) => (chosen(title) ? null : known.get(foldedTitle(title))))
  fill((title) => (chosen(title) ? null : meantBy(title, known)))
  return columns
}

/** The fields that have to be sent and that no column fills. */
export function unmatched({ fields }: Pick<Entity, 'fields'>, columns: ColumnMatch): string[] {
  const required = Object.entries(fields).filter(([, { leftOut }]) => leftOut === undefined)
  return required.map(([name]) => name).filter((name) => !columns.includes(name))
}

function meantBy(title: string, known: ReadonlyMap<string, string>): string | undefined {
  const found = ourTitles(title).find((folded) => known.has(folded))
  return found && known.get(found)
}

function titlesOf(entity: Entity): Map<string, string> {
  const fields = Object.entries(entity.fields)
  const names = [
    ...fields.map(([name, { label }]) => [label, name]),
    ...fields.map(([name]) => [name, name]),
    ...fields.map(([name, { label }]) => [label.replace('#', ''), name]),
    ...columnsOf(entity).map(({ title, fields: [name] }) => [title, name]),
    [entity.one, entity.label],
    ['Name', entity.label],
  ] as [string, string][]
  // From the last to the first: where two fold to the same, the stronger one is to stand.
  return new Map(names.toReversed().map(([title, name]) => [foldedTitle(title), name]))
}
