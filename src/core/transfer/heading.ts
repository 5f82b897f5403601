/** Finds the row with the column titles, below the lines that people and programs write above them (SPEC C434). */

/** The rows that are searched for the titles. */
export const SEARCHED_ROWS = 25

/**
 * The place of the heading among the first rows of a file: the first row with the most titles that `countKnown` knows; -1 if it
 * knows none.
 */
export function findHeading(
  rows: readonly (readonly string[])[],
  countKnown: (titles: readonly string[]) => number,
): number {
  const counts = rows.map((cells) => (cells.some(isText) ? countKnown(cells) : 0))
  const [first = 0] = counts
  const most = Math.max(0, ...counts)
  const at = counts.indexOf(most)
  if (most === 0) return -1
  if (most === first) return 0
  const isTitleLine = (rows[0] ?? []).filter((cell) => cell.trim()).length < 2
  return most > 1 || isTitleLine ? at : 0
}

function isText(cell: string): boolean {
  return /\p{L}/u.test(cell)
}
