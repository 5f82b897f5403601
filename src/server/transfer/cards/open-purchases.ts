/** Finds the purchases in the tables of a file: by a known layout, else by matched columns (SPEC C562). */
import { createHash } from 'node:crypto'
import type { DayOrder } from '#core/calendar.ts'
import type { Provider } from '#core/cards/cards.ts'
import {
  findPurchaseHeading,
  importedPurchases,
  matchPurchaseColumns,
  readMatchedFile,
} from '#core/cards/files/matched.ts'
import { mergeSheets } from '#core/cards/files/merge-sheets.ts'
import type { Negative } from '#core/cards/files/negative.ts'
import { readCardFile, type CardFile } from '#core/cards/files/read-card-file.ts'
import { importMessages, type PurchaseCheck } from '#core/cards/imports.ts'
import { foldTitles, listUnmatched } from '#core/transfer/match-columns.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import type { OpenedName } from '#server/cards/purchases/check.ts'
import type { ReadPurchases } from '#server/cards/purchases/plan.ts'
import { badField, RequestError } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'
import type { CsvTable } from '#server/transfer/csv/csv-file.ts'
import { readColumns } from '#server/transfer/import-choices.ts'

export type OpenedPurchases = Pick<PurchaseCheck, OpenedName> & { read: ReadPurchases }

type Given = {
  name: string
  /** What the user chose. */
  provider?: Provider | undefined
  columns?: string | undefined
  negative?: Negative | undefined
  days?: DayOrder | undefined
  /** What the account chose for its files before. */
  remembered: ReadonlyMap<string, string | null>
  lastProvider: Provider
  /** By `daysKeyOf`. */
  rememberedDays: ReadonlyMap<string, DayOrder>
}

type SheetRead = { table: CsvTable; file: CardFile }

/**
 * Reads every sheet like the first one with purchases. A file that does not show the order of its days is read as the last one of its kind
 * (SPEC C597). Throws 400 for a file without purchases, and for columns that it does not have.
 */
export function openPurchases(tables: readonly CsvTable[], given: Given): OpenedPurchases {
  const opened = openOnce(tables, given)
  if (given.days !== undefined || !isDayUnsure(opened)) return opened
  const days = given.rememberedDays.get(daysKeyOf(opened))
  return days ? { ...openOnce(tables, { ...given, days }), daysAsBefore: true } : opened
}

/** Whether the file does not show the order of its days. */
export function isDayUnsure({ read }: OpenedPurchases): boolean {
  return read.file.days.example !== null
}

/** Names the kind of file: its provider, and its layout or else its titles. */
export function daysKeyOf({ read, titles }: OpenedPurchases): string {
  const kind = read.layout ?? createHash('sha256').update(fold(titles)).digest('hex')
  return `${read.provider} ${kind}`
}

function openOnce(tables: readonly CsvTable[], given: Given): OpenedPurchases {
  const { provider = given.lastProvider, negative } = given
  const [first, ...rest] = tables.flatMap((table): SheetRead[] => {
    const file = readCardFile(table.lines, { ...styleOf(given), negative })
    return file ? [{ table, file }] : []
  })
  if (first) {
    const { layout } = first.file
    const same = rest.filter(({ file }) => file.layout.name === layout.name)
    return describe(tables, given, [first, ...same], {
      layout: layout.label,
      provider: layout.provider ?? provider,
      columns: null,
      missing: [],
      asksProvider: layout.provider === null,
    })
  }
  const matched = matchTables(tables, given, provider)
  if (!matched) throw new RequestError(400, importMessages.wrongFile)
  return describe(tables, given, matched.sheets, matched.read)
}

/** Throws 400 if no column has the day or the amount. */
export function requireColumns({ missing }: OpenedPurchases): void {
  if (missing.length) throw badField('columns', importMessages.unknownLayout)
}

function styleOf({ days }: Pick<Given, 'days'>) {
  return { order: days, today: accountDay() }
}

