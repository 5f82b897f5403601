/** Whether a paper has a layout that was taught (SPEC C145). */
import type { WordLine } from '#core/confirmations/words/lines.ts'
import { isLabelCell, tokensOf } from './label-words.ts'
import type { TaughtLayout } from './taught-layout.ts'

/** The minimum share of a layout's words that a paper must have. Some papers have a block more or less. */
const MIN_SHARE = 0.5

/** True if the paper prints one of the broker's marks and at least half of the layout's titles and labels. */
export function isRecognized(lines: readonly WordLine[], { marks, words }: TaughtLayout): boolean {
  if (!marks.some((mark) => isPrinted(lines, mark))) return false
  const cells = lines.filter(({ page }) => page === 0).flatMap((line) => line.cells)
  const titles = new Set(cells.filter(isLabelCell).map(({ text }) => tokensOf(text).join(' ')))
  return words.filter((word) => titles.has(word)).length >= words.length * MIN_SHARE
}

/** True if the mark is printed as whole words, in any case. A domain can follow "@" or "www.". */
export function isPrinted(lines: readonly WordLine[], mark: string): boolean {
  const words = mark.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  const pattern = new RegExp(`(?<![a-z0-9])${words.join('\\s+')}(?![a-z0-9])`, 'i')
  return lines.some(({ cells }) => cells.some(({ text }) => pattern.test(text)))
}
