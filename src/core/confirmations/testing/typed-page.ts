/** A page from typed text, for tests: each character is 5 points wide, each line 12 points high. */
import type { Page, Word } from '#core/confirmations/words/words.ts'

const [WIDTH, LEADING, SIZE] = [5, 12, 9]

export function typedPage(text: string): Page {
  const lines = text.replace(/^\n/, '').split('\n')
  const words = lines.flatMap((line, index) =>
    [...line.matchAll(/\S+/g)].map((match): Word => ({
      text: match[0],
      x: 20 + match.index * WIDTH,
      y: 20 + index * LEADING,
      width: match[0].length * WIDTH,
      height: SIZE,
    })),
  )
  return { width: 800, height: 1000, words }
}
