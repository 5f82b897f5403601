/** Words in reading order: lines from top to bottom, and on a line the cells of its columns. */
import {
  baselineOf,
  confidenceOf,
  joinBoxes,
  placeOf,
  rightOf,
  type Box,
  type Page,
  type Word,
} from './words.ts'

/** Words close together. `starts` has the place of each word in `text`. */
export type Cell = {
  page: number
  line: number
  text: string
  box: Box
  words: Word[]
  starts: number[]
}

/** `index`: the number of the line in the whole paper. */
export type WordLine = {
  page: number
  index: number
  baseline: number
  height: number
  cells: Cell[]
}

/** A gap wider than this many font sizes begins a new cell: a justified space has 0.6 at most. */
const CELL_GAP = 0.95

/** `pages` count from 0. The order of the words in the file doesn't matter. */
export function toLines(pages: readonly Page[]): WordLine[] {
  const lines: WordLine[] = []
  for (const [page, { words }] of pages.entries()) {
    for (const row of toRows(withoutLeaders(words))) {
      const joined = joinSpacedLetters(withoutDuplicates(row))
      const index = lines.length
      const height = Math.max(...joined.map((word) => word.height))
      const cells = toCells(joined).map((group) => toCell(group, page, index))
      lines.push({ page, index, baseline: baselineOf(joined[0] ?? NOWHERE), height, cells })
    }
  }
  return lines
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 }

/** "RATE.........:" is "RATE:". */
function withoutLeaders(words: readonly Word[]): Word[] {
  return words
    .map((word) => ({ ...word, text: word.text.replaceAll(/[.·_]{3,}/g, '') }))
    .filter(({ text }) => text !== '')
}

function toRows(words: readonly Word[]): Word[][] {
  const rows: Word[][] = []
  const sorted = words.toSorted((a, b) => baselineOf(a) - baselineOf(b) || a.x - b.x)
  for (const word of sorted) {
    const first = rows.at(-1)?.[0]
    const limit = 0.4 * Math.min(word.height, first?.height ?? 0)
    if (first && baselineOf(word) - baselineOf(first) <= limit) rows.at(-1)?.push(word)
    else rows.push([word])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}

/** Some programs print bold text twice, a hair apart. */
function withoutDuplicates(row: Word[]): Word[] {
  return row.filter((word, index) => {
    const same = row.slice(Math.max(0, index - 4), index).find(({ text }) => text === word.text)
    return !same || word.x - same.x > word.width / 4
  })
}

/** "R A T E" is one word: single letters, all with about the same gap. */
function joinSpacedLetters(row: Word[]): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < row.length; at++) {
    const run = letterRun(row, at)
    const word = row[at]
    if (!word) break
    joined.push(run.length < MIN_LETTERS ? word : joinWords(run))
    if (run.length >= MIN_LETTERS) at += run.length - 1
  }
  return joined
}

const MIN_LETTERS = 4

function letterRun(row: Word[], from: number): Word[] {
  const run: Word[] = []
  let usual = 0
  for (const word of row.slice(from)) {
    const before = run.at(-1)
    const gap = before ? word.x - rightOf(before) : 0
    if ([...word.text].length > 1) break
    if (before && (gap > word.height || (usual && gap > usual * 1.6 + 1))) break
    if (before && !usual) usual = Math.max(gap, 0.5)
    run.push(word)
  }
  return run
}

function joinWords(words: Word[]): Word {
  const text = words.map((word) => word.text).join('')
  return { ...joinBoxes(words), text, ...confidenceOf(words), place: joinBoxes(words.map(placeOf)) }
}

function toCells(row: Word[]): Word[][] {
  const groups: Word[][] = []
  for (const word of row) {
    const before = groups.at(-1)?.at(-1)
    const isClose =
      before && word.x - rightOf(before) <= CELL_GAP * Math.max(word.height, before.height)
    if (isClose) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  return groups
}

/** Words as one text, with a space between them. */
export function toCell(words: Word[], page: number, line: number): Cell {
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    if (text) text += ' '
    starts.push(text.length)
    text += word.text
  }
  return { page, line, text, box: joinBoxes(words), words, starts }
}
