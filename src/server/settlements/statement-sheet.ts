/** A sheet of paper to write a statement on: a page, a line on it, and what fits below that. */
import PDFDocument from 'pdfkit'
import { bold, drawable, regular } from './statement-fonts.ts'

export const MARGIN = 48
export const WIDTH = 612 - 2 * MARGIN
const BOTTOM = 792 - 60
export const INK = '#16181d'
export const MUTED = '#5b6270'
const RULE = '#c9ced8'
const MARK = '#b42318'
/** Digits of one width: amounts stand one below the other. */
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

export type Sheet = {
  pdf: PDFKit.PDFDocument
  /** Where the next line goes, in points from the top of the page. */
  y: number
  /** Draws what heads every page but the first. */
  onNewPage: () => void
}

export type Style = {
  size?: number
  strong?: boolean
  color?: string
  align?: 'left' | 'right'
  /** Most lines to draw; what is longer ends in "…". */
  lines?: number
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
    info: {
      Title: drawable(title),
      Author: drawable(author),
      CreationDate: new Date(`${day}T00:00:00Z`),
    },
  })
  // A page is full when this module says so: pdfkit's own breaks would come in the middle of a row.
  pdf.page.margins.bottom = 0
  return { pdf, y: MARGIN, onNewPage: () => undefined }
}

/** Writes at `x` on the sheet's line, within `width`; gives the height it took. */
export function write(
  sheet: Sheet,
  text: string,
  x: number,
  width: number,
  style: Style = {},
): number {
  const { size = 9, strong = false, color = INK, align = 'left', lines } = style
  const { pdf } = sheet
  pdf.font((strong ? bold : regular) as unknown as string, size).fillColor(color)
  const most =
    lines === undefined ? {} : { height: lines * pdf.currentLineHeight(true), ellipsis: '…' }
  const tabular = align === 'right' ? { features: TABULAR } : {}
  pdf.text(drawable(text), x, sheet.y, { width, align, ...most, ...tabular })
  return pdf.y - sheet.y
}

export function rule(sheet: Sheet, color = RULE): void {
  sheet.pdf
    .moveTo(MARGIN, sheet.y)
    .lineTo(MARGIN + WIDTH, sheet.y)
    .lineWidth(0.6)
    .strokeColor(color)
    .stroke()
}

/** Starts a new page where less than `height` points are left on this one. */
export function need(sheet: Sheet, height: number): void {
  if (sheet.y + height <= BOTTOM) return
  sheet.pdf.addPage()
  sheet.pdf.page.margins.bottom = 0
  sheet.y = MARGIN
  sheet.onNewPage()
}

/** Writes long text, over as many pages as it takes. */
export function writeLong(sheet: Sheet, text: string, style: Style): void {
  for (const paragraph of text.split('\n')) {
    for (const piece of inPieces(paragraph, 400)) {
      need(sheet, 40)
      sheet.y += write(sheet, piece, MARGIN, WIDTH, style)
    }
  }
}

/** "Page n of m" and the statement's name at the foot of each page. */
export function numberPages(sheet: Sheet, name: string): void {
  const { start, count } = sheet.pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    sheet.pdf.switchToPage(start + page)
    sheet.y = 792 - 44
    rule(sheet)
    sheet.y += 8
    const style = { size: 8, color: MUTED, lines: 1 }
    write(sheet, name, MARGIN, WIDTH - 100, style)
    write(sheet, `Page ${page + 1} of ${count}`, MARGIN + WIDTH - 90, 90, {
      ...style,
      align: 'right',
    })
  }
}

/** "DRAFT" across every page, pale enough to read through. */
export function markPages({ pdf }: Sheet, mark: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    pdf.save().rotate(-40, { origin: [306, 396] })
    pdf.font(bold as unknown as string, 130).fillColor(MARK, 0.1)
    pdf.text(mark, 0, 330, { width: 612, align: 'center', lineBreak: false })
    pdf.restore().fillOpacity(1)
  }
}

/** The document's bytes, once it is ended. */
export function bytesOf(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.pdf.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.pdf.on('error', reject)
    sheet.pdf.end()
  })
}

/** Cuts a paragraph between words, so that no piece is taller than what a page has left. */
function inPieces(paragraph: string, most: number): string[] {
  if (paragraph.length <= most) return [paragraph || ' ']
  const space = paragraph.lastIndexOf(' ', most)
  const cut = space > 0 ? space : most
  return [paragraph.slice(0, cut), ...inPieces(paragraph.slice(cut).trimStart(), most)]
}
