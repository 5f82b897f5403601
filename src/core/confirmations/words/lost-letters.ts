/**
 * Letters that pdf.js does not name. Browsers print a hyphen between digits or "fi" as a glyph of its own, and say only beside it what it
 * stands for: `/Span<</ActualText (-)>> BDC … EMC`. pdf.js gives it a letter of private use, so that "118-2205" would be read as 118 (SPEC C592).
 */

/** In place of a letter that nothing names. A word with it has no value. */
const LOST = '\uFFFD'

/** A piece of text from pdf.js with `includeMarkedContent`. */
export type PdfText = { str: string; transform: readonly unknown[]; width: number }

/** Where marked content begins or ends; `type` as in pdf.js. */
type PdfMark = { type: string }

export type PdfItem = PdfText | PdfMark

/** A longer text stands for a sentence or a picture, not for a letter. */
const LONGEST = 8

export function hasLostLetters(items: readonly PdfItem[]): boolean {
  return items.some((item) => 'str' in item && isLost(item))
}

/**
 * The pieces of text in the order of the file, with the lost letters in their words. `texts`: what each marked content of the page stands
 * for, as `readActualTexts` returns it; it counts only if it has as many entries as the items have marks.
 */
export function restoreLetters(
  items: readonly PdfItem[],
  texts: readonly (string | null)[],
): PdfText[] {
  const known = texts.length === items.filter(isNamedMark).length ? texts : []
  const pieces: PdfText[] = []
  const restored = new Set<PdfText>()
  const open: (string | null)[] = []
  let mark = 0
  for (const item of items) {
    if ('str' in item) {
      const piece = isLost(item)
        ? { ...item, str: takeText(open) }
        : LIGATURE.test(item.str)
          ? { ...item, str: item.str.normalize('NFKC') }
          : item
      if (piece !== item) restored.add(piece)
      pieces.push(piece)
    } else if (isNamedMark(item)) open.push(known[mark++] ?? null)
    else if (item.type === 'beginMarkedContent') open.push(null)
    else open.pop()
  }
  return joinWords(pieces, restored)
}

/** "Con", "fi" and "rmation" are one word: browsers draw each of these alone. */
const LIGATURE = /^(?:[\uFB00-\uFB06]|ff?[il]|ff)$/

function isLost({ str }: PdfText): boolean {
  return /^\p{Co}+$/u.test(str)
}

/**
 * A word with a lost letter is lost: "118\uFFFD2205" is no load number 118. One at its beginning is a bullet, unless it can be the sign
 * of an amount.
 */
export function hideLostWord(word: string): string {
  return LOST_INSIDE.test(word) ? LOST.repeat(word.length) : word
}

const LOST_INSIDE = /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{Co}\uFFFD]|[\p{Co}\uFFFD][^\p{L}\p{N}]*\p{N}/u

function isNamedMark(item: PdfItem): boolean {
  return 'type' in item && item.type === 'beginMarkedContentProps'
}

/** A text counts for the first of its letters. */
function takeText(open: (string | null)[]): string {
  const text = open.at(-1)
  if (text === null || text === undefined || text.length > LONGEST) return LOST
  open[open.length - 1] = ''
  return text
}

/** A restored letter and what stands directly beside it are one word. */
function joinWords(pieces: readonly PdfText[], restored: ReadonlySet<PdfText>): PdfText[] {
  const joined: PdfText[] = []
  let isOpen = false
  for (const piece of pieces) {
    const before = joined.at(-1)
    const isRestored = restored.has(piece)
    if (before && (isOpen || isRestored) && touches(before, piece)) {
      const width = before.width + piece.width
      joined[joined.length - 1] = { ...before, str: before.str + piece.str, width }
    } else joined.push(piece)
    isOpen = isRestored || (isOpen && piece.str === '')
  }
  return joined
}

/** On one line, with a gap of less than a fifth of the font size. Rotated text is not joined. */
function touches(before: PdfText, after: PdfText): boolean {
  const [size, slope, , , x, y] = before.transform.map(Number) as number[]
  const [, , , , nextX, nextY] = after.transform.map(Number) as number[]
  if (!size || slope || x === undefined || nextX === undefined) return false
  return y === nextY && Math.abs(nextX - x - before.width) < Math.abs(size) / 5
}

/**
 * What each marked content with properties of a page's drawing instructions stands for, in their order; null if it says nothing.
 * `instructions`: bytes as Latin-1.
 */
export function readActualTexts(instructions: string): (string | null)[] {
  return [...instructions.matchAll(MARKED)].map(([, properties = '']) => {
    const [, typed, hex] = ACTUAL_TEXT.exec(properties) ?? []
    if (hex !== undefined) return decode(hex.replaceAll(/\s/g, '').replaceAll(/../g, toLetter))
    return typed === undefined ? null : decode(typed.replaceAll(ESCAPED, unescape))
  })
}

const STRING = String.raw`\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>`
const MARKED = new RegExp(
  `/[^\\s/<>()]+\\s*(<<(?:${STRING}|[^()<>])*>>|/[^\\s/<>()]+)\\s*BDC\\b`,
  'g',
)
const ACTUAL_TEXT = /\/ActualText\s*(?:\(((?:[^()\\]|\\[\s\S])*)\)|<([\da-fA-F\s]*)>)/
const ESCAPED = /\\(?:([0-7]{1,3})|([\s\S]))/g
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function toLetter(digits: string): string {
  return String.fromCodePoint(Number.parseInt(digits, 16))
}

function unescape(_: string, octal: string | undefined, letter: string): string {
  return octal
    ? String.fromCodePoint(Number.parseInt(octal, 8) % 256)
    : (CONTROLS[letter] ?? letter)
}

/** UTF-16 if it begins with its mark; otherwise Latin letters. */
function decode(bytes: string): string {
  if (!bytes.startsWith('\u00FE\u00FF')) return bytes
  let text = ''
  for (let at = 2; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode(bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1))
  return text
}
