/** Words from the text items of pdf.js. */
import { hideLostWord } from './lost-letters.ts'
import { ASCENT, type Page, type Word } from './words.ts'

/** A piece of text from pdf.js: its matrix in the page's coordinate system, and its width. */
type TextItem = { str: string; transform: readonly unknown[]; width: number }

/** pdf.js: `page.getViewport({ scale: 1 })`. */
type Viewport = { width: number; height: number; transform: readonly number[] }

type Matrix = [number, number, number, number, number, number]

/** Rotated text (a watermark, a note in the margin) is left out, and so is text outside the page. */
export function toPage(items: readonly TextItem[], viewport: Viewport): Page {
  const { width, height } = viewport
  const words = items.flatMap((item) => toWords(item, viewport))
  return { width, height, words: words.filter((word) => isInside(word, width, height)) }
}

/** pdf.js gives only the width of a whole piece. It is divided among the words by the typical widths of their letters. */
function toWords({ str, transform, width }: TextItem, viewport: Viewport): Word[] {
  const [a, b, c, d, x, baseline] = multiply(toMatrix(viewport.transform), toMatrix(transform))
  const height = Math.hypot(c, d)
  if (height === 0 || Math.abs(b) > Math.abs(a) / 10 || a <= 0) return []
  const text = str.normalize('NFKC')
  const scale = width / (measure(text) || 1)
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: hideLostWord(match[0]),
    x: x + measure(text.slice(0, match.index)) * scale,
    y: baseline - height * ASCENT,
    width: measure(match[0]) * scale,
    height,
  }))
}

function isInside(word: Word, width: number, height: number): boolean {
  return word.x >= 0 && word.y >= 0 && word.x < width && word.y < height
}

/** The width of a text in a typical sans-serif font, as a multiple of the font size. */
function measure(text: string): number {
  let sum = 0
  for (const letter of text) sum += widthOf(letter)
  return sum
}

function widthOf(letter: string): number {
  if (/[\s.,:;'|!ijl/\\ftI[\]()]/.test(letter)) return 0.28
  if (/[mwMW@%]/.test(letter)) return 0.87
  return /[A-Z#&]/.test(letter) ? 0.69 : 0.55
}

function toMatrix(numbers: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = numbers.map(Number)
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0]
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}
