/** Matches the columns of a CSV file to fields (SPEC B51). */
import { toNfc } from '#core/to-nfc.ts'
import { defaultColumns, settableFields, type Entity } from '#core/entities/entity.ts'
import type { ColumnMatch } from './import.ts'
import { isUnknown } from './cells.ts'
import { fieldsOfColumn, listCombined } from './combined-columns.ts'
import { findByCells, findCity, findOfPair } from './stop-columns.ts'
import { COMPARED_TITLE, TRADE_TITLES, isLoadBoard, isTotalRevenue, knownTitles } from './titles.ts'
import { isBareTotal, isLineHaul, isSumOfRow } from './total-of-row.ts'

/** "Load #", "load_number", "LOAD NUMBER" → "loadnumber". Titles are compared in this form. */
export function foldTitle(title: string): string {
  return toNfc(title.slice(0, COMPARED_TITLE))
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The titles as they are remembered: of two equal titles, the second one is "city 2" (SPEC C434). */
export function foldTitles(titles: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const folded = foldTitle(title)
    const count = (seen.get(folded) ?? 0) + 1
    seen.set(folded, count)
    return count === 1 ? folded : `${folded} ${count}`
  })
}

/**
 * The field of each column, found by the `remembered` choice for its title, then the field's label, name or
 * list title, then trade terms. Each field gets one column: the first of the best matches. A column of several fields is matched
 * if none of them has a column. `sample`: cells of the first rows. They show whether "Pickup" is a day or a place.
 */
export function matchColumns(
  { fields, ...declared }: Entity,
  titles: readonly string[],
  remembered: ReadonlyMap<string, string | null>,
  sample: readonly (readonly string[])[] = [],
): ColumnMatch {
  const entity = { ...declared, fields: settableFields(fields) }
  const known = listTitles(entity)
  /** "BOL" can also be a status, but "BOL #" can't, and "Delivery" can be one, but "Consignee" can't. */
  function findKnown(title: string, folded: string): string | undefined {
    if (folded === 'delivery' && foldTitle(title) !== folded) return undefined
    const name = known.get(folded)
    return entity.fields[name ?? '']?.searched && !isNumberTitle(title) ? undefined : name
  }

  const combined = listCombined(entity)
  const matched = new Set<string>()
  const columns: ColumnMatch = titles.map(() => null)

  function matchBy(choose: (title: string, index: number) => string | null | undefined) {
    for (const [index, title] of titles.entries()) {
      const field = columns[index] ? null : choose(title, index)
      if (!field || !(entity.fields[field] ?? combined[field]) || matched.has(field)) continue
      const filled = fieldsOfColumn(entity, field)
      if (filled.some((name) => name !== field && matched.has(name))) continue
      for (const name of [field, ...filled]) matched.add(name)
      columns[index] = field
    }
  }

  const folded = foldTitles(titles)
  const total = entity.name === 'loads' ? titles.findIndex(isBareTotal) : -1
  const isChosen = (index: number) =>
    remembered.has(folded[index] ?? '') ||
    (total >= 0 && isLineHaul(titles[index] ?? '')) ||
    isEquipment(titles, index, listCells(sample, index)) ||
    (entity.name === 'loads' && isTrailerKind(titles[index] ?? '', listCells(sample, index)))
  const isOpen = (title: string, index: number) =>
    !isChosen(index) && !findCombinedFor(title, entity)
  matchBy((_, index) => remembered.get(folded[index] ?? ''))
  matchBy((_, index) => (isChosen(index) ? null : findOfPair(titles, index, entity)))
  matchBy((title, index) =>
    isChosen(index) ? null : findByCells(title, entity, listCells(sample, index)),
  )
  matchBy((title, index) =>
    isChosen(index) ? null : findCity(title, titles[index + 1] ?? '', listCells(sample, index)),
  )
  matchBy((title, index) =>
    isChosen(index) ? null : findShownCombined(title, entity, listCells(sample, index)),
  )
  matchBy((title, index) =>
    !isChosen(index) && entity.name === 'loads' && isTotalRevenue(title) ? 'revenue' : null,
  )
  matchBy((_, index) =>
    index === total && !isChosen(index) && isSumOfRow(titles, total, sample) ? 'revenue' : null,
  )
  matchBy((title, index) => (isChosen(index) ? null : findKnown(title, foldTitle(title))))
  matchBy((title, index) =>
    isOpen(title, index) ? findFieldFor(title, (known) => findKnown(title, known)) : null,
  )
  matchBy((title, index) => (isChosen(index) ? null : findCombinedFor(title, entity)))
  matchBy((title, index) => (isOpen(title, index) ? findTradeTitle(title, entity, titles) : null))
  return columns
}

