/** A revision: a later rate confirmation of a known load, and what it changes (SPEC C125). */
import { parseAmount } from '#core/money.ts'
import type { FilledLoad } from './fill-load.ts'
import type { Read } from './reading.ts'

/** `before`: the load's value, "" if blank. `after`: the paper's value. */
export type Difference = { name: string; before: string; after: string; read: Read }

/** The values of the paper that differ from the load's form text, in the order of the form. Notes never differ. */
export function findDifferences(
  { text, sources }: FilledLoad,
  load: Readonly<Record<string, string>>,
  names: readonly string[],
): Difference[] {
  return names.flatMap((name) => {
    const [read, after, before = ''] = [sources[name], text[name], load[name]]
    if (!read || after === undefined || isSameValue(before, after)) return []
    return [{ name, before, after, read }]
  })
}

/** The form text of the load after the selected differences are saved. */
export function applyDifferences(
  load: Readonly<Record<string, string>>,
  differences: readonly Pick<Difference, 'name' | 'after'>[],
  selected: ReadonlySet<string>,
): Record<string, string> {
  const chosen = differences.filter(({ name }) => selected.has(name))
  return { ...load, ...Object.fromEntries(chosen.map(({ name, after }) => [name, after])) }
}

/** "1650" and "1650.00" are the same, and so are "Dallas" and "DALLAS". */
export function isSameValue(a: string, b: string): boolean {
  const [one, other] = [parseAmount(a), parseAmount(b)]
  if (one !== null && other !== null) return one === other
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
