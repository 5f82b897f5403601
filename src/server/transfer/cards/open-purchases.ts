/** Finds the purchases in the tables of a file: by a known layout, else by matched columns (SPEC C562). */
import type { DayOrder } from '#core/calendar.ts'
import type { Provider } from '#core/cards/cards.ts'
import {
  findPurchaseHeading,
  importedPurchases,
  matchPurchaseColumns,
  readMatchedFile,
} from '#core/cards/files/matched.ts'
import { readCardFile } from '#core/cards/files/read-card-file.ts'
import { importMessages, type PurchaseCheck } from '#core/cards/imports.ts'
import { listUnmatched } from '#core/transfer/match-columns.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import type { ReadPurchases } from '#server/cards/purchases/plan.ts'
import { badField, RequestError } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'
import type { CsvTable } from '#server/transfer/csv/csv-file.ts'
import { readColumns } from '#server/transfer/import-choices.ts'

export type OpenedPurchases = Pick<
  PurchaseCheck,
  'heading' | 'titles' | 'columns' | 'example' | 'missing' | 'asksProvider'
> & { read: ReadPurchases }

type Given = {
  name: string
  /** What the user chose. */
  provider?: Provider | undefined
  columns?: string | undefined
  days?: DayOrder | undefined
  /** What the account chose for its files before. */
  remembered: ReadonlyMap<string, string | null>
  lastProvider: Provider
}

/** Throws 400 for a file without purchases, and for columns that it does not have. */
export function openPurchases(tables: readonly CsvTable[], given: Given): OpenedPurchases {
  const { provider = given.lastProvider } = given
  for (const table of tables) {
    const file = readCardFile(table.lines, styleOf(given))
    if (!file) continue
    const { layout } = file
    return describe(table, given, {
      file,
      layout: layout.label,
      provider: layout.provider ?? provider,
      columns: null,
      missing: [],
      asksProvider: layout.provider === null,
    })
  }
  for (const table of tables) {
    const at = findPurchaseHeading(table.lines, given.remembered)
    if (at >= 0) return describe(table, given, matchTable(table, at, given, provider))
  }
  throw new RequestError(400, importMessages.wrongFile)
}

/** Throws 400 if no column has the day or the amount. */
export function requireColumns({ missing }: OpenedPurchases): void {
  if (missing.length) throw badField('columns', importMessages.unknownLayout)
}

function styleOf({ days }: Pick<Given, 'days'>) {
  return { order: days, today: accountDay() }
}

type Read = Pick<OpenedPurchases, 'columns' | 'missing' | 'asksProvider'> &
  Pick<ReadPurchases, 'file' | 'layout' | 'provider'>

function matchTable(
  { lines }: CsvTable,
  heading: number,
  { columns: sent, remembered, days }: Given,
  provider: Provider,
): Read {
  const titles = titlesOf(lines[heading]?.cells ?? [])
  const columns: ColumnMatch =
    sent === undefined
      ? matchPurchaseColumns(titles, remembered)
      : readColumns(importedPurchases, titles, sent)
  const missing = listUnmatched(importedPurchases, columns).map(
    (name) => importedPurchases.fields[name]?.label ?? name,
  )
  // Without a day nothing can be read, and every row would be a problem.
  const read = missing.length ? lines.slice(0, heading + 1) : lines
  const file = readMatchedFile(read, { heading, columns, provider, style: styleOf({ days }) })
  return { file, layout: null, provider, columns, missing, asksProvider: true }
}

function describe({ digest, lines }: CsvTable, { name }: Given, read: Read): OpenedPurchases {
  const { file, layout, provider, ...shown } = read
  const at = file.heading
  const titles = titlesOf(lines[at]?.cells ?? [])
  return {
    ...shown,
    heading: lines[at]?.line ?? 1,
    titles,
    example: [...(lines[at + 1]?.cells ?? [])].map((cell) => cell.trim().slice(0, LONGEST_SHOWN)),
    read: {
      file,
      layout,
      provider,
      digest,
      titles,
      fileName: name.trim() || 'File',
      cells: new Map(lines.map(({ line, cells }) => [line, cells])),
    },
  }
}

const LONGEST_SHOWN = 60

function titlesOf(cells: readonly string[]): string[] {
  return cells.map((title) => title.trim())
}
