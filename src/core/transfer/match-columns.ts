/** Matches the columns of a CSV file to fields (SPEC B51). */
import { toNfc } from '#core/to-nfc.ts'
import { defaultColumns, settableFields, type Entity } from '#core/entities/entity.ts'
import type { ColumnMatch } from './import.ts'
import type { ImportList } from './import-list.ts'
import { fieldsOfColumn, listPlaces } from './places.ts'
import { TRADE_TITLES, isLoadBoard, knownTitles } from './titles.ts'

/** "Load #", "load_number", "LOAD NUMBER" → "loadnumber". Titles are compared in this form. */
export function foldTitle(title: string): string {
  return toNfc(title)
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The field of each column, found by the `remembered` choice for its title, then the field's label, name or
 * list title, then trade terms. Each field gets one column: the first of the best matches. A place of several fields gets a
 * column if none of its fields has one.
 */
export function matchColumns(
  { fields, ...declared }: Entity,
  titles: readonly string[],
  remembered: ReadonlyMap<string, string | null>,
): ColumnMatch {
  const entity = { ...declared, fields: settableFields(fields) }
  const known = listTitles(entity)
  /** "BOL" can also be a status, but "BOL #" can't. */
  function findKnown(title: string, folded: string): string | undefined {
    const name = known.get(folded)
    return entity.fields[name ?? '']?.searched && !isNumberTitle(title) ? undefined : name
  }

  const places = listPlaces(entity)
  const matched = new Set<string>()
  const columns: ColumnMatch = titles.map(() => null)

  function matchBy(choose: (title: string) => string | null | undefined) {
    for (const [index, title] of titles.entries()) {
      const field = columns[index] ? null : choose(title)
      if (!field || !(entity.fields[field] ?? places[field]) || matched.has(field)) continue
      const filled = fieldsOfColumn(entity, field)
      if (filled.some((name) => name !== field && matched.has(name))) continue
      for (const name of [field, ...filled]) matched.add(name)
      columns[index] = field
    }
  }

  matchBy((title) => remembered.get(foldTitle(title)))
  const isChosen = (title: string) => remembered.has(foldTitle(title))
  matchBy((title) => (isChosen(title) ? null : findKnown(title, foldTitle(title))))
  const isOpen = (title: string) => !isChosen(title) && !findPlaceFor(title, entity)
  matchBy((title) =>
    isOpen(title) ? findFieldFor(title, (folded) => findKnown(title, folded)) : null,
  )
  matchBy((title) => (isChosen(title) ? null : findPlaceFor(title, entity)))
  matchBy((title) => (isOpen(title) ? findTradeTitle(title, entity, titles) : null))
  return columns
}

/** The required fields without a column. */
export function listUnmatched(
  entity: Pick<ImportList, 'name' | 'fields'>,
  columns: ColumnMatch,
): string[] {
  const filled = new Set(columns.flatMap((name) => (name ? fieldsOfColumn(entity, name) : [])))
  const required = Object.entries(entity.fields).filter(
    ([, { defaultValue }]) => defaultValue === undefined,
  )
  return required.map(([name]) => name).filter((name) => !filled.has(name))
}

function findFieldFor(
  title: string,
  find: (folded: string) => string | undefined,
): string | undefined {
  return knownTitles(title)
    .map(find)
    .find((field) => field !== undefined)
}

function isNumberTitle(title: string): boolean {
  return knownTitles(title)[0]?.endsWith('number') ?? false
}

function findPlaceFor(title: string, entity: Entity): string | undefined {
  const places = Object.entries(listPlaces(entity))
  return places.find(([, { titles }]) => titles.includes(foldTitle(title)))?.[0]
}

function findTradeTitle(
  title: string,
  { name }: Entity,
  titles: readonly string[],
): string | undefined {
  // "Trip" can be the number of the trip or its miles.
  if (knownTitles(title)[0] === 'trip') {
    return name === 'loads' && isLoadBoard(titles) ? 'miles' : undefined
  }
  const fields = Object.entries(TRADE_TITLES[name])
  return findFieldFor(title, (folded) => fields.find(([, titles]) => titles.includes(folded))?.[0])
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
  // Reversed, because the earlier of two names with the same folded title must win.
  return new Map(names.toReversed().map(([title, name]) => [foldTitle(title), name]))
}
