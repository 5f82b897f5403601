/** Decides which cell of a pasted spreadsheet row goes into which field of a form (SPEC C61). */
import type { DayOrder } from '#core/calendar.ts'
import type { Entity } from '#core/entities/entity.ts'
import type { EntityName, Field } from '#core/fields/field.ts'
import { isSpreadsheetError, isUnknown, parseCell, US_STYLE } from '#core/transfer/cells.ts'
import { csvLine } from '#core/transfer/csv.ts'
import { countKnownTitles } from '#core/transfer/guess-list.ts'
import { matchChoice } from '#core/transfer/choices.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { describeUnsplit, listCombined } from '#core/transfer/combined-columns.ts'
import { tidyZips } from '#core/transfer/places.ts'
import type { FormText } from '#web/records/form/form-text.ts'

export type PastedRow = {
  /** The text of each field. */
  text: FormText
  /** The labels of linked records, whose IDs are not known yet. */
  links: { name: string; to: EntityName; label: string }[]
  /** Messages by field, for cells without a valid value. */
  problems: Record<string, string>
  /** The titles of columns that match no field. */
  leftOut: string[]
}

/** The cells of the first row, read as an import reads them. */
export function readPastedRow(
  entity: Entity,
  { titles, columns, preview, days }: Pick<ImportCheck, 'titles' | 'columns' | 'preview' | 'days'>,
): PastedRow {
  const row: PastedRow = { text: {}, links: [], problems: {}, leftOut: [] }
  for (const [at, title] of titles.entries()) {
    const cell = preview[0]?.cells[at]?.trim() ?? ''
    if (cell !== '') readCell(entity, columns[at] ?? null, { title, cell, days: days.order }, row)
  }
  tidyZips(entity, row.text)
  return row
}

type Cell = { title: string; cell: string; days: DayOrder }

function readCell(entity: Entity, name: string | null, pasted: Cell, row: PastedRow): void {
  const { title, cell, days } = pasted
  const combined = name === null ? undefined : listCombined(entity)[name]
  const field = name === null ? undefined : entity.fields[name]
  if (combined) {
    const [first = ''] = combined.fields
    const parts = combined.split(cell)
    if (!parts) row.problems[first] = describeUnsplit(combined, cell).message
    else
      for (const part of combined.fields)
        readCell(entity, part, { title, cell: parts[part] ?? '', days }, row)
  } else if (name === null || !field || field.control === 'none') row.leftOut.push(title)
  else if (isSpreadsheetError(cell)) row.problems[name] = `“${cell}” is an error of the spreadsheet`
  else if (field.to) {
    if (cell && !isUnknown(cell)) row.links.push({ name, to: field.to, label: cell })
  } else if (field.control === 'choice') readChoice(name, field, cell, row)
  else row.text[name] = String(parseCell(field, cell, { ...US_STYLE, days }) ?? '')
}

function readChoice(name: string, { label, options = [] }: Field, cell: string, row: PastedRow) {
  const [value, other] = matchChoice(options, cell)
  if (value !== undefined && other === undefined) row.text[name] = value
  else row.problems[name] = `“${cell}” is not a ${label.toLowerCase()}. Choose one`
}

/** What is pasted, as a file with a heading. `isOwn`: the heading was pasted with the rows. */
export type PastedFile = { titles: string[]; text: string; isOwn: boolean }

/**
 * The rows with their own heading if a title is known, else with the heading of an earlier paste of as many columns. Null for
 * a row without any heading.
 */
export function addHeading(
  rows: readonly string[][],
  remembered: readonly string[] | null,
): PastedFile | null {
  const [first = [], ...below] = rows
  const fits = remembered?.length === first.length ? remembered : null
  const isOwn = below.length > 0 && (fits === null || countKnownTitles('loads', first) > 0)
  const titles = isOwn ? first : fits
  if (!titles) return null
  const text = [titles, ...(isOwn ? below : rows)].map(csvLine).join('')
  return { titles: [...titles], text, isOwn }
}

/**
 * The cells of copied spreadsheet rows. A quotation mark opens a cell only as its first character, and only if the cell is closed: a
 * cell 53" is copied as it is, and a cell with two lines in quotation marks.
 */
export function readPastedCells(pasted: string): string[][] {
  const rows: string[][] = [[]]
  const text = pasted.replace(/(?:\r\n|\n|\r)+$/, '')
  for (let from = 0; ;) {
    const { cell, end, next } = readPastedCell(text, from)
    rows.at(-1)?.push(cell)
    if (end === '') break
    if (end !== '\t') rows.push([])
    from = next
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim()))
}

/** The cell that begins at `from`, what ends it, and where the next one begins. */
function readPastedCell(text: string, from: number) {
  QUOTED_CELL.lastIndex = from
  PLAIN_CELL.lastIndex = from
  const quoted = QUOTED_CELL.exec(text)
  const [whole = '', typed = '', end = ''] = quoted ?? PLAIN_CELL.exec(text) ?? []
  return { cell: quoted ? typed.replaceAll('""', '"') : typed, end, next: from + whole.length }
}

const QUOTED_CELL = /"((?:[^"]|"")*)"(\t|\r\n|\n|\r|$)/y
const PLAIN_CELL = /([^\t\r\n]*)(\t|\r\n|\n|\r|$)/y