type Read = Pick<OpenedPurchases, 'columns' | 'missing' | 'asksProvider'> &
  Pick<ReadPurchases, 'layout' | 'provider'>

/** The first sheet with titles, and those with the same ones. Null without titles. */
function matchTables(
  tables: readonly CsvTable[],
  { columns: sent, remembered, negative, days }: Given,
  provider: Provider,
): { sheets: readonly [SheetRead, ...SheetRead[]]; read: Read } | null {
  const [first, ...rest] = tables.flatMap((table) => {
    const heading = findPurchaseHeading(table.lines, remembered)
    if (heading < 0) return []
    return [{ table, heading, titles: titlesOf(table.lines[heading]?.cells ?? []) }]
  })
  if (!first) return null
  const { titles } = first
  const columns: ColumnMatch =
    sent === undefined
      ? matchPurchaseColumns(titles, remembered)
      : readColumns(importedPurchases, titles, sent)
  const missing = listUnmatched(importedPurchases, columns).map(
    (name) => importedPurchases.fields[name]?.label ?? name,
  )
  function readSheet({ table, heading }: typeof first & {}): SheetRead {
    // Without a day nothing can be read, and every row would be a problem.
    const lines = missing.length ? table.lines.slice(0, heading + 1) : table.lines
    return {
      table,
      file: readMatchedFile(lines, {
        heading,
        columns,
        provider,
        negative,
        style: styleOf({ days }),
      }),
    }
  }
  const same = rest.filter((sheet) => fold(sheet.titles) === fold(titles))
  return {
    sheets: [readSheet(first), ...same.map(readSheet)],
    read: { layout: null, provider, columns, missing, asksProvider: true },
  }
}

const fold = (titles: readonly string[]) => foldTitles(titles).join('\n')

function describe(
  tables: readonly CsvTable[],
  { name, remembered }: Given,
  sheets: readonly [SheetRead, ...SheetRead[]],
  { layout, provider, ...shown }: Read,
): OpenedPurchases {
  const [{ table, file: first }] = sheets
  const at = first.heading
  const titles = titlesOf(table.lines[at]?.cells ?? [])
  const left = tables.filter((one) => !sheets.some((sheet) => sheet.table === one))
  return {
    ...shown,
    daysAsBefore: false,
    heading: table.lines[at]?.line ?? 1,
    titles,
    example: (table.lines[at + 1]?.cells ?? []).map((cell) => cell.trim().slice(0, LONGEST_SHOWN)),
    leftOutSheets: left
      .filter(({ lines }) => readCardFile(lines) ?? findPurchaseHeading(lines, remembered) >= 0)
      .map(nameOf),
    read: {
      file: mergeSheets(toNamed(sheets)),
      layout,
      provider,
      digest: digestOf(sheets),
      fileName: name.trim() || 'File',
      sheets: sheets.map(({ table: { lines }, file }) => ({
        titles: titlesOf(lines[file.heading]?.cells ?? []),
        cells: new Map(lines.map(({ line, cells }) => [line, cells])),
      })),
    },
  }
}

type NamedSheet = { name: string; file: CardFile }

function toNamed([first, ...rest]: readonly [SheetRead, ...SheetRead[]]): [
  NamedSheet,
  ...NamedSheet[],
] {
  const toName = ({ table, file }: SheetRead) => ({ name: nameOf(table), file })
  return [toName(first), ...rest.map(toName)]
}

function nameOf({ name }: CsvTable): string {
  return (name ?? '').slice(0, LONGEST_SHOWN)
}

/** SHA-256 of the text of the sheets. */
function digestOf(sheets: readonly SheetRead[]): string {
  const digests = sheets.map(({ table }) => table.digest)
  if (digests.length === 1) return digests[0] ?? ''
  return createHash('sha256').update(digests.join('\n')).digest('hex')
}

const LONGEST_SHOWN = 60

function titlesOf(cells: readonly string[]): string[] {
  return cells.map((title) => title.trim())
}
