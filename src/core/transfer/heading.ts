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

export type TitleRow = { at: number; titles: readonly string[] }

/**
 * The heading with its titles; `at`: its last row. Two rows are one heading if they know more titles together: "Pickup" above "Date",
 * "City" and "State", beside "Load #" with nothing below it (SPEC C510). Null if no title is known.
 */
export function findTitles(
  rows: readonly (readonly string[])[],
  countKnown: (titles: readonly string[]) => number,
): TitleRow | null {
  const at = findHeading(rows, countKnown)
  const titles = rows[at]
  if (!titles) return null
  const pairs = [at, at + 1].flatMap((last): TitleRow[] => {
    const [upper, lower] = [rows[last - 1], rows[last]]
    return upper && lower && isSubheading(lower)
      ? [{ at: last, titles: join(upper, lower, countKnown) }]
      : []
  })
  const headings = [{ at, titles }, ...pairs]
  return headings.reduce((best, other) =>
    countKnown(other.titles) > countKnown(best.titles) ? other : best,
  )
}

/** Words below other titles. A record has digits. */
function isSubheading(cells: readonly string[]): boolean {
  return cells.filter(isText).length > 1 && !cells.some((cell) => /\d{2}/.test(cell))
}

/**
 * A title of the upper row also stands above the blank cells to its right. It is left out above one that is known only alone: "Load" above
 * "#" and "Truck" is "Load #" and "Truck".
 */
function join(
  upper: readonly string[],
  lower: readonly string[],
  countKnown: (titles: readonly string[]) => number,
): string[] {
  let above = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [own, below] = [upper[at]?.trim() ?? '', lower[at]?.trim() ?? '']
    above = own || above
    if (!below) return own
    const both = `${above} ${below}`.trim()
    const isKnownAlone = below !== '' && countKnown([below]) > countKnown([both])
    return own === below || isKnownAlone ? below : both
  })
}

function isText(cell: string): boolean {
  return /\p{L}/u.test(cell)
}
