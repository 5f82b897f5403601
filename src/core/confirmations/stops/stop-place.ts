/** The place of a stop: city, state and ZIP code, and the facility and street above them. */
import type { Read } from '#core/confirmations/reading.ts'
import { findPrintedPlace, isCity, type FoundPlace } from '#core/confirmations/values/places.ts'
import { isZipOf, toState } from '#core/confirmations/values/zip-states.ts'
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
export function findPlaces(section: Section): StopPlace[] {
  const { heading, rows, cell } = section
  const merged = rows.map((cells) => mergePlaceCells(cells))
  const found = merged.flatMap((cells, row) =>
    cells.flatMap((one) => {
      const isHeading = one.words[0] === cell.words[0]
      const span = valueSpan(one, isHeading ? heading.rest : 0)
      const found = findPrintedPlace(one.text.slice(span.from))
      if (!found) return []
      const at = { ...span, from: span.from + found.from }
      return [toStopPlace(found.place, at, row, merged, heading.rest)]
    }),
  )
  return found.length ? found : readLabeledPlace(section)
}

/** "City | Allentown", "State | PA" and "Zip | 18106", each with its label. None if a label is there twice. */
function readLabeledPlace({ rows }: Section): StopPlace[] {
  const valueOf = (title: RegExp): { read: Read; row: number; cell: Cell } | undefined => {
    const found = rows.flatMap((cells, row) =>
      cells.flatMap((cell, at) => {
        const label = title.exec(cell.text)?.[0].length
        if (label === undefined) return []
        const rest = cell.text.slice(label).trim()
        const next = cells[at + 1]
        if (rest)
          return [{ read: toRead({ cell, from: label, to: cell.text.length }, rest), row, cell }]
        return next
          ? [
              {
                read: toRead({ cell: next, from: 0, to: next.text.length }, next.text),
                row,
                cell: next,
              },
            ]
          : []
      }),
    )
    return found.length === 1 ? found[0] : undefined
  }
  const [city, state, zip] = [valueOf(CITY_LABEL), valueOf(STATE_LABEL), valueOf(ZIP_LABEL)]
  const code = toState(state?.read.value ?? '')
  if (!city || !state || code === null || !isCity(city.read.value)) return []
  if (zip && !isZipOf(zip.read.value, code)) return []
  const [facility, address] = [valueOf(NAME_LABEL), valueOf(STREET_LABEL)]
  return [
    {
      row: city.row,
      cell: city.cell,
      city: city.read,
      state: { ...state.read, value: code },
      ...(zip ? { zip: zip.read } : {}),
      ...(facility ? { facility: facility.read } : {}),
      ...(address ? { address: address.read } : {}),
    },
  ]
}

const label = (words: string) => new RegExp(`^(?:${words})(?:\\s*:\\s*|$)`, 'i')
const CITY_LABEL = label('(?:[\\w-]+ )?(?:city|town)')
const STATE_LABEL = label('(?:[\\w-]+ )?(?:st|state|province|state\\/province|prov)')
const ZIP_LABEL = label('(?:[\\w-]+ )?(?:zip|zip code|postal code|zip\\/postal(?: code)?)')
const NAME_LABEL = label('name|company|facility|shipper|consignee|receiver|location')
const STREET_LABEL = label('(?:street|address)(?: ?1)?')

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
