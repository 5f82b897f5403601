/** Reads a field by its labels: one value, several different ones, or nothing (SPEC C120). */
import type { FieldLabels } from './field-labels.ts'
import type { LayoutLabel } from './layouts/layouts.ts'
import type { Read } from './reading.ts'
import type { Parse } from './values/references.ts'
import { besideLabel, compileLabel, findLabel, isTableHead, type Side } from './words/labels.ts'
import type { Cell, WordLine } from './words/lines.ts'
import { textOf, toRead, type Span } from './words/spans.ts'

/** `own`: the labels of the layout, which are tried first. `lines`: the lines to search. */
export function readLabeled(
  lines: readonly WordLine[],
  labels: FieldLabels,
  own: readonly LayoutLabel[] = [],
): Read[] {
  const ownValues = own.flatMap(({ label, side }) => readRank(lines, [label], [side], labels))
  if (ownValues.length) return distinctReads(ownValues)
  for (const rank of labels.ranks) {
    const values = readRank(lines, rank, labels.sides, labels)
    if (values.length) return distinctReads(values)
  }
  return []
}

/** A value right after a label in a sentence: "the confirmation for load # 4711 is below". */
export function readInSentences(
  lines: readonly WordLine[],
  labels: readonly string[],
  parse: Parse,
): Read[] {
  const hits = labels.flatMap((label) => findLabel(lines, compileLabel(label), true))
  return distinctReads(
    hits.flatMap(({ cell, to }) => {
      const value = parse(cell.text.slice(to))
      return value ? [toRead({ cell, from: to + value.from, to: to + value.to }, value.value)] : []
    }),
  )
}

function readRank(
  lines: readonly WordLine[],
  rank: readonly string[],
  sides: readonly Side[],
  { parse, notAfter, hasTitles = false }: FieldLabels,
): Read[] {
  const hits = rank.flatMap((label) =>
    findLabel(lines, compileLabel(label)).map((hit) => ({
      ...hit,
      isTitle: hasTitles && !label.includes('#'),
    })),
  )
  const longest = hits.filter((hit) => !hits.some((other) => isWithin(hit, other)))
  return longest
    .filter(({ cell, from }) => !notAfter?.test(cell.text.slice(0, from)))
    .flatMap((hit) =>
      hit.isTitle
        ? readTitle(lines, hit, parse, sides)
        : readBeside(lines, hit, sides, parse, sides),
    )
}

/** A title has its number to its right. Only "Load" alone can have it below, if nothing else is there. */
function readTitle(
  lines: readonly WordLine[],
  hit: Span,
  parse: Parse,
  ofTable: readonly Side[],
): Read[] {
  const right = readBeside(lines, hit, ['right'], parse, ofTable)
  if (right.length) return right
  // "Load Confirmation" above "# 554310".
  const numbered: Parse = (text) => (/^#\s?\w+$/.test(text) ? parse(text) : null)
  const below = readBeside(lines, hit, ['below'], numbered, ofTable)
  if (below.length || !SHORT_TITLE.test(hit.cell.text)) return below
  const whole: Parse = (text) => {
    const found = parse(text)
    return found?.from === 0 && found.to === text.length && text.length > 4 ? found : null
  }
  return readBeside(lines, hit, ['below'], whole, ofTable)
}

const SHORT_TITLE = /^\W*(?:load|order|shipment|trip)\W*$/i

/** "Equipment" within "Equipment Type". */
function isWithin(a: Span, b: Span): boolean {
  return a.cell === b.cell && a.from >= b.from && a.to <= b.to && a.to - a.from < b.to - b.from
}

function readBeside(
  lines: readonly WordLine[],
  hit: Span,
  sides: readonly Side[],
  parse: Parse,
  ofTable: readonly Side[],
): Read[] {
  const isHead = ofTable.includes('below') && isTableHead(lines, hit.cell)
  // The column "Reference" of a table of stops.
  if (isHead && /\bref/i.test(hit.cell.text) && isHeadOfStops(lines, hit.cell)) return []
  for (const side of isHead ? (['below'] as const) : sides) {
    const span = besideLabel(lines, hit, side)
    const value = span && parse(textOf(span))
    if (value)
      return [
        toRead({ ...span, from: span.from + value.from, to: span.from + value.to }, value.value),
      ]
  }
  return []
}

function isHeadOfStops(lines: readonly WordLine[], cell: Cell): boolean {
  const { cells = [] } = lines.find(({ index }) => index === cell.line) ?? {}
  return cells.some(({ text }) =>
    /^(?:stops?|type|facility|location|address|company|arriv\w*)\b/i.test(text),
  )
}

export function distinctReads(reads: readonly Read[]): Read[] {
  const keys = reads.map(({ value }) => value.toLowerCase())
  return reads.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
