/**
 * Looks at a packet after it is made (SPEC C424): what a paper's pages show must be on the packet's pages. Another library than
 * the one that copied them reads both. It draws nothing and decodes no picture.
 */
import type { Likeness } from './form-fields.ts'
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a page shows. `annotations`: signatures, notes and fields on the page, in their order. */
type Shown = { contents: Marks; annotations: Marks[] }

/** `text`: without spaces. `lines`: drawn lines and areas. */
type Marks = { text: string; pictures: number; lines: number }

/** A page of a packet. `stamp`: the text that was added to it. */
type StampedPage = { number: number; stamp: string }

/** A picture that is larger than nothing is left out, with this warning. */
const LARGEST_PICTURE = 0
const LEFT_OUT = 'Image exceeded maximum allowed size'

let pictures = 0

/** The library has no other way to list pictures without decoding them. */
function countPictures(warning: unknown): void {
  if (String(warning).includes(LEFT_OUT)) pictures++
}

/** Opens a PDF to look at. The library takes over the bytes, and the warnings of the thread. */
export async function openToLook(bytes: Uint8Array) {
  Object.assign(console, { warn: countPictures })
  const task = getDocument({
    data: bytes,
    password: '',
    maxImageSize: LARGEST_PICTURE,
    disableFontFace: false,
    useSystemFonts: false,
    // Warnings.
    verbosity: 1,
  })
  return { pdf: await task.promise, close: () => task.destroy().catch(() => undefined) }
}

/**
 * Returns the number of the paper's first page that lost something, from 1, or undefined. `pages`: the packet's pages of the
 * paper, in their order. `fields`: how alike the paper's fields look, by the ids of their annotations.
 */
export async function findLostPage(
  paper: PDFDocumentProxy,
  packet: PDFDocumentProxy,
  pages: readonly StampedPage[],
  fields: ReadonlyMap<string, Likeness>,
): Promise<number | undefined> {
  for (const [index, { number, stamp }] of pages.entries()) {
    // What no program can read is not lost.
    const own = await readPage(paper, index + 1, fields).catch(() => undefined)
    if (own && !hasAll(own, await readPage(packet, number), stamp)) return index + 1
  }
  return undefined
}

function hasAll(own: Shown, made: Shown, stamp: string): boolean {
  if (made.contents.text !== own.contents.text + withoutSpaces(stamp)) return false
  if (!hasMarks(own.contents, made.contents)) return false
  let at = 0
  return own.annotations.every((one) => {
    const found = made.annotations.findIndex(
      (other, index) => index >= at && other.text === one.text && hasMarks(one, other),
    )
    at = found + 1
    return found >= 0
  })
}

function hasMarks(own: Marks, made: Marks): boolean {
  return made.pictures >= own.pictures && made.lines >= own.lines
}

const LINES = new Set<number>([OPS.constructPath, OPS.shadingFill, OPS.rawFillPath])
const TEXTS = new Set<number>([OPS.showText, OPS.showSpacedText])

async function readPage(
  pdf: PDFDocumentProxy,
  number: number,
  fields: ReadonlyMap<string, Likeness> = new Map(),
): Promise<Shown> {
  const page = await pdf.getPage(number)
  const contents = noMarks()
  const annotations: Marks[] = []
  pictures = 0
  const { fnArray, argsArray } = await page.getOperatorList()
  contents.pictures = pictures
  let [marks, isDrawn] = [contents, false]
  for (const [at, operator] of fnArray.entries()) {
    const args = (argsArray as (unknown[] | null)[])[at] ?? []
    if (operator === OPS.beginAnnotation) {
      marks = noMarks()
      isDrawn = fields.get(String(args[0])) === 'letters'
      if (fields.get(String(args[0])) !== 'other') annotations.push(marks)
    } else if (operator === OPS.endAnnotation) [marks, isDrawn] = [contents, false]
    else if (LINES.has(operator) && !isDrawn) marks.lines++
    else if (TEXTS.has(operator)) marks.text += readText(args)
  }
  page.cleanup()
  return { contents, annotations: annotations.filter(({ text, lines }) => text || lines) }
}

function noMarks(): Marks {
  return { text: '', pictures: 0, lines: 0 }
}

/** The letters of an operator. Numbers between them are distances. */
function readText(args: unknown[]): string {
  const glyphs = (args[0] ?? []) as (number | { unicode: string })[]
  return withoutSpaces(glyphs.map((one) => (typeof one === 'number' ? '' : one.unicode)).join(''))
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/gu, '')
}
