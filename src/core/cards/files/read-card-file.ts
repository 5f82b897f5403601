/** Reads the rows of a card or toll file whose provider is recognized by its titles (SPEC C529). */
import type { BoughtKind, OtherRow, Purchase, RowProblem } from '#core/cards/purchases.ts'
import type { Cents } from '#core/money.ts'
import { comdata } from './comdata.ts'
import { efs, tch } from './efs.ts'
import type { Layout } from './layout.ts'
import { ezpassNewYork, pilot, template } from './others.ts'
import { foldFileTitle, openRow } from './row.ts'

/** The template comes last: other files may have its titles among theirs. */
export const LAYOUTS: readonly Layout[] = [efs, tch, comdata, pilot, ezpassNewYork, template]

/** The rows above the titles: a report's name, an account, a period. */
const SEARCHED_ROWS = 20

export type CardFile = {
  layout: Layout
  purchases: Purchase[]
  /** What counts in the file's own total and was not bought. */
  others: OtherRow[]
  problems: RowProblem[]
  /** The file's own total, null if it prints none, and what its rows add up to in the same column. */
  total: { printed: Cents | null; rows: Cents }
}

/** `rows`: the cells of a sheet or a CSV file, from the first row on. Null if no layout has the titles. */
export function readCardFile(rows: readonly (readonly string[])[]): CardFile | null {
  const found = findLayout(rows)
  if (!found) return null
  const { layout, titles, heading } = found
  const problems: RowProblem[] = []
  const purchases: Purchase[] = []
  const others: OtherRow[] = []
  const total: CardFile['total'] = { printed: null, rows: 0n }
  for (const [at, cells] of rows.entries()) {
    if (at <= heading || cells.every((cell) => cell.trim() === '')) continue
    // A file of several pages repeats its titles.
    if (cells.every((cell, column) => foldFileTitle(cell) === titles[column])) continue
    const found: RowProblem[] = []
    const row = openRow(titles, cells, at + 1, found)
    // Apart: a wrong amount is reported by the purchase.
    const amount = openRow(titles, cells, at + 1, []).cents(layout.total)
    if (isFooter(cells)) {
      if (row.text(layout.total) !== '') total.printed = amount
      continue
    }
    total.rows += amount
    const other = layout.other?.(row)
    if (other) others.push({ line: row.line, text: other, amount })
    else {
      const read = layout.read(row)
      if (!found.length) purchases.push(...read)
    }
    problems.push(...found)
  }
  return { layout, purchases: numberEqual(purchases), others, problems, total }
}

function findLayout(rows: readonly (readonly string[])[]) {
  for (const [heading, cells] of rows.slice(0, SEARCHED_ROWS).entries()) {
    const titles = cells.map(foldFileTitle)
    const layout = LAYOUTS.find((one) =>
      one.titles.every((title) => titles.includes(foldFileTitle(title))),
    )
    if (layout) return { layout, titles, heading }
  }
  return undefined
}

/** A total or a note below the rows. Any other row that can't be read is a problem. */
function isFooter(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  return filled.length <= 2 || filled.some((cell) => TOTAL.test(cell))
}

const TOTAL = /^(?:(?:grand|sub|report)[\s-]*)?totals?\b/i

/** Of equal purchases of a stop, the second has its own number: "ULSD 2". */
function numberEqual(purchases: readonly Purchase[]): Purchase[] {
  const counts = new Map<string, number>()
  return purchases.map((purchase) => {
    const same = `${purchase.key}\t${purchase.item}`
    const count = (counts.get(same) ?? 0) + 1
    counts.set(same, count)
    return count === 1 ? purchase : { ...purchase, item: `${purchase.item} ${count}`.trim() }
  })
}

/** What was bought of each kind, in the order of the file. */
export function sumByKind(purchases: readonly Purchase[]) {
  const groups = Map.groupBy(purchases, ({ kind }) => kind)
  return new Map<BoughtKind, { count: number; retail: Cents; discount: Cents; net: Cents }>(
    [...groups].map(([kind, own]) => [
      kind,
      {
        count: own.length,
        retail: own.reduce((sum, { retail }) => sum + retail, 0n),
        discount: own.reduce((sum, { discount }) => sum + discount, 0n),
        net: own.reduce((sum, { net }) => sum + net, 0n),
      },
    ]),
  )
}

/** What of the file's own total its rows do not explain; null if it prints none. */
export function findUnexplained({ total }: CardFile): Cents | null {
  return total.printed === null ? null : total.printed - total.rows
}
