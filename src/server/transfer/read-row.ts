/** Turns the cells of a row into the values that a request would send (SPEC B51, C58). */
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { hasDecimalComma } from '#core/money.ts'
import { foldWord, matchChoice, type ChosenValues } from '#core/transfer/choices.ts'
import { isSpreadsheetError, NUMBER_MARK, parseCell, type CellStyle } from '#core/transfer/cells.ts'
import { listKeyFields } from '#core/transfer/existing.ts'
import { MAX_LISTED, type ColumnMatch, type UnmatchedWord } from '#core/transfer/import.ts'
import { listPlaces, parsePlace, tidyZips, type Place } from '#core/transfer/places.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import type { Field } from '#core/fields/field.ts'
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
  links: Pick<LinkFinder, 'find'>,
  chosen: ChosenValues,
  style: CellStyle,
): RowReader {
  const places = listPlaces(entity)
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
    const isStored = typed.endsWith(NUMBER_MARK)
    const field = entity.fields[name]
    if (!field) return
    const isNumber = field.control === 'money' || field.control === 'quantity'
    if (isNumber && !isStored && hasDecimalComma(cell.slice(0, SHORT_LENGTH), field.places))
      decimalCommas++
    if (cell === '') row.sent[name] = undefined
    else if (isSpreadsheetError(cell)) {
      const cause = 'An error of the spreadsheet'
      row.problems.set(name, { message: `“${cell}” is an error of the spreadsheet`, cause })
    } else if (field.to) {
      const link = links.find(field.to, cell)
      if ('id' in link) row.sent[name] = link.id
      else row.problems.set(name, link)
    } else if (field.control === 'choice') readChoice(name, field, cell, row)
    else row.sent[name] = parseCell(field, cell, isStored ? { ...style, decimals: '.' } : style)
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
        const place = name === null ? undefined : places[name]
        const cell = cells[at] ?? ''
        if (place) readPlace(place, cell.trim(), row)
        else if (name !== null) readCell(name, cell, row)
      }
      tidyZips(entity, row.sent)
      return row
    },
  }
}

function readPlace(place: Place, cell: string, { sent, problems }: ReadRow): void {
  if (cell === '') return
  const parts = parsePlace(cell)
  if (!parts) {
    const cause = 'Not a place such as “Dallas, TX 75201”'
    problems.set(place.state, {
      message: `“${cell}” is not a place such as “Dallas, TX 75201”`,
      cause,
    })
    return
  }
  // A part that the cell does not name changes nothing (SPEC C59).
  sent[place.city] = parts.city || undefined
  sent[place.state] = parts.state
  sent[place.zip] = parts.zip || undefined
}

function describeAmbiguous(
  word: string,
  values: string[],
  options: NonNullable<Field['options']>,
): string {
  const labels = options.filter(({ value }) => values.includes(value)).map(({ label }) => label)
  return `“${word}” can mean ${labels.join(' or ')}`
}
