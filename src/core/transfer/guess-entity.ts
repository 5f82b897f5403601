/** Which list a file is for, and in which order several files are imported (SPEC C60). */
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { listUnmatched, matchColumns } from './match-columns.ts'

/** Records that others link to come first. */
export const IMPORT_ORDER: readonly EntityName[] = [
  ...(['brokers', 'owners', 'drivers', 'dispatchers', 'trucks', 'loads'] as const),
]

const NONE_REMEMBERED = new Map<string, string | null>()

/** A share of all columns and the share of the required fields that they fill. The name of the file decides a tie. */
export function guessEntity(titles: readonly string[], fileName: string): EntityName {
  const words = fileName.toLowerCase()
  const scores = IMPORT_ORDER.map((name) => {
    const entity = getEntity(name)
    const columns = matchColumns(entity, titles, NONE_REMEMBERED)
    const matched = columns.filter((field) => field !== null).length / Math.max(titles.length, 1)
    const required = Object.values(entity.fields).filter(
      (field) => field.defaultValue === undefined,
    )
    const filled = 1 - listUnmatched(entity, columns).length / Math.max(required.length, 1)
    const isNamed = [name, entity.singular.toLowerCase()].some((word) => words.includes(word))
    return { name, score: matched + filled + (isNamed ? 0.5 : 0) }
  })
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return best.name
}
