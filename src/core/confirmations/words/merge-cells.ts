/** Merges "Dallas", "TX" and "75201" in separate columns into one cell. */
import { isState } from '#core/confirmations/values/zip-states.ts'
import type { Cell } from './lines.ts'
import { joinBoxes } from './words.ts'

const ZIP = /^\d{5}(?:-\d{4})?$/

/** Adds a comma before a state in its own column, because the column shows that it is a state. */
export function mergePlaceCells(cells: readonly Cell[]): Cell[] {
  const merged: Cell[] = []
  for (const cell of cells) {
    const before = merged.at(-1)
    const separator = before ? separatorOf(before, cell) : null
    if (before && separator !== null) merged[merged.length - 1] = join(before, separator, cell)
    else merged.push(cell)
  }
  return merged
}

function separatorOf(before: Cell, cell: Cell): string | null {
  const [first = '', second = ''] = cell.text.split(' ')
  const isPlaceEnd = isState(first) && (!second || ZIP.test(second)) && cell.words.length <= 2
  if (isPlaceEnd && /[a-z]{3},?$/i.test(before.text) && !STREET_PART.test(before.text))
    return before.text.endsWith(',') ? ' ' : ', '
  return ZIP.test(cell.text) && isState(before.words.at(-1)?.text ?? '') ? ' ' : null
}

/** The rest of a street that its column breaks is no city. */
const STREET_PART =
  /^(?:ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|pkwy|parkway|hwy|highway|way|ct|court|cir|circle|street|suite|ste|pike|plaza|trail|loop|floor)\.?,?$/i

function join(a: Cell, separator: string, b: Cell): Cell {
  const text = a.text + separator + b.text
  const moved = b.starts.map((start) => start + a.text.length + separator.length)
  return {
    ...a,
    text,
    box: joinBoxes([a.box, b.box]),
    words: [...a.words, ...b.words],
    starts: [...a.starts, ...moved],
  }
}
