/** A sheet of paper to write a statement on: its pages, and single lines of text at their places. */
import PDFDocument from 'pdfkit'
import { bold, drawable, regular, UNKNOWN } from './fonts.ts'

export const MARGIN = 48
export const WIDTH = 612 - 2 * MARGIN
export const RIGHT = MARGIN + WIDTH
export const BOTTOM = 792 - 52
const INK = '#16181d'
export const MUTED = '#5b6270'
const MARK = '#b42318'
/** Digits of one width: amounts stand one below the other. */
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']
const LINE_HEIGHT = 1.28

/** Points from the top left of the page, as all measures here. */
export type Sheet = {
  pdf: PDFKit.PDFDocument
  /** Where the next row goes. */
  y: number
  /** Where rows begin on this page. */
  top: number
  /** A letter was asked for that the fonts do not have. */
  unknown: boolean
}

export type Style = {
  size?: number
  strong?: boolean
  color?: string
  align?: 'left' | 'right'
}

/** Opens a document of US letter size. Its dates are the settlement's: the same statement, the same bytes. */
export function openSheet(title: string, author: string, day: string): Sheet {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    // None of PDF's own: the default one would be read for every document.
    font: null as unknown as string,
    info: {
      Title: drawable(title),
      Author: drawable(author),
      CreationDate: new Date(`${day}T00:00:00Z`),
    },
  })
  pdf.registerFont('regular', regular as unknown as string)
  pdf.registerFont('bold', bold as unknown as string)
  // A page is full when the flow says so: pdfkit's own breaks would come in the middle of a row.
  pdf.page.margins.bottom = 0
  return { pdf, y: MARGIN, top: MARGIN, unknown: false }
}

export function addPage(sheet: Sheet): void {
  sheet.pdf.addPage()
  sheet.pdf.page.margins.bottom = 0
  sheet.y = MARGIN
  sheet.top = MARGIN
}

export function lineHeight({ size = 9 }: Style): number {
  return size * LINE_HEIGHT
}

/** What the fonts can draw of a text; the sheet remembers where that is not all of it. */
export function toPrintable(sheet: Sheet, text: string): string {
  const drawn = drawable(text)
  sheet.unknown ||= drawn !== text && drawn.includes(UNKNOWN)
  return drawn
}

export function measureWidth({ pdf }: Sheet, text: string, style: Style): number {
  const { size = 9, strong = false } = style
  return pdf.font(strong ? 'bold' : 'regular', size).widthOfString(text, featuresOf(style))
}

/** One line that was made to fit `width`. */
export function drawLine(
  sheet: Sheet,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
  style: Style = {},
): void {
  const { size = 9, strong = false, color = INK, align = 'left' } = style
  const left = align === 'right' ? x + width - measureWidth(sheet, text, style) : x
  sheet.pdf.font(strong ? 'bold' : 'regular', size).fillColor(color)
  sheet.pdf.text(text, left, y, { lineBreak: false, ...featuresOf(style) })
}

export function rule({ pdf }: Sheet, y: number, color: string): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(color).stroke()
}

/** "Page n of m" and the statement's number at the foot of each page. */
export function numberPages(sheet: Sheet, name: string): void {
  const { start, count } = sheet.pdf.bufferedPageRange()
  const place = { x: MARGIN, y: 792 - 36, width: WIDTH }
  for (let page = 0; page < count; page++) {
    sheet.pdf.switchToPage(start + page)
    rule(sheet, 792 - 44, '#c9ced8')
    drawLine(sheet, toPrintable(sheet, name), place, { size: 8, color: MUTED })
    const style = { size: 8, color: MUTED, align: 'right' } as const
    drawLine(sheet, `Page ${page + 1} of ${count}`, place, style)
  }
}

/** "DRAFT" across every page, pale enough to read through. */
export function markPages({ pdf }: Sheet, mark: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    pdf.save().rotate(-40, { origin: [306, 396] })
    pdf.font('bold', 130).fillColor(MARK, 0.1)
    const left = 306 - pdf.widthOfString(mark) / 2
    pdf.text(mark, left, 330, { lineBreak: false })
    pdf.restore().fillOpacity(1)
  }
}

/** The document's bytes, once it is ended. */
export function toBytes(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.pdf.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.pdf.on('error', reject)
    sheet.pdf.end()
  })
}

function featuresOf({ align }: Style) {
  return align === 'right' ? { features: TABULAR } : {}
}