/** The required fields without a column. */
export function listUnmatched(
  entity: Pick<Entity, 'fields'> & { name: string },
  columns: ColumnMatch,
): string[] {
  const filled = new Set(columns.flatMap((name) => (name ? fieldsOfColumn(entity, name) : [])))
  const required = Object.entries(entity.fields).filter(
    ([, { defaultValue }]) => defaultValue === undefined,
  )
  return required.map(([name]) => name).filter((name) => !filled.has(name))
}

function listCells(sample: readonly (readonly string[])[], index: number): string[] {
  return sample.map((cells) => (cells[index] ?? '').trim()).filter(Boolean)
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

/** A load board’s "Truck" is the equipment: "V", "R", "FSD" (SPEC C58). */
function isEquipment(titles: readonly string[], index: number, cells: readonly string[]): boolean {
  return (
    knownTitles(titles[index] ?? '').includes('truck') &&
    isLoadBoard(titles) &&
    cells.length > 0 &&
    cells.every((cell) => /^[A-Z]{1,4}$/i.test(cell))
  )
}

/** A load’s "Trailer" is the equipment: "Van", "Reefer 53'", "48 ft" (SPEC C552). */
function isTrailerKind(title: string, cells: readonly string[]): boolean {
  const known = cells.filter((cell) => !isUnknown(cell))
  return (
    knownTitles(title)[0] === 'trailer' &&
    known.length > 0 &&
    known.every((cell) => !/\d/.test(cell.replaceAll(LENGTH, '')))
  )
}

/** "53'", "48 ft", and the 53 of "53 Dry Van". */
const LENGTH =
  /\b\d{2}\s*(?:-\s*)?(?:['’′]|(?:ft|foot|feet)\b|(?=(?:dry|van|reefer|flat|step|conestoga)))/gi

function findCombinedFor(title: string, entity: Entity): string | undefined {
  return Object.entries(listCombined(entity)).find(
    ([, { titles, shownByCells }]) =>
      !shownByCells &&
      [foldTitle(title), knownTitles(title)[0]].some((known) => known && titles.includes(known)),
  )?.[0]
}

/** A column "Lane" or "Driver" that holds several fields in each of its cells (SPEC C511). */
function findShownCombined(
  title: string,
  entity: Entity,
  cells: readonly string[],
): string | undefined {
  return Object.entries(listCombined(entity)).find(
    ([, { titles, shownByCells, split }]) =>
      shownByCells &&
      titles.includes(foldTitle(title)) &&
      cells.some((cell) => split(cell) !== null) &&
      cells.every((cell) => split(cell) !== null || isUnknown(cell)),
  )?.[0]
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
    // "Route" shows four fields, and is none of them.
    ...defaultColumns(entity).flatMap(({ title, fields: [name, other] }) =>
      other === undefined ? [[title, name]] : [],
    ),
    [entity.singular, entity.label],
    ['Name', entity.label],
  ] as [string, string][]
  // Reversed, because the earlier of two names with the same folded title must win.
  return new Map(names.toReversed().map(([title, name]) => [foldTitle(title), name]))
}
