/** Finds the known layout of a paper. */
import type { WordLine } from '#core/confirmations/words/lines.ts'
import { LAYOUTS, type Layout } from './layouts.ts'

/**
 * The layout whose brand words the paper has most often. Null if no layout is clearly first. The terms can name another
 * broker, and the customer can be one, so the words of the first lines count more.
 */
export function findLayout(lines: readonly WordLine[]): Layout | null {
  const head = lines.slice(0, HEAD_LINES)
  const scored = LAYOUTS.map((layout) => ({
    layout,
    score: countBrand(head, layout) * HEAD_WEIGHT + countBrand(lines, layout),
  }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = scored
  return first && first.score > (second?.score ?? 0) * 1.5 ? first.layout : null
}

const HEAD_LINES = 12
const HEAD_WEIGHT = 4

function countBrand(lines: readonly WordLine[], { brand }: Layout): number {
  const words = brand.map((word) => word.replaceAll('.', '\\.'))
  const pattern = new RegExp(`(?<![\\w])(?:${words.join('|')})(?!\\w)`, 'gi')
  return lines.reduce(
    (sum, { cells }) =>
      sum + cells.reduce((n, { text }) => n + [...text.matchAll(pattern)].length, 0),
    0,
  )
}
