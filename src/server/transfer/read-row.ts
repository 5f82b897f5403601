/** Turns the cells of a row into the values that a request would send (SPEC B51, C58). */
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { hasDecimalComma } from '#core/money.ts'
import { foldWord, matchChoice, type ChosenValues } from '#core/transfer/choices.ts'
import {
  isSpreadsheetError,
  isUnknown,
  MERGED_MARK,
  NUMBER_MARK,
  parseCell,
  type CellStyle,
} from '#core/transfer/cells.ts'
import { listKeyFields } from '#core/transfer/existing.ts'
import { MAX_LISTED, type ColumnMatch, type UnmatchedWord } from '#core/transfer/import.ts'
import {
  describeUnsplit,
  listCombined,
  type CombinedColumn,
} from '#core/transfer/combined-columns.ts'
import { tidyZips } from '#core/transfer/places.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import type { Control, EntityName, Field } from '#core/fields/field.ts'
import type { Problem } from './error-list.ts'
import type { LinkFinder } from './links.ts'

export type RowValues = Record<string, unknown>

/** `problems`: by field, for cells that are rejected before the schema checks them. */
export type ReadRow = { sent: RowValues; problems: Map<string, Problem> }

export type RowReader = {
  read: (cells: string[]) => ReadRow
  /** Only the values that identify a record. */
  readKeys: (cells: string[]) => RowValues
  listWords: () => UnmatchedWord[]
  /** The number of amounts so far that are amounts only with a decimal comma. */
  countDecimalCommas: () => number
}

export function createRowReader(
  entity: Pick<ImportList, 'name' | 'fields'>,
  columns: ColumnMatch,
  links: Pick<LinkFinder, 'find' | 'has'>,
  chosen: ChosenValues,
  style: CellStyle,
): RowReader {
  const combined = listCombined(entity)
  let decimalCommas = 0
  const words = new Map<string, UnmatchedWord>()

  function noteWord(field: string, word: string, options: string[]): void {
    const key = `${field} ${foldWord(word)}`
    const known = words.get(key)
    if (known) known.count++
    else if (words.size < MAX_LISTED) words.set(key, { field, word, count: 1, options })
  }

  function readChoice(name: string, { options = [] }: Field, cell: string, row: ReadRow): void {
    if (cell.length > SHORT_LENGTH) {
      // No option is this long: the schema rejects it.
      row.sent[name] = cell
      return
    }
    const own = chosen[name]?.[foldWord(cell)]
    const found = matchChoice(options, cell)
    if (found.length !== 1) {
      noteWord(name, cell, found.length ? found : options.map(({ value }) => value))
    }
    if (own === undefined && found.length > 1) {
      row.problems.set(name, { message: describeAmbiguous(cell, found, options) })
    }
    row.sent[name] = own ?? found[0] ?? cell
  }

  function readCell(name: string, typed: string, row: ReadRow): void {
    const cell = typed.trim()
    const isStored = typed.replace(MERGED_MARK, '').endsWith(NUMBER_MARK)
    const field = entity.fields[name]
    if (!field) return
    const isNumber = field.control === 'money' || field.control === 'quantity'
    if (isNumber && !isStored && hasDecimalComma(cell.slice(0, SHORT_LENGTH), field.places))
      decimalCommas++
    if (cell === '' || isBlankWord(field, cell, links)) row.sent[name] = undefined
    else if (isSpreadsheetError(cell)) {
      const cause = 'An error of the spreadsheet'
      row.problems.set(name, { message: `“${cell}” is an error of the spreadsheet`, cause })
    } else if (typed.endsWith(MERGED_MARK) && SUMMED.has(field.control)) {
      const cause = 'One cell, merged over several rows'
      row.problems.set(name, { message: `“${cell}” is one cell, merged over several rows`, cause })
    } else if (field.control === 'day' && isUtc(cell)) {
      const cause = 'A time in UTC, whose local day can be another one. Write the local day'
      row.problems.set(name, { message: `“${cell}” is in UTC. Write the local day`, cause })
    } else if (field.to) {
      const link = links.find(field.to, cell)
      if ('id' in link) row.sent[name] = link.id
      else row.problems.set(name, link)
    } else if (field.control === 'choice') readChoice(name, field, cell, row)
    else row.sent[name] = parseCell(field, cell, isStored ? { ...style, decimals: '.' } : style)
  }

  function readParts(column: CombinedColumn, cell: string, row: ReadRow): void {
    if (cell === '' || isUnknown(cell)) return
    const [field = ''] = column.fields
    const parts = column.split(cell)
    if (!parts) row.problems.set(field, describeUnsplit(column, cell))
    // A part that the cell does not name changes nothing (SPEC C59).
    else for (const [name, part] of Object.entries(parts)) readCell(name, part, row)
  }

  return {
    listWords: () => [...words.values()],
    countDecimalCommas: () => decimalCommas,
    readKeys: (cells) =>
      Object.fromEntries(
        listKeyFields(entity).map((key) => [key, cells[columns.indexOf(key)]?.trim()]),
      ),

    read(cells) {
      const row: ReadRow = { sent: {}, problems: new Map() }
      for (const [at, name] of columns.entries()) {
        const parts = name === null ? undefined : combined[name]
        const cell = cells[at] ?? ''
        if (parts) readParts(parts, cell.trim(), row)
        else if (name !== null) readCell(name, cell, row)
      }
      tidyZips(entity, row.sent)
      return row
    },
  }
}

/** "TBD" names no record and is no time, unless a record has this name (SPEC C512). */
function isBlankWord(field: Field, cell: string, links: Pick<LinkFinder, 'has'>): boolean {
  if (!isUnknown(cell)) return false
  return field.to ? !links.has(field.to, cell) : field.control === 'appointment'
}

/** The name of the record of `to` that a cell names; blank if it names none. */
export function readName(
  { fields, ...entity }: Pick<ImportList, 'name' | 'fields'>,
  column: string,
  to: EntityName,
  typed: string,
): string {
  const cell = typed.trim()
  const combined = listCombined(entity)[column]
  const parts = combined ? (combined.split(cell) ?? {}) : { [column]: cell }
  const name = Object.entries(parts).find(([field]) => fields[field]?.to === to)?.[1] ?? ''
  return isUnknown(name) ? '' : name
}

/** "2026-11-20T08:00:00Z" is a day and a time, but of Greenwich. */
function isUtc(cell: string): boolean {
  return (
    cell.length <= SHORT_LENGTH &&
    /\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|UTC|GMT|[+-]00:?00)$/i.test(cell)
  )
}

/** One amount for several records would be counted for each of them (SPEC C514). */
const SUMMED: ReadonlySet<Control> = new Set(['money', 'quantity', 'count'])

function describeAmbiguous(
  word: string,
  values: string[],
  options: NonNullable<Field['options']>,
): string {
  const labels = options.filter(({ value }) => values.includes(value)).map(({ label }) => label)
  return `“${word}” can mean ${labels.join(' or ')}`
}
