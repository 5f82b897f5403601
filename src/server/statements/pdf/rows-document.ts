/** Draws papers other than statements. Their printed formats are frozen too: the same rows have the same bytes forever. */
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import { drawRows } from './flow.ts'
import { UNKNOWN } from './fonts.ts'
import { drawHead } from './head.ts'
import { textCell, type Row } from './row.ts'
import {
  addPage,
  countPages,
  drawMark,
  drawPageFeet,
  fitFooter,
  MARGIN,
  MUTED,
  openSheet,
  toBytes,
  WIDTH,
  type Sheet,
} from './sheet.ts'

/** One file with all documents. Each begins on a new page and has its own page numbers. */
export function documentsPdf(documents: PrintedDocument[]): Promise<Buffer> {
  const [first] = documents
  if (!first) throw new Error('There is no document to print')
  const title = documents.length === 1 ? first.name : `${documents.length} documents`
  const sheet = openSheet(title, first.carrier.heading, first.day, 'en-US')
  documents.forEach((document, index) => {
    if (index > 0) addPage(sheet)
    drawDocument(sheet, document)
  })
  return toBytes(sheet)
}

function drawDocument(sheet: Sheet, document: PrintedDocument): void {
  const firstPage = countPages(sheet) - 1
  const { name, rows, footer, mark } = document
  const pageHead: Row[] = [{ cells: [textCell(MARGIN, WIDTH, name, { strong: true })], after: 10 }]
  sheet.hasUnknown = false
  drawHead(sheet, document)
  drawRows(sheet, rows, pageHead)
  if (sheet.hasUnknown) drawRows(sheet, [unknownCharacterRow()], pageHead)
  const count = countPages(sheet) - firstPage
  const foot = fitFooter(sheet, footer, pageLabel(count, count))
  drawPageFeet(sheet, firstPage, foot, pageLabel)
  if (mark) drawMark(sheet, firstPage, mark)
}

function pageLabel(page: number, count: number): string {
  return `Page ${page} of ${count}`
}

function unknownCharacterRow(): Row {
  const text = `${UNKNOWN} is a character that can't be printed`
  return { cells: [textCell(MARGIN, WIDTH, text, { size: 8, color: MUTED })], before: 10 }
}
