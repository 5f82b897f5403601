/** The place of a stop: city, state and ZIP code, and the facility and street above them. */
import type { Read } from '#core/confirmations/reading.ts'
import { findPrintedPlace, type FoundPlace } from '#core/confirmations/values/places.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { mergePlaceCells } from '#core/confirmations/words/merge-cells.ts'
import { toRead, type Span } from '#core/confirmations/words/spans.ts'
import type { Section } from './sections.ts'
import { readAbove, readTableRow, valueSpan, type Names } from './stop-names.ts'

/** `row`: the row within the section. Facility and address may be missing. */
export type StopPlace = {
  row: number
  cell: Cell
  city?: Read
  state: Read
  zip?: Read
} & Names

/** All places of a section, from top to bottom. */
export function findPlaces({ heading, rows, cell }: Section): StopPlace[] {
  const merged = rows.map((cells) => mergePlaceCells(cells))
  return merged.flatMap((cells, row) =>
    cells.flatMap((one) => {
      const isHeading = one.words[0] === cell.words[0]
      const span = valueSpan(one, isHeading ? heading.rest : 0)
      const found = findPrintedPlace(one.text.slice(span.from))
      if (!found) return []
      const at = { ...span, from: span.from + found.from }
      return [toStopPlace(found.place, at, row, merged, heading.rest)]
    }),
  )
}

function toStopPlace(
  found: FoundPlace,
  span: Span,
  row: number,
  rows: Cell[][],
  headingLength: number,
): StopPlace {
  const { cell, from } = span
  const at = (start: number, value: string): Read =>
    toRead({ cell, from: from + start, to: from + start + value.length }, value)
  const names = readTableRow(cell, row, rows) ?? readAbove(found, span, row, rows, headingLength)
  return {
    row,
    cell,
    ...(found.city ? { city: at(found.cityAt, found.city) } : {}),
    state: { ...at(found.stateAt, found.printed), value: found.state },
    ...(found.zip ? { zip: at(found.zipAt, found.zip) } : {}),
    ...names,
  }
}
