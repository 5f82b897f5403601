/**
 * Stops in running text: "Pick up in Dallas, TX on 11/23 and deliver to Atlanta, GA on 11/25." Only a paper without other stops is
 * read like this, and only if its text names one place for each (SPEC C505).
 */
import type { Day } from '#core/calendar.ts'
import type { Read } from '#core/confirmations/reading.ts'
import { findDays, findYearlessDays, WEEKDAY } from '#core/confirmations/values/days.ts'
import { isCity, isPlainCity } from '#core/confirmations/values/places.ts'
import { isZipOf, toState } from '#core/confirmations/values/zip-states.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { joinReads, toRead } from '#core/confirmations/words/spans.ts'
import { namesFurther, sentenceAround } from './further-places.ts'
import { DROP, PICK } from './sentence-words.ts'
import type { StopPlace } from './stop-names.ts'

/** `days`: those that the sentence names with the places. */
type SentenceStops = {
  pickup: StopPlace
  delivery: StopPlace
  days: { pickup?: Read; delivery?: Read }
}

/** Up to 60 letters of the same sentence. */
const GAP = '(?:(?![.!?;]\\s)[^\\n]){0,60}?'
const CITY = "[A-Z][A-Za-z.'’-]+(?: [A-Z][A-Za-z.'’-]+){0,3}"
const AT = '\\b(?:in|at|from|to|into|near|IN|AT|FROM|TO)\\s'

function place(name: string): string {
  return `(?<${name}City>${CITY}),\\s?(?<${name}State>[A-Z]{2})\\b(?:,?\\s(?<${name}Zip>\\d{5})(?!\\d))?`
}

const BOTH = new RegExp(
  `\\b${PICK}\\b(?<beforeA>${GAP})${AT}${place('a')}(?<afterA>${GAP})\\b${DROP}\\b(?<beforeB>${GAP})${AT}${place('b')}(?<afterB>(?:(?![.!?;]\\s)[^\\n]){0,60})`,
  'dg',
)

/** "This load goes from Dallas, TX to Atlanta, GA." */
const FROM_TO = new RegExp(
  `\\b(?:[Ll]oad|[Rr]uns?|[Gg]oes|[Gg]oing|[Ff]reight|[Hh]auls?|[Ss]hipment|[Tt]rip)\\b${GAP}\\bfrom\\s${place('a')}\\sto\\s${place('b')}`,
  'dg',
)

