/** A selection of records by ID. */

export type SelectedIds = ReadonlySet<number>

export const NONE_SELECTED: SelectedIds = new Set()

/** Returns a new set. */
export function setSelected(before: SelectedIds, ids: number[], selected: boolean): SelectedIds {
  const next = new Set(before)
  for (const id of ids) {
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The rows between `from` and `to`, inclusive, in either direction; only `to` if `from` is on another page. */
export function rowsBetween(shown: number[], from: number, to: number): number[] {
  const [first, second] = [shown.indexOf(from), shown.indexOf(to)]
  if (first < 0) return [to]
  return shown.slice(Math.min(first, second), Math.max(first, second) + 1)
}
