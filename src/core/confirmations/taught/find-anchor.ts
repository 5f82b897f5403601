/** Finds the anchor of a value that a person pointed at (SPEC C145). */
import type { Day } from '#core/calendar.ts'
import type { Read } from '#core/confirmations/reading.ts'
import { isSameColumn } from '#core/confirmations/words/labels.ts'
import { readHeadingText } from '#core/confirmations/stops/headings.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { placeOf, rightOf, type Word } from '#core/confirmations/words/words.ts'
import { blockBelow, readAnchor } from './anchors.ts'
import { headingOf, isLabelCell, isLabelText, namesStop } from './label-words.ts'
import { MAX_LABEL_LENGTH, type Anchor, type PointedField } from './taught-layout.ts'

/** The widest gap within a block, in line heights. */
const MAX_GAP_ABOVE = 3.2

/** How many headings above a value are tried, the nearest first. */
const MAX_HEADINGS = 8

/**
 * The first anchor that finds exactly this value at this place. Null if no words name the value. Then nothing is remembered,
 * because an anchor whose words are values themselves could find another value on the next paper.
 */
export function findAnchor(
  lines: readonly WordLine[],
  name: PointedField,
  read: Read,
  today: Day,
): Anchor | null {
  const home = lines.flatMap(({ cells }) => cells).find((cell) => isIn(cell, read))
  if (!home) return null
  const anchors = listAnchors(lines, home, read, name)
  return (
    anchors.find((anchor) => {
      const found = readAnchor(lines, anchor, name, today)
      return found?.value === read.value && isIn(home, found)
    }) ?? null
  )
}

/** True if one of the cell's words is at the value's place. */
function isIn(cell: Cell, read: Read): boolean {
  return cell.page === read.page && cell.words.some((word) => isAt(word, read))
}

function isAt(word: Word, { box }: Read): boolean {
  const place = placeOf(word)
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  return x >= box.x && x <= rightOf(box) && y >= box.y && y <= box.y + box.height
}

/** A value of a stop has the stop's name in its anchor: "Date" alone could be the other stop's on the next paper. */
function listAnchors(
  lines: readonly WordLine[],
  home: Cell,
  read: Read,
  name: PointedField,
): Anchor[] {
  const labels = listLabels(lines, home, read)
  const stop = /^(pickup|delivery)(?!Number)/.exec(name)?.[1]
  const headings = listHeadings(lines, home).filter((text) => !stop || isHeadingOf(stop, text))
  const inBlocks = labels.flatMap((anchor) =>
    headings.map((within): Anchor => ({ ...anchor, within })),
  )
  const under = headings.map((label): Anchor => ({ label, side: 'under' }))
  if (!stop) return [...labels, ...inBlocks, ...under]
  const ofStop = labels.filter(({ label }) => isHeadingOf(stop, label))
  return [...ofStop, ...inBlocks, ...under]
}

/** True if the label names this stop and not the other one. */
function isHeadingOf(stop: string, text: string): boolean {
  const kind = readHeadingText(text)?.kind ?? null
  return namesStop(text) && (kind === null || kind === 'stop' || kind === stop)
}

/** The possible labels in order: the words before the value, the cell left of it, the cell above it, the words after it. */
function listLabels(lines: readonly WordLine[], home: Cell, read: Read): Anchor[] {
  const { cells = [] } = lines.find(({ index }) => index === home.line) ?? {}
  const at = home.words.findIndex((word) => isAt(word, read))
  const from = home.starts[at] ?? 0
  const before = labelAtEnd(home.text.slice(0, from))
  const left = cells[cells.indexOf(home) - 1]
  const above = lines.findLast(
    (line) =>
      line.page === home.page &&
      line.index < home.line &&
      line.cells.some(({ box }) => isSameColumn(box, home.box)),
  )
  const head = above?.cells.find(({ box }) => isSameColumn(box, home.box))
  const isNear =
    head && home.box.y - head.box.y - head.box.height <= MAX_GAP_ABOVE * head.box.height
  const after = home.text.slice(from).replace(/^\S+\s*/, '')
  const anchors: (Anchor | null)[] = [
    before ? { label: before, side: 'right' } : null,
    left && isLabelCell(left) && from === 0 ? { label: left.text, side: 'right' } : null,
    head && isNear && isLabelCell(head) ? { label: head.text, side: 'below' } : null,
    after && !/\d/.test(after) && isLabelText(after) ? { label: after, side: 'left' } : null,
  ]
  return anchors.flatMap((anchor) =>
    anchor && anchor.label.length <= MAX_LABEL_LENGTH ? [anchor] : [],
  )
}

/** "Date: 11/23/2026 Time: $" → "Time:". Null if these words name nothing. */
function labelAtEnd(text: string): string | null {
  const words = text
    .replace(/[\s$(]*(?:usd)?[\s$(]*$/i, '')
    .split(' ')
    .filter(Boolean)
  const start = words.findLastIndex(
    (word, index) => /\d/.test(word) || (/[:;,|]$/.test(word) && index < words.length - 1),
  )
  const label = words.slice(start + 1).join(' ')
  return label && isLabelText(label) ? label : null
}

/** The headings of the blocks that contain the value. The nearest comes first. */
function listHeadings(lines: readonly WordLine[], home: Cell): string[] {
  const above = lines.filter(({ page, index }) => page === home.page && index <= home.line)
  const heads = above
    .toReversed()
    .flatMap(({ cells }) => cells.filter((cell) => headingOf(cell) !== null))
    .filter((head) => blockBelow(lines, head).some(({ cells }) => cells.includes(home)))
  return [...new Set(heads.map((head) => headingOf(head) ?? ''))]
    .filter((text) => text.length <= MAX_LABEL_LENGTH)
    .slice(0, MAX_HEADINGS)
}