const ANY_PLACE = new RegExp(`${AT}(?<city>${CITY}),\\s?(?<state>[A-Z]{2})\\b`, 'g')
/** A sentence that can mean something else than the load of the paper. */
const DOUBTFUL =
  /\b(?:may|might|if|unless|without|never|not|cancel\w*|instead|originally|previously|other|another|second|2nd|third|then|also|example|stops?)\b|n['’]t\b/i

/** Null if no sentence names both places, or the text names further ones. */
export function readSentences(lines: readonly WordLine[], today: Day): SentenceStops | null {
  const texts = toRunningTexts(lines)
  const found = [BOTH, FROM_TO]
    .map((pattern) => texts.flatMap((text) => findStops(text, pattern, today)))
    .find((stops) => stops.length > 0)
  const [first] = found ?? []
  if (!first) return null
  const named = [first.pickup, first.delivery].map(nameOf)
  const isOnly = (text: RunningText) =>
    [...text.text.matchAll(ANY_PLACE)].every(({ groups }) =>
      named.includes(`${groups?.city}, ${groups?.state}`.toLowerCase()),
    )
  const isOne = found?.every(
    ({ pickup, delivery }) => nameOf(pickup) === named[0] && nameOf(delivery) === named[1],
  )
  return isOne && texts.every(isOnly) ? first : null
}

/** Whether both name the same two cities. */
export function hasSamePlaces(
  a: Pick<SentenceStops, 'pickup' | 'delivery'>,
  b: Pick<SentenceStops, 'pickup' | 'delivery'>,
): boolean {
  return nameOf(a.pickup) === nameOf(b.pickup) && nameOf(a.delivery) === nameOf(b.delivery)
}

function nameOf({ city, state }: StopPlace): string {
  return `${city?.value}, ${state.value}`.toLowerCase()
}

/** The lines of a paragraph as one text. `cells`: where each begins in it. */
type RunningText = { text: string; cells: { cell: Cell; at: number }[] }

function toRunningTexts(lines: readonly WordLine[]): RunningText[] {
  const texts: RunningText[] = []
  let last: WordLine | undefined
  for (const line of lines) {
    const [cell] = line.cells
    const isNext =
      last?.page === line.page &&
      last.cells.length === 1 &&
      line.baseline - last.baseline <= WIDEST_LEADING * Math.max(line.height, last.height)
    const open = isNext ? texts.at(-1) : undefined
    last = line
    if (!cell || line.cells.length > 1) continue
    if (open) {
      open.cells.push({ cell, at: open.text.length + 1 })
      open.text += ` ${cell.text}`
    } else texts.push({ text: cell.text, cells: [{ cell, at: 0 }] })
  }
  return texts
}

/** The widest distance of two lines of one paragraph, in line heights. */
const WIDEST_LEADING = 2

function findStops(text: RunningText, pattern: RegExp, today: Day): SentenceStops[] {
  return [...text.text.matchAll(pattern)].flatMap((match) => {
    if (DOUBTFUL.test(sentenceAround(text.text, match))) return []
    const [pickup, delivery] = [toPlace(text, match, 'a'), toPlace(text, match, 'b')]
    if (!pickup || !delivery || namesFurther(text.text, match, [pickup, delivery].map(nameOf)))
      return []
    const days = {
      pickup: findDay(text, match, ['beforeA', 'afterA'], today),
      delivery: findDay(text, match, ['beforeB', 'afterB'], today),
    }
    return [
      {
        pickup,
        delivery,
        days: {
          ...(days.pickup ? { pickup: days.pickup } : {}),
          ...(days.delivery ? { delivery: days.delivery } : {}),
        },
      },
    ]
  })
}

function toPlace(text: RunningText, match: RegExpExecArray, name: string): StopPlace | null {
  const [city, state, zip] = ['City', 'State', 'Zip'].map((part) =>
    readGroup(text, match, name + part),
  )
  const code = toState(state?.value ?? '')
  if (!city || !state || code === null || !isCity(city.value)) return null
  if (zip && !isZipOf(zip.value, code)) return null
  const [from = 0] = match.indices?.groups?.[`${name}City`] ?? []
  if (AFTER_NAME.test(text.text.slice(0, from)) && !isPlainCity(city.value)) return null
  const { cell } = text.cells[0] ?? {}
  if (!cell) return null
  return { row: 0, cell, city, state: { ...state, value: code }, ...(zip ? { zip } : {}) }
}

/** Behind these words a shipper can stand before its city: "at Sysco Houston, TX". */
const AFTER_NAME = /\b(?:at|from|to|into)\s$/i

/** The one day that the sentence names beside a place. Two days are none. */
function findDay(
  text: RunningText,
  match: RegExpExecArray,
  parts: readonly string[],
  today: Day,
): Read | undefined {
  const found = parts.flatMap((part) => {
    const [from = 0, to = 0] = match.indices?.groups?.[part] ?? []
    const piece = text.text.slice(from, to)
    const days = findDays(piece, today)
    const all = days.length ? days : findYearlessDays(piece, today)
    return all.map((day) => ({
      ...day,
      isClear:
        isBeside(text, piece, from, day) &&
        (days.length > 0 || isClear(piece, day, part.startsWith('after'))),
      from: from + day.from,
      to: from + day.to,
    }))
  })
  const [day] = found
  if (!day || found.length > 1 || !day.isClear) return undefined
  return readAt(text, day.from, day.to, day.value) ?? undefined
}

type Within = { from: number; to: number }

/**
 * Only words for a day stand between the place, or the verb, and the day: not "Atlanta, GA, invoice due 12/24/2026". A day at the
 * start of a line can be that of the paper.
 */
function isBeside({ cells }: RunningText, piece: string, from: number, day: Within): boolean {
  const before = piece.slice(0, day.from)
  const isNewLine = cells.some(({ at }) => at > from && at === from + day.from)
  return BESIDE.test(before) && (!isNewLine || DAY_WORD.test(before))
}

/** "1/2" can be a half: a word for a day is before it, or the place, and then no word that it counts. */
function isClear(text: string, { from, to }: Within, isAfterPlace: boolean): boolean {
  const before = text.slice(0, from)
  if (!/^\d+\/\d+$/.test(text.slice(from, to)) || DAY_WORD.test(before)) return true
  return isAfterPlace && /^[\s,(–-]*$/.test(before) && AFTER_DAY.test(text.slice(to))
}

const AFTER_DAY = /^\s*(?:$|[,.;)@–-]|\d|(?:at|by|and|or|before|after|appt)\b)/i

const BESIDE = new RegExp(
  `^(?:[\\s,(–-]|\\b(?:the|this|your)? ?(?:load|freight|shipment)\\b)*(?:\\b(?:on|by|for)\\b)?[\\s,(]*(?:${WEEKDAY}[,\\s]*)?$`,
  'i',
)

const DAY_WORD = new RegExp(`(?:\\b(?:on|by|for)|\\b${WEEKDAY})[,\\s]*$`, 'i')

function readGroup(text: RunningText, match: RegExpExecArray, name: string): Read | null {
  const [from, to] = match.indices?.groups?.[name] ?? [0, 0]
  return to > from ? readAt(text, from, to, text.text.slice(from, to)) : null
}

/** A value that a line break divides has both of its parts on the page. Null for three parts. */
function readAt({ cells }: RunningText, from: number, to: number, value: string): Read | null {
  const own = cells.findLast(({ at }) => at <= from)
  if (!own) return null
  const end = own.at + own.cell.text.length
  if (to > end) {
    const next = cells[cells.indexOf(own) + 1]
    if (!next || from >= end || to > next.at + next.cell.text.length) return null
    const parts = [
      toRead({ cell: own.cell, from: from - own.at, to: own.cell.text.length }, value),
      toRead({ cell: next.cell, from: 0, to: to - next.at }, value),
    ]
    return joinReads(parts, value)
  }
  return toRead({ cell: own.cell, from: from - own.at, to: to - own.at }, value)
}
