/** The pages of a document, and the functions that draw on them. */
import PDFDocument from 'pdfkit'
import { bold, regular, toDrawable, UNKNOWN } from './fonts.ts'

export const MARGIN = 48
export const WIDTH = 612 - 2 * MARGIN
export const RIGHT = MARGIN + WIDTH
export const BOTTOM = 792 - 52
const INK = '#16181d'
export const MUTED = '#5b6270'
const MARK = '#b42318'
/** Digits of one width, so that columns of amounts align. */
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']
const LINE_HEIGHT = 1.28

/** A document with the position of the next row. All measures are points from the top left of the page. */
export type Sheet = {
  pdf: PDFKit.PDFDocument
  /** The top of the next row. */
  y: number
  /** The top of the first row on this page. */
  firstRowY: number
  /** The text has a character that the fonts cannot draw. */
  hasUnknown: boolean
}

export type Style = {
  size?: number
  strong?: boolean
  color?: string
  align?: 'left' | 'right'
}

/** Opens a US letter document in a language ("en-US"). Its creation date is `day`, so the same statement has the same bytes. */
export function openSheet(title: string, author: string, day: string, lang: string): Sheet {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang,
    displayTitle: true,
    pdfVersion: '1.7',
    // No default font: pdfkit would read its file for every document.
    font: null as unknown as string,
    info: {
      Title: toDrawable(title),
      Author: toDrawable(author),
      CreationDate: new Date(`${day}T00:00:00Z`),
    },
  })
  pdf.registerFont('regular', regular as unknown as string)
  pdf.registerFont('bold', bold as unknown as string)
  // drawRows breaks pages. Above a bottom margin pdfkit would also break them, in the middle of a row.
  pdf.page.margins.bottom = 0
  return { pdf, y: MARGIN, firstRowY: MARGIN, hasUnknown: false }
}

export function addPage(sheet: Sheet): void {
  sheet.pdf.addPage()
  sheet.pdf.page.margins.bottom = 0
  sheet.y = MARGIN
  sheet.firstRowY = MARGIN
}

export function lineHeight({ size = 9 }: Style): number {
  return size * LINE_HEIGHT
}

/** Replaces the characters that the fonts cannot draw, and records on the sheet that there were some. */
export function toPrintable(sheet: Sheet, text: string): string {
  const drawn = toDrawable(text)
  sheet.hasUnknown ||= drawn !== text && drawn.includes(UNKNOWN)
  return drawn
}

export function measureWidth({ pdf }: Sheet, text: string, style: Style): number {
  const { size = 9, strong = false } = style
  return pdf.font(strong ? 'bold' : 'regular', size).widthOfString(text, fontFeatures(style))
}

/** One line of text, already fitted to `width`. */
export type TextLine = { text: string; x: number; y: number; width: number; style: Style }

export function drawText(sheet: Sheet, { text, x, y, width, style }: TextLine): void {
  const { size = 9, strong = false, color = INK, align = 'left' } = style
  const left = align === 'right' ? x + width - measureWidth(sheet, text, style) : x
  sheet.pdf.font(strong ? 'bold' : 'regular', size).fillColor(color)
  sheet.pdf.text(text, left, y, { lineBreak: false, ...fontFeatures(style) })
}

/** Draws a horizontal line across the page. */
export function drawRule({ pdf }: Sheet, y: number, color: string): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(color).stroke()
}

export function countPages({ pdf }: Sheet): number {
  return pdf.bufferedPageRange().count
}

const FOOT = { size: 8, color: MUTED }
/** The gap between the footer and the page number. */
const FOOT_GAP = 12

/** Draws `footer` and "Page n of m" at the foot of each page from `first` on. */
export function drawPageFeet(
  sheet: Sheet,
  first: number,
  footer: string,
  pageLabel: (page: number, count: number) => string,
): void {
  const count = countPages(sheet) - first
  const line = { x: MARGIN, y: 792 - 36, width: WIDTH }
  const text = toPrintable(sheet, footer)
  for (let page = 0; page < count; page++) {
    sheet.pdf.switchToPage(first + page)
    drawRule(sheet, 792 - 44, '#c9ced8')
    drawText(sheet, { ...line, text, style: FOOT })
    const label = pageLabel(page + 1, count)
    drawText(sheet, { ...line, text: label, style: { ...FOOT, align: 'right' } })
  }
}

/** Shortens `footer` to one line that ends before the page number. `pageLabel`: the widest page number. */
export function fitFooter(sheet: Sheet, footer: string, pageLabel: string): string {
  const width = WIDTH - FOOT_GAP - measureWidth(sheet, pageLabel, FOOT)
  const text = toPrintable(sheet, footer)
  if (measureWidth(sheet, text, FOOT) <= width) return text
  const characters = [...text]
  while (characters.length && measureWidth(sheet, `${characters.join('')}…`, FOOT) > width)
    characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Draws "DRAFT" or "VOID" across every page from `first` on, pale enough to read through. */
export function drawMark(sheet: Sheet, first: number, mark: string): void {
  const { pdf } = sheet
  for (let page = first; page < countPages(sheet); page++) {
    pdf.switchToPage(page)
    pdf.save().rotate(-40, { origin: [306, 396] })
    pdf.font('bold', 130).fillColor(MARK, 0.1)
    const left = 306 - pdf.widthOfString(mark) / 2
    pdf.text(mark, left, 330, { lineBreak: false })
    pdf.restore().fillOpacity(1)
  }
}

/** Ends the document and returns its bytes. */
export function toBytes(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.pdf.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.pdf.on('error', reject)
    sheet.pdf.end()
  })
}

function fontFeatures({ align }: Style): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return align === 'right' ? { features: TABULAR } : {}
}
