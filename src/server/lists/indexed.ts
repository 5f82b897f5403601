/**
 * The lists that grow without end, and those of their columns that an index has in the order (user_id,
 * column, id desc): ids in such a column's order are walked to, instead of sorting the whole list.
 * A test looks for the indexes.
 */
import { loads } from '#core/entities/loads.ts'

/** Notes are too long for an index. */
const WITHOUT = new Set(['notes', 'documents', 'loadId'])

const INDEXED: Record<string, ReadonlySet<string>> = {
  loads: new Set(Object.keys(loads.fields).filter((name) => !WITHOUT.has(name))),
}

export function isIndexed(list: string, column: string): boolean {
  return INDEXED[list]?.has(column) ?? false
}

export function indexedColumns(list: string): string[] {
  return [...(INDEXED[list] ?? [])]
}

/** Of this list the database keeps how many records each block of ids has (migration 0041). */
export function isCounted(list: string): boolean {
  return list === 'loads'
}

/** Of this list's text an index has each letter and each pair of neighbours (migration 0042). */
export function isPaired(list: string): boolean {
  return list === 'loads'
}
