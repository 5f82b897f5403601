/** Finds the value at the words that a person points at (SPEC C145). */
import type { Day } from '#core/calendar.ts'
import type { Read } from '#core/confirmations/reading.ts'
import { toCell, toLines } from '#core/confirmations/words/lines.ts'
import { toRead } from '#core/confirmations/words/spans.ts'
import { placeOf, type Box, type Page } from '#core/confirmations/words/words.ts'
import { findValues, TYPE_NAMES, typeOf } from './field-values.ts'
import { POINTED_FIELDS, type PointedField } from './taught-layout.ts'

export type PointedAt = { read: Read } | { problem: string }

export type Pointing = { pages: readonly Page[]; page: number; box: Box; today: Day }

/**
 * `box`: in points of the page. A click is a box without a size and selects the value that the word under it belongs to.
 * Dragging over words selects the value within them.
 */
export function pointAt(name: PointedField, { pages, page, box, today }: Pointing): PointedAt {
  const isClick = box.width === 0 && box.height === 0
  const shown = pages[page]
  const cells = toLines(shown ? [shown] : []).flatMap((line) => line.cells)
  const words = cells.flatMap((cell) => cell.words.filter((word) => isTouched(placeOf(word), box)))
  const [first] = words
  if (!first) return { problem: 'There are no words here. Point at the value itself, or type it.' }
  const cell = isClick
    ? cells.find((candidate) => candidate.words.includes(first))
    : toCell(words, page, 0)
  const at = cell?.words.indexOf(first) ?? 0
  const from = isClick ? (cell?.starts[at] ?? 0) : 0
  const to = isClick ? from + first.text.length : Infinity
  const text = cell?.text ?? ''
  const all = findValues(name, text, today)
  // Any part of a place selects the whole place.
  const found = isPlace(name) ? all : all.filter((value) => value.from < to && value.to > from)
  const [value] = found
  const pointed = words.map((word) => word.text).join(' ')
  if (!value || !cell) return { problem: describeMismatch(name, pointed) }
  if (new Set(found.map((match) => match.value)).size > 1)
    return { problem: 'These words have several values. Drag over one of them, or type it.' }
  return { read: { ...toRead({ ...value, cell }, value.value), page } }
}

/** The other two of city, state and ZIP code, if the words have them too. */
export function pointAtRest(
  name: PointedField,
  pointing: Pointing,
): Partial<Record<PointedField, Read>> {
  const stop = /^(pickup|delivery)(?:City|State|Zip)$/.exec(name)?.[1]
  const parts = POINTED_FIELDS.filter(
    (part) => stop !== undefined && part !== name && part.startsWith(stop) && isPlace(part),
  )
  return Object.fromEntries(
    parts.flatMap((part) => {
      const pointed = pointAt(part, pointing)
      return 'read' in pointed ? [[part, pointed.read]] : []
    }),
  )
}

function isPlace(name: PointedField): boolean {
  return ['city', 'state', 'zip'].includes(typeOf(name))
}

const MAX_SHOWN_LENGTH = 40

function describeMismatch(name: PointedField, words: string): string {
  const shown = words.length > MAX_SHOWN_LENGTH ? `${words.slice(0, MAX_SHOWN_LENGTH - 1)}…` : words
  return `“${shown}” is not ${TYPE_NAMES[typeOf(name)]}. Point again, or type it.`
}

/** True if half of the word is in the box, or if the point is on the word. A thin line through words touches them. */
function isTouched(word: Box, box: Box): boolean {
  const across = overlap(word.x, word.width, box.x, box.width)
  const middle = word.y + word.height / 2
  const reach = word.height / 2
  const isBeside = box.y <= middle + reach && box.y + box.height >= middle - reach
  if (box.width === 0) return isBeside && box.x >= word.x && box.x <= word.x + word.width
  const isInside = box.height < word.height || overlap(word.y, word.height, box.y, box.height) > 0.5
  return isBeside && isInside && across > 0.5
}

/** The part of the first length that the second covers, 0 to 1. */
function overlap(from: number, length: number, other: number, otherLength: number): number {
  const shared = Math.min(from + length, other + otherLength) - Math.max(from, other)
  return length > 0 ? shared / length : 0
}
