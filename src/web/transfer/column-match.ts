import type { ColumnMatch } from '#core/transfer/import.ts'

/** Matches the column at `index` to `field`. A field takes one column, so another column loses it. */
export function matchColumn(
  columns: ColumnMatch,
  index: number,
  field: string | null,
): ColumnMatch {
  return columns.map((current, at) => {
    if (at === index) return field
    return current === field ? null : current
  })
}
