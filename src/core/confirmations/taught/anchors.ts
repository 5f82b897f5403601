/** Reads a value by its anchor: the words that name the value, and the side where the value is (SPEC C145). */
import type { Day } from '#core/calendar.ts'
import type { Read } from '#core/confirmations/reading.ts'
import { readHeading, type Heading } from '#core/confirmations/stops/headings.ts'
import type { TextMatch } from '#core/confirmations/values/days.ts'
import { besideLabel, isSentence } from '#core/confirmations/words/labels.ts'
import type { Cell, WordLine } from '#core/confirmations/words/lines.ts'
import { textOf, toRead, type Span } from '#core/confirmations/words/spans.ts'
import { findClearValues, findValues } from './field-values.ts'
import { isLabelCell, tokensOf } from './label-words.ts'
import type { Anchor, PointedField } from './taught-layout.ts'

/** The value begins within this many characters after its label. */
const MAX_START = 16

/** Null unless the anchor is on a page once and has one value. Another page can repeat it with the same value. */
export function readAnchor(
  lines: readonly WordLine[],
  anchor: Anchor,
  name: PointedField,
  today: Day,
): Read | null {
  const { label, side, within } = anchor
  const scope = within === undefined ? lines : scopeOf(lines, within)
  const labels = scope ? findLabels(scope, label) : []
  const pages = labels.map(({ cell }) => cell.page)
  if (!scope || new Set(pages).size < pages.length) return null
  const reads = labels.flatMap((span) =>
    side === 'under'
      ? readBlock(blockBelow(scope, span.cell), name, today)
      : readBeside(scope, span, side, name, today),
  )
  return new Set(reads.map(({ value }) => value)).size === 1 ? (reads[0] ?? null) : null
}

/** The block below a heading that is in the paper once. */
function scopeOf(lines: readonly WordLine[], heading: string): WordLine[] | null {
  const [head, ...others] = findLabels(lines, heading)
  return head && !others.length ? blockBelow(lines, head.cell) : null
}

/**
 * A label must begin its cell or follow a value or a colon: "Date" does not match in "Pickup Date". Only a colon, a number
 * or an amount may follow it: "Load" does not match in "Load Status", and "Pickup" does not match in "Pickup #".
 */
function findLabels(lines: readonly WordLine[], label: string): Span[] {
  const end = label.includes('#') ? '[\\s:#.=]*' : '(?!\\s*#)[\\s:.=]*'
  const words = tokensOf(label).join('[^a-z]{1,8}')
  const pattern = new RegExp(`(?<![a-z])${words}(?![a-z])${end}`, 'gi')
  return lines.flatMap(({ cells }) =>
    cells
      .filter((cell) => !isSentence(cell))
      .flatMap((cell) =>
        [...cell.text.matchAll(pattern)].flatMap((match) => {
          const [from, to] = [match.index, match.index + match[0].length]
          const [before, after] = [cell.text.slice(0, from), cell.text.slice(to)]
          const begins = !/[a-z]/i.test(before) || /[\d:;,|)]\W*$/.test(before)
          const ends = !after || /[:#=]/.test(match[0]) || /^(?:usd\b|[^a-z])/i.test(after)
          return begins && ends ? [{ cell, from, to }] : []
        }),
      ),
  )
}

function readBeside(
  lines: readonly WordLine[],
  label: Span,
  side: 'right' | 'below' | 'left',
  name: PointedField,
  today: Day,
): Read[] {
  const span = besideLabel(lines, label, side)
  if (!span) return []
  const text = textOf(span)
  const end = /\s[a-z./-]+\s?[:#]/i.exec(text)?.index ?? text.length
  const values = findValues(name, text.slice(0, end), today)
  const value = onlyOne(values)
  return value && value.from <= MAX_START ? [readAt(span, value)] : []
}

/** Reads the value in a block that has only one value of the field's type. */
function readBlock(block: readonly WordLine[], name: PointedField, today: Day): Read[] {
  const reads = block.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      findClearValues(name, cell.text, today).map((value) =>
        readAt({ cell, from: 0, to: cell.text.length }, value),
      ),
    ),
  )
  return onlyOne(reads) ? reads.slice(0, 1) : []
}

function onlyOne<Value extends { value: string }>(values: readonly Value[]): Value | undefined {
  return new Set(values.map(({ value }) => value)).size === 1 ? values[0] : undefined
}

function readAt({ cell, from }: Span, { value, from: start, to }: TextMatch<string>): Read {
  return toRead({ cell, from: from + start, to: from + to }, value)
}

/** The widest gap within a block, in line heights. */
const MAX_GAP = 5
const MAX_ROWS = 16

/** How far left of its heading a cell can begin, in points. */
const INDENT = 14
const SAME_LEFT = 3

/** The cells right of a heading and below it in its column, down to the next heading or a wide gap. */
export function blockBelow(lines: readonly WordLine[], head: Cell): WordLine[] {
  const beside = lines.find(({ index }) => index === head.line)?.cells.filter(isLabelCell) ?? []
  const isFirst = beside.every(({ box }) => box.x >= head.box.x)
  const left = isFirst ? 0 : head.box.x - INDENT
  const next = beside.map(({ box }) => box.x).filter((x) => x > head.box.x)
  const right = next.length ? Math.min(...next) - INDENT : Infinity
  const block = lines
    .filter(({ index }) => index === head.line)
    .map((line) => ({
      ...line,
      cells: line.cells.filter(({ box }) => box.x > head.box.x && box.x < right),
    }))
  let lowest = head.box.y
  for (const line of lines) {
    if (line.page !== head.page || line.index <= head.line) continue
    const cells = line.cells.filter(({ box }) => box.x >= left && box.x < right)
    const [first] = cells
    if (!first) continue
    const isFar = first.box.y - lowest > MAX_GAP * first.box.height
    if (isFar || isNextHeading(cells, head) || block.length === MAX_ROWS) break
    lowest = first.box.y
    block.push({ ...line, cells })
  }
  return block
}

/** A known heading, or words that name something, alone on their line at the same left edge. */
function isNextHeading(cells: readonly Cell[], head: Cell): boolean {
  const [first] = cells
  const kind = readHeading(head)?.kind
  const isOther = ({ kind: other, isDate }: Heading) => !isDate || (kind && other !== kind)
  const headings = cells.flatMap((cell) => readHeading(cell) ?? [])
  if (headings.some(isOther)) return true
  const isAlone = first !== undefined && cells.length === 1
  return isAlone && Math.abs(first.box.x - head.box.x) <= SAME_LEFT && isLabelCell(first)
}
