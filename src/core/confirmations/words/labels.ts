/** Finds the words that name a value ("Load #", "Total Carrier Pay"), and the text where the value can be. */
import type { Cell, WordLine } from './lines.ts'
import { wholeCell, type Span } from './spans.ts'
import { rightOf, type Box } from './words.ts'

/** Where the value is, seen from the label. */
export type Side = 'right' | 'below' | 'left'

/** A cell with this many words is a sentence of the terms and has no label. */
const SENTENCE_WORDS = 11

/** How far below its label a value can be, in line heights. */
const FARTHEST_BELOW = 3.2

export function isSentence({ words }: Cell): boolean {
  return words.length >= SENTENCE_WORDS
}

/** "load #" finds "Load Number:", "LOAD #" and "Load No." Case and punctuation don't matter. */
export function compileLabel(label: string): RegExp {
  const parts = label.split(' ').map((part) => part.split('#').map(escape).join(NUMBER_SIGN))
  return new RegExp(`(?<![\\w#])${parts.join('[\\s.:_/-]*')}(?![a-z])[\\s:#.=-]*`, 'gi')
}

/** Canadian papers print "Order / Commande #". */
const NUMBER_SIGN =
  '(?:\\s*\\/\\s*(?:commande|chargement|référence|expédition|voyage))?\\s*(?:#|n°|nos?\\b|nbrs?\\b|num(?:ber)?s?\\b|ids?\\b)\\.?(?:\\(?s\\)?)?'

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Every place of a label outside of sentences, or only in them, in reading order. The matched colon and number sign belong to it. */
export function findLabel(lines: readonly WordLine[], label: RegExp, inSentences = false): Span[] {
  return lines.flatMap(({ cells }) =>
    cells
      .filter((cell) => isSentence(cell) === inSentences)
      .flatMap((cell) =>
        [...cell.text.matchAll(label)].map((match) => ({
          cell,
          from: match.index,
          to: match.index + match[0].length,
        })),
      ),
  )
}

/** The text in which a label's value can be: the rest of its cell, else the next cell on that side. */
export function besideLabel(lines: readonly WordLine[], label: Span, side: Side): Span | null {
  const { cell, from, to } = label
  if (side === 'below') return restOf(label) ? null : findBelow(lines, cell)
  if (side === 'right' && restOf(label)) return { cell, from: to, to: cell.text.length }
  if (side === 'left' && cell.text.slice(0, from).trim()) return { cell, from: 0, to: from }
  const { cells = [] } = lines.find(({ index }) => index === cell.line) ?? {}
  const next = cells[cells.indexOf(cell) + (side === 'right' ? 1 : -1)]
  return next ? wholeCell(next) : null
}

function restOf({ cell, to }: Span): string {
  return cell.text.slice(to).trim()
}

function findBelow(lines: readonly WordLine[], cell: Cell): Span | null {
  const limit = cell.box.y + cell.box.height * (1 + FARTHEST_BELOW)
  for (const line of lines) {
    if (line.page !== cell.page || line.index <= cell.line) continue
    const below = line.cells.find(({ box }) => isSameColumn(box, cell.box))
    if (below) return below.box.y <= limit ? wholeCell(below) : null
  }
  return null
}

/** True if the boxes overlap from left to right. */
export function isSameColumn(a: Box, b: Box): boolean {
  return Math.min(rightOf(a), rightOf(b)) > Math.max(a.x, b.x)
}

/** True for a row of at least three cells without values, nearly all with a cell right below. */
export function isTableHead(lines: readonly WordLine[], cell: Cell): boolean {
  const { cells = [] } = lines.find(({ index }) => index === cell.line) ?? {}
  if (cells.length < 3 || cells.some(({ text }) => /[:\d]/.test(text))) return false
  const withValue = cells.filter((heading) => findBelow(lines, heading))
  return withValue.length >= Math.max(2, cells.length - 2)
}
