/** Guesses which list a file is for (SPEC C60). */
import { matchChargeColumns } from '#core/charges/csv.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { ImportListName } from './import-list.ts'
import { getImportList, IMPORT_ORDER } from './lists.ts'
import { listUnmatched, matchColumns } from './match-columns.ts'

const NONE_REMEMBERED = new Map<string, string | null>()

/** The number of columns that a list knows. */
export function countKnownTitles(name: ImportListName, titles: readonly string[]): number {
  const columns =
    name === 'charges'
      ? matchChargeColumns(titles)
      : matchColumns(getEntity(name), titles, NONE_REMEMBERED)
  return columns.filter((field) => field !== null).length
}

/** Scores the share of columns that match, and the share of required fields that they fill. The file's name also counts. */
export function guessList(
  titles: readonly string[],
  fileName: string,
  among: readonly ImportListName[] = IMPORT_ORDER,
): ImportListName {
  const words = fileName.toLowerCase()
  const scores = among.map((name) => {
    const entity = getImportList(name)
    const columns =
      name === 'charges'
        ? matchChargeColumns(titles)
        : matchColumns(getEntity(name), titles, NONE_REMEMBERED)
    const matched = columns.filter((field) => field !== null).length / Math.max(titles.length, 1)
    const required = Object.values(entity.fields).filter(
      (field) => field.defaultValue === undefined,
    )
    const filled = 1 - listUnmatched(entity, columns).length / Math.max(required.length, 1)
    const isNamed = [name, entity.singular.toLowerCase()].some((word) => words.includes(word))
    const isPossible = name !== 'trailers' || namesTrailers([fileName, ...titles])
    return { name, score: isPossible ? matched + filled + (isNamed ? 0.5 : 0) : 0 }
  })
  const best = scores.reduce((top, other) => (other.score > top.score ? other : top))
  return best.name
}

/** A list of trailers says so. Its other titles are those of trucks: "Unit, Year, VIN, Plate". */
function namesTrailers(texts: readonly string[]): boolean {
  return texts.some((text) => /trailer|\btrl\b/i.test(text))
}
