/** Lays out a statement as a PDF (US letter, about 10 ms per page). */
import type { Language } from '#core/languages.ts'
import { getCaptions } from '#server/statements/format.ts'
import type { Captions } from '#server/statements/formats/captions.ts'
import type { AmountLine, Statement } from '#server/statements/statement.ts'
import { balanceRows } from './balances.ts'
import { deductionRows } from './deductions.ts'
import { drawRows } from './flow.ts'
import { UNKNOWN } from './fonts.ts'
import { drawHead, drawParties } from './head.ts'
import { loadRows } from './loads.ts'
import { textCell, type Row } from './row.ts'
import { amountRow, headingRow, keepTogether, RULE_COLOR, SHADE } from './rows.ts'
import { adjustmentRows, extraPayRows, paymentRows, reimbursementRows } from './sections.ts'
import {
  addPage,
  countPages,
  drawMark,
  drawPageFeet,
  MARGIN,
  MUTED,
  openSheet,
  RIGHT,
  toBytes,
  WIDTH,
  type Sheet,
} from './sheet.ts'

const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** One document with all statements. Each begins on a new page and has its own page numbers. */
export function statementsPdf(statements: Statement[]): Promise<Buffer> {
  const [first] = statements
  if (!first) throw new Error('There is no statement to print')
  const title = statements.length === 1 ? first.name : `${statements.length} statements`
  const sheet = openSheet(
    title,
    first.carrier.heading,
    first.settlementDate,
    LOCALES[first.language],
  )
  statements.forEach((statement, index) => {
    if (index > 0) addPage(sheet)
    drawStatement(sheet, statement)
  })
  return toBytes(sheet)
}

/** Draws a statement on the sheet's last page, which is empty, and on as many new pages as it needs. */
function drawStatement(sheet: Sheet, statement: Statement): void {
  const firstPage = countPages(sheet) - 1
  const captions = getCaptions(statement.format, statement.language)
  const pageHead: Row[] = [
    { cells: [textCell(MARGIN, WIDTH, statement.name, { strong: true })], after: 10 },
  ]
  sheet.hasUnknown = false
  if (captions.translationNote) drawRows(sheet, [translationRow(captions.translationNote)])
  drawHead(sheet, statement)
  drawParties(sheet, statement, captions, pageHead)
  drawRows(sheet, bodyRows(statement, captions), pageHead)
  if (sheet.hasUnknown) drawRows(sheet, [unknownCharacterRow(captions)], pageHead)
  drawPageFeet(sheet, firstPage, statement.footer, captions.page)
  if (statement.mark) drawMark(sheet, firstPage, statement.mark)
}

function bodyRows(statement: Statement, captions: Captions): Row[] {
  return [
    { ...headingRow(captions.sections.earnings), before: 0 },
    ...loadRows(statement, captions),
    ...extraPayRows(statement, captions),
    ...reimbursementRows(statement, captions),
    ...deductionRows(statement, captions),
    ...adjustmentRows(statement, captions),
    ...summaryRows(statement),
    ...paymentRows(statement, captions),
    ...keepTogether([
      ...balanceRows(statement, captions),
      ...yearToDateRows(statement),
      ...noteRows(statement, captions),
    ]),
  ]
}

function translationRow(note: string): Row {
  return { cells: [textCell(MARGIN, WIDTH, note, { size: 8, color: MUTED })], after: 8 }
}

function unknownCharacterRow({ unknownCharacter }: Captions): Row {
  const style = { size: 8, color: MUTED }
  return { cells: [textCell(MARGIN, WIDTH, unknownCharacter(UNKNOWN), style)], before: 10 }
}

/** The rows from the revenue to the net payment, all on one page: the loads and deductions may be pages away. */
function summaryRows({ summary, net }: Statement): Row[] {
  const style = { size: 12, strong: true }
  const box: Row = {
    cells: [
      textCell(MARGIN + 10, 200, net.label, style),
      textCell(RIGHT - 200, 190, net.amount, { ...style, align: 'right' }),
    ],
    before: 8,
    after: 10,
    background: SHADE,
  }
  return keepTogether([...summary.map(summaryRow), box])
}

/** The note, a formula, prints below the label. */
function summaryRow({ note, ...line }: AmountLine): Row {
  const row = amountRow(line)
  const [label, amount] = row.cells
  if (!note || !label || !amount) return row
  const formula = { text: note, size: 8, color: MUTED }
  return { ...row, cells: [{ ...label, parts: [...label.parts, formula] }, amount] }
}

const YEAR_WIDTH = 128

function yearToDateRows({ yearToDate: { title, note, lines } }: Statement): Row[] {
  const cells = lines.map(({ label, amount }, index) => {
    const x = RIGHT - (lines.length - index) * YEAR_WIDTH
    const caption = { text: label, size: 8, color: MUTED, align: 'right' } as const
    return { x, width: YEAR_WIDTH, parts: [caption, { text: amount, align: 'right' as const }] }
  })
  const titleCell = {
    x: MARGIN,
    width: WIDTH - 3 * YEAR_WIDTH,
    parts: [
      { text: title, strong: true },
      { text: note, size: 7, color: MUTED },
    ],
  }
  return [{ cells: [titleCell, ...cells], before: 10, ruleAbove: RULE_COLOR, after: 6 }]
}

function noteRows({ notes }: Statement, captions: Captions): Row[] {
  if (!notes) return []
  return [headingRow(captions.notes), { cells: [textCell(MARGIN, WIDTH, notes)] }]
}
