/** The lane of a paper that prints no place at its stops: "Dallas, TX to Atlanta, GA", or blocks headed "From" and "To". */
import { isCity } from '#core/confirmations/values/places.ts'
import { isZipOf, toState } from '#core/confirmations/values/zip-states.ts'
import { isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { toRead } from '#core/confirmations/words/spans.ts'
import { findHeadings, toSection, type Placed } from './sections.ts'
import { findPlaces } from './stop-place.ts'
import type { StopPlace } from './stop-names.ts'

type Lane = { pickup: StopPlace; delivery: StopPlace }

const PLACE = (name: string) =>
  `(?<${name}City>[A-Z][A-Za-z.'’-]+(?: [A-Z][A-Za-z.'’-]+){0,3}),? (?<${name}State>[A-Z]{2})\\b(?:,? (?<${name}Zip>\\d{5})(?!\\d))?`

const LANE = new RegExp(
  `(?<![A-Za-z]\\s)\\b${PLACE('a')}\\s*(?:to|TO|To|-+>?|–|—|→|>+|\\/)\\s*${PLACE('b')}`,
  'd',
)

/** Null if the paper has neither, or several different ones. */
export function readLane(lines: readonly WordLine[]): Lane | null {
  return readLaneLine(lines) ?? readFromTo(lines)
}

/** Blocks with an email address, a phone number or an MC number are the broker and the carrier. */
const PARTY = /@|\b(?:mc|dot|phone|tel|fax|attn|attention)\b|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}/i

function readFromTo(lines: readonly WordLine[]): Lane | null {
  const cells = lines.flatMap((line) => line.cells)
  const headOf = (pattern: RegExp, kind: 'pickup' | 'delivery'): Placed[] =>
    cells.flatMap((cell) => {
      const rest = pattern.exec(cell.text)?.[0].length
      return rest ? [{ heading: { kind, number: '', rest, isDate: false }, cell }] : []
    })
  const heads = [headOf(/^from\s*(?::\s*|$)/i, 'pickup'), headOf(/^to\s*(?::\s*|$)/i, 'delivery')]
  const all = [...heads.flat(), ...findHeadings(lines)]
  const places = heads.map((found) => {
    const [head] = found
    const section = head && found.length === 1 ? toSection(lines, head, all) : null
    const isParty = section?.rows.some((row) => row.some(({ text }) => PARTY.test(text))) ?? true
    return section && !isParty ? findPlaces(section) : []
  })
  const [[pickup, ...pickups] = [], [delivery, ...deliveries] = []] = places
  return pickup && delivery && !pickups.length && !deliveries.length ? { pickup, delivery } : null
}

/** Null if no line has a lane, or several have different ones. */
function readLaneLine(lines: readonly WordLine[]): Lane | null {
  const lanes = lines.flatMap(({ cells }) =>
    cells.flatMap((cell) => (isSentence(cell) ? [] : (toLane(cell) ?? []))),
  )
  const [first] = lanes
  const textOf = ({ pickup, delivery }: Lane) =>
    [pickup, delivery]
      .map(({ city, state }) => `${city?.value} ${state.value}`.toLowerCase())
      .join()
  return first && lanes.every((lane) => textOf(lane) === textOf(first)) ? first : null
}

function toLane(cell: Cell): Lane | null {
  const match = LANE.exec(cell.text)
  const read = (name: string) => {
    const [from, to] = match?.indices?.groups?.[name] ?? [0, 0]
    return to > from ? toRead({ cell, from, to }, cell.text.slice(from, to)) : undefined
  }
  const place = (name: string): StopPlace | null => {
    const [city, state, zip] = [read(`${name}City`), read(`${name}State`), read(`${name}Zip`)]
    if (!city || !state || toState(state.value) === null || !isCity(city.value)) return null
    if (zip && !isZipOf(zip.value, state.value)) return null
    return { row: 0, cell, city, state, ...(zip ? { zip } : {}) }
  }
  const [pickup, delivery] = [place('a'), place('b')]
  return pickup && delivery ? { pickup, delivery } : null
}
