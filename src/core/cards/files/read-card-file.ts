/** Reads the rows of a card or toll file whose provider is recognized by its titles (SPEC C529). */
import type { BoughtKind, OtherRow, CardPurchase, RowProblem } from '#core/cards/purchases.ts'
import type { Cents } from '#core/money.ts'
import type { LeftOutRow } from '#core/transfer/import.ts'
import { comdata } from './comdata.ts'
import { efs, tch } from './efs.ts'
import { openFileDays, type DayReading, type DayStyle, type FileDays } from './file-days.ts'
import { isFooter } from './footer.ts'
import type { FileLayout } from './layout.ts'
import { ezpassNewYork, pilot, template } from './others.ts'
import { nameEach } from './name-each.ts'
import { turnNegative, type Negative } from './negative.ts'
import { openNumbers } from './repeats.ts'
import { foldFileTitle, openRow, type Row } from './row.ts'

/** The template comes last: other files may have its titles among theirs. */
const LAYOUTS: readonly FileLayout[] = [efs, tch, comdata, pilot, ezpassNewYork, template]

/** The rows above the titles: a report's name, an account, a period. */
const SEARCHED_ROWS = 20

/** A row of a sheet or of a CSV file. `line`: its number in a spreadsheet. */
export type FileLine = { line: number; cells: readonly string[] }

export type CardFile = {
  layout: FileLayout
  /** The place of the titles among the lines. */
  heading: number
  purchases: CardPurchase[]
  /** What counts in the file's own total and was not bought. */
  others: OtherRow[]
  problems: RowProblem[]
  /** Totals and notes. */
  leftOut: LeftOutRow[]
  /** Null: the file says what is a charge, or most amounts are above 0. */
  negative: Negative | 'unknown' | null
  days: FileDays
  /**
   * The file's own total, null if it prints none; what its rows add up to in the same column, `title`; and of these the rows that can't be
   * read and those that were not bought.
   */
  total: { title: string; printed: Cents | null; rows: Cents; unread: Cents; others: Cents }
}

/**
 * `lines`: from the first row on, blank rows may be missing. `negative` and `style`: what the user says. Null if no layout has the titles.
 */
export function readCardFile(
  lines: readonly FileLine[],
  { negative, ...style }: DayStyle & { negative?: Negative | undefined } = {},
): CardFile | null {
  const found = findLayout(lines)
  if (!found) return null
  const file = readLines(lines, found, style)
  // The files of a provider say which sign a charge has.
  return nameEach(found.layout.provider ? file : turnNegative(file, { isToll: false, negative }))
}

/** `titles`: folded, with the names that the layout reads by. `heading`: the place of their row among the lines. */
type Layout = { layout: FileLayout; titles: readonly string[]; heading: number }

/**
 * Reads the rows below the heading, and a second time if their days show that the first reading is wrong. Equal purchases have one name
 * still.
 */
export function readLines(
  lines: readonly FileLine[],
  found: Layout,
  style: DayStyle = {},
): CardFile {
  const { first, decide } = openFileDays(style)
  const file = readRows(lines, found, first)
  const { days, again } = decide()
  return { ...(again ? readRows(lines, found, again) : file), days }
}

function readRows(
  lines: readonly FileLine[],
  found: Layout,
  days: DayReading,
): Omit<CardFile, 'days'> {
  const { layout, titles, heading } = found
  const shown = (lines[heading]?.cells ?? []).map(foldFileTitle)
  const findRepeat = openNumbers(layout)
  const problems: RowProblem[] = []
  const purchases: CardPurchase[] = []
  const others: OtherRow[] = []
  const leftOut: LeftOutRow[] = []
  const total: CardFile['total'] = {
    title: layout.total,
    printed: null,
    rows: 0n,
    unread: 0n,
    others: 0n,
  }
  for (const { line, cells } of lines.slice(heading + 1)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    // A file of several pages repeats its titles.
    if (cells.every((cell, column) => foldFileTitle(cell) === shown[column])) continue
    const found: RowProblem[] = []
    const row = openRow(titles, cells, line, found, days)
    // Apart: a wrong amount is reported by the purchase.
    const amount = openRow(titles, cells, line, []).cents(layout.total)
    if (isFooter(cells, titles)) {
      leftOut.push({ line, text: toText(cells) })
      if (row.text(layout.total) !== '') total.printed = amount
      continue
    }
    total.rows += amount
    const repeat = findRepeat(row, amount)
    const other = layout.other?.(row) ?? (repeat?.isEqual ? `The same as row ${repeat.line}` : null)
    if (repeat && !other) reportRepeat(row, layout, repeat.line)
    if (other) {
      others.push({ line, text: other, amount })
      total.others += amount
    } else {
      const read = layout.read(row)
      if (found.length) total.unread += amount
      else purchases.push(...read)
    }
    problems.push(...found)
  }
  return { layout, heading, purchases, others, problems, leftOut, negative: null, total }
}

function toText(cells: readonly string[]): string {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  return filled.join(' ').slice(0, LONGEST_SHOWN)
}

const LONGEST_SHOWN = 80

function reportRepeat(row: Row, { numbers = [] }: FileLayout, line: number): void {
  const title = numbers.at(-1) ?? ''
  row.report(title, `Row ${line} has the number ${row.text(title)} with other values`)
}

function findLayout(lines: readonly FileLine[]): Layout | null {
  for (const [heading, { cells }] of lines.slice(0, SEARCHED_ROWS).entries()) {
    const titles = cells.map(foldFileTitle)
    const layout = LAYOUTS.find((one) =>
      one.titles.every((title) => titles.includes(foldFileTitle(title))),
    )
    if (layout) return { layout, titles, heading }
  }
  return null
}

/** What was bought of each kind, in the order of the file. */
export function sumByKind(purchases: readonly CardPurchase[]) {
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
export function findUnexplained({ total }: Pick<CardFile, 'total'>): Cents | null {
  return total.printed === null ? null : total.printed - total.rows
}
