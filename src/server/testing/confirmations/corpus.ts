/**
 * Papers of invented brokers in the shapes that real ones have. Each file has one layout, each of its lines one paper: what
 * pdf.js reads of its pages, and what is printed on them. A new paper is a new line.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ReadField } from '#core/confirmations/reading.ts'
import { toPage } from '#core/confirmations/words/pdf-words.ts'
import type { Page } from '#core/confirmations/words/words.ts'

/** `items`: text, left edge, baseline from the top, width, font size, in points. */
type CorpusPage = {
  size: [width: number, height: number]
  items: [text: string, x: number, baseline: number, width: number, size: number][]
}

type Line = {
  like: string
  program: string
  /**
   * Set if the paper confirms several loads: how many of them can be chosen, 0 for a list of loads. No value of a load may
   * be read.
   */
  loads?: number
  expected: Partial<Record<ReadField, string>>
  pages: CorpusPage[]
}

export type CorpusPaper = Omit<Line, 'pages'> & { layout: string; pages: Page[] }

/** `odd`: layouts that were made to be hard to read. */
export async function readCorpus(name: 'corpus' | 'odd' = 'corpus'): Promise<CorpusPaper[]> {
  const folder = path.join(import.meta.dirname, name)
  const files = (await readdir(folder)).toSorted()
  const papers = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8')
      const lines = text.trim().split('\n')
      return lines.map((line) => toPaper(path.basename(file, '.jsonl'), JSON.parse(line) as Line))
    }),
  )
  return papers.flat()
}

function toPaper(layout: string, { pages, ...line }: Line): CorpusPaper {
  return { layout, ...line, pages: pages.map(toWords) }
}

function toWords({ size: [width, height], items }: CorpusPage): Page {
  const texts = items.map(([str, x, baseline, textWidth, size]) => ({
    str,
    width: textWidth,
    transform: [size, 0, 0, size, x, baseline],
  }))
  return toPage(texts, { width, height, transform: [1, 0, 0, 1, 0, 0] })
}
