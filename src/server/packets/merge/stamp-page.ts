/**
 * Stamps a page. The stamp is on a white strip that is added below the page, so that it hides nothing of the paper. The page's
 * own contents are clipped at its old edges.
 */
import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  StandardFonts,
  type PDFDocument,
  type PDFFont,
  type PDFObject,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import {
  extendBox,
  readBox,
  readTurn,
  seenMatrix,
  seenSize,
  type Box,
  type Turn,
} from './page-box.ts'

/** The height of the strip in points, on a page that is as wide as Letter. */
export const STRIP = 20
const FONT_SIZE = 9
const SMALLEST_FONT = 6
const MARGIN = 12
const LETTER_WIDTH = 612

/** Everything else of a page, such as scripts and bookmarks, is left out. */
const KEPT = ['Type', 'Parent', 'Rotate', 'Annots', 'Group', 'UserUnit'].map((name) =>
  PDFName.of(name),
)

export type Stamper = {
  /** Makes room for the stamp. Call it once per page. Throws if the page's contents can't be read. */
  makeRoom: (page: PDFPage) => void
  /** Returns the text as it is drawn. */
  stamp: (page: PDFPage, text: string) => string
}

type Place = { box: Box; turn: Turn; drawn: PDFRef }

export async function openStamper(packet: PDFDocument): Promise<Stamper> {
  const font = await packet.embedFont(StandardFonts.Helvetica)
  const places = new Map<PDFPage, Place>()
  return {
    makeRoom(page) {
      places.set(page, {
        box: readBox(page.node),
        turn: readTurn(page.node),
        drawn: moveContents(page),
      })
    },
    stamp(page, text) {
      const place = places.get(page)
      const drawn = toWinAnsi(text, font)
      if (place) drawStamp(page, place, font, drawn)
      return drawn
    },
  }
}

/** Moves the page's contents into a form, which is clipped at the page's edges and does not affect the stamp. */
function moveContents({ node, doc: { context } }: PDFPage): PDFRef {
  const { left, bottom, right, top } = readBox(node)
  const contents = joinContents(node.lookup(PDFName.Contents))
  const resources = context.lookup(node.getInheritableAttribute(PDFName.Resources))
  const form = context.flateStream(contents, {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [left, bottom, right, top],
    Resources: resources instanceof PDFDict ? resources : {},
  })
  for (const [name] of node.entries()) if (!KEPT.includes(name)) node.delete(name)
  return context.register(form)
}

function joinContents(contents: PDFObject | undefined): Uint8Array {
  if (contents === undefined) return new Uint8Array()
  const streams =
    contents instanceof PDFArray
      ? Array.from({ length: contents.size() }, (_, index) => contents.lookup(index))
      : [contents]
  // The line end separates the last word of a stream from the first word of the next.
  return Buffer.concat(streams.flatMap((stream) => [decode(stream), Buffer.from('\n')]))
}

function decode(stream: PDFObject | undefined): Uint8Array {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode()
  if (stream instanceof PDFContentStream) return stream.getUnencodedContents()
  throw new Error('The contents of a page are not a stream')
}

function drawStamp(page: PDFPage, { box, turn, drawn }: Place, font: PDFFont, text: string): void {
  const { context } = page.doc
  const seen = seenSize(box, turn)
  // A scan may be thousands of points wide. PDF viewers shrink it, so its stamp is larger.
  const scale = Math.max(1, Math.min(seen.width, seen.height) / LETTER_WIDTH)
  const lengthAtOne = font.widthOfTextAtSize(text, 1)
  const margin = Math.min(MARGIN * scale, seen.width / 10)
  const fitting = (seen.width - 2 * margin) / lengthAtOne
  const size = Math.max(Math.min(FONT_SIZE * scale, fitting), SMALLEST_FONT * scale)
  const width = Math.max(seen.width, size * lengthAtOne + 2 * margin)
  const extended = extendBox(box, turn, STRIP * scale, width - seen.width)
  const strip = STRIP * scale
  const left = (width - size * lengthAtOne) / 2
  const operators = [
    'q /Paper Do Q q',
    `${write(seenMatrix(extended, turn))} cm`,
    `1 g ${write([0, 0, width, strip])} re f`,
    `0 g BT /Stamp ${write([size])} Tf ${write([left, (strip - size * 0.7) / 2])} Td`,
    `${font.encodeText(text).toString()} Tj ET Q`,
  ]
  const { left: x0, bottom: y0, right: x1, top: y1 } = extended
  page.node.set(PDFName.MediaBox, context.obj([x0, y0, x1, y1].map(round)))
  page.node.set(
    PDFName.Resources,
    context.obj({ XObject: { Paper: drawn }, Font: { Stamp: font.ref } }),
  )
  page.node.set(PDFName.Contents, context.register(context.stream(operators.join('\n'))))
}

function write(numbers: number[]): string {
  return numbers.map((number) => PDFNumber.of(round(number)).toString()).join(' ')
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000
}

/** Other characters become "?", because the stamp's font has only Western letters. */
function toWinAnsi(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet())
  return [...text].map((one) => (known.has(one.codePointAt(0) ?? 0) ? one : '?')).join('')
}
