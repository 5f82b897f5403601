/** The place of a stop: city, state and ZIP code, and the facility and street above them. */
import type { Read } from '#core/confirmations/reading.ts'
import {
  findPrintedPlace,
  isCity,
  isPlainCity,
  type FoundPlace,
} from '#core/confirmations/values/places.ts'
import { isZipOf, toState } from '#core/confirmations/values/zip-states.ts'
import type { Cell } from '#core/confirmations/words/lines.ts'
import { mergePlaceCells } from '#core/confirmations/words/merge-cells.ts'
import { toRead, type Span } from '#core/confirmations/words/spans.ts'
import type { Section } from './sections.ts'
import { withoutBrokenNames, withoutCity, withRestOfCity, withWholeCity } from './broken-places.ts'
import { readAbove, readTableRow, valueSpan, type StopPlace } from './stop-names.ts'

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
      const place = toStopPlace(found.place, at, row, merged, section)
      if (
        isBehindHeading(section, one, span.from + found.from) &&
        !found.place.before &&
        !isPlainCity(found.place.city)
      )
        return [withoutCity(place)]
      return [withWholeCity(found, one, merged, section, place) ?? withRestOfCity(place, rows)]
    }),
  )
  const own = found.filter(({ cell: one }) => !isOfOtherColumn(section, one))
  return found.length ? own : readLabeledPlace(section)
}

/** "SHIPPER SYSCO HOUSTON, TX": without a colon or a word such as "in" behind the heading, a name can stand before the city. */
function isBehindHeading({ heading, cell }: Section, one: Cell, from: number): boolean {
  const before = one.text.slice(0, from)
  return (
    one.words[0] === cell.words[0] &&
    from <= heading.rest &&
    /[a-z0-9]\s+$/i.test(before) &&
    !/\bin\s+$/i.test(before)
  )
}

/** In a table headed "Load # | Origin | Ready | Where to", a place below "Where to" is not the origin. */
function isOfOtherColumn({ heading, cell, rows: [head = []] }: Section, place: Cell): boolean {
  const isHead = head.length > 2 && heading.rest >= cell.text.length && head.every(isTitle)
  const own = head
    .filter(({ box }) => box.x <= place.box.x + 2)
    .toSorted((a, b) => b.box.x - a.box.x)[0]
  return isHead && own !== undefined && own !== cell && !PLACE_TITLE.test(own.text)
}

const isTitle = ({ text }: Cell) => !/[:\d]/.test(text)

const PLACE_TITLE =
  /^(?:city|location|address|street|place|facility|name|company|state|st|where|shipper|consignee|receiver|customer|stop|details?|site|point|terminal)\b/i

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
  section: Section,
): StopPlace {
  const { cell, from } = span
  const at = (start: number, value: string): Read =>
    toRead({ cell, from: from + start, to: from + start + value.length }, value)
  const names =
    readTableRow(cell, row, rows) ??
    withoutBrokenNames(
      readAbove(found, span, row, rows, section.heading.rest),
      cell,
      row,
      rows,
      section,
    )
  return {
    row,
    cell,
    ...(found.city ? { city: at(found.cityAt, found.city) } : {}),
    state: { ...at(found.stateAt, found.printed), value: found.state },
    ...(found.zip ? { zip: at(found.zipAt, found.zip) } : {}),
    ...names,
  }
}
