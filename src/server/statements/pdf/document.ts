/** Lays out a statement as a PDF (US letter, about 10 ms per page). */
import type { Language } from '#core/languages.ts'
import { getCaptions } from '#server/statements/format.ts'
import type { Captions } from '#server/statements/formats/captions.ts'
import type {
  AmountLine,
  DeductionGroup,
  DeductionLine,
  Statement,
  StatementBalance,
} from '#server/statements/statement.ts'
import { cardRows } from './cards.ts'
import { drawRows } from './flow.ts'
import { UNKNOWN } from './fonts.ts'
import { drawHead, drawParties } from './head.ts'
import { loadRows } from './loads.ts'
import { type Cell, type Row, textCell } from './row.ts'
import {
  amountRow,
  HAIRLINE,
  headingRow,
  keepTogether,
  keepWithNext,
  RULE_COLOR,
  SHADE,
  totalRow,
} from './rows.ts'
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
  type Sheet,
  type Style,
  toBytes,
  WIDTH,
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
    ...cardRows(statement, captions),
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

// The table of balances: one row for each advance, loan or escrow.

const LABEL_WIDTH = 250
const AMOUNT_WIDTH = 84

function balanceRows({ balances }: Statement, { balances: heads }: Captions): Row[] {
  if (balances.length === 0) return []
  const tableHead = {
    ...balanceRow({ ...heads, label: heads.title }, { size: 8, color: MUTED }),
    before: 8,
    after: 7,
    ruleBelow: RULE_COLOR,
  }
  const rows = balances.map((balance, index) => ({
    ...balanceRow(balance, {}),
    ...(index > 0 ? { ruleAbove: HAIRLINE } : {}),
    before: index > 0 ? 6 : 1,
    tableHead: [tableHead],
  }))
  return [...keepTogether([tableHead, ...rows.slice(0, 1)]), ...rows.slice(1)]
}

function balanceRow({ label, opening, change, closing }: StatementBalance, style: Style): Row {
  const amounts = [opening, change, closing].map((amount, index) => {
    const x = RIGHT - (3 - index) * AMOUNT_WIDTH
    return textCell(x, AMOUNT_WIDTH, amount, { ...style, align: 'right' })
  })
  return { cells: [textCell(MARGIN, LABEL_WIDTH, label, style), ...amounts], after: 2 }
}

// The table of deductions by category: each line with its date and computation.

/** Left edge and width. Lines add up in `amount`, the totals of categories in `total`. */
const COLUMNS = {
  category: [MARGIN, 78],
  date: [MARGIN + 84, 54],
  description: [MARGIN + 144, 196],
  amount: [RIGHT - 172, 84],
  total: [RIGHT - 84, 84],
} as const

const SMALL = { size: 8, color: MUTED }

function deductionRows({ deductions }: Statement, captions: Captions): Row[] {
  const { groups, total } = deductions
  const tableHead = headRow(captions)
  if (groups.length === 0) {
    const none = textCell(MARGIN, WIDTH, captions.noDeductions, { color: MUTED })
    const head = { ...tableHead, cells: tableHead.cells.slice(0, 1) }
    return [head, { cells: [none], after: 4, keep: true }, totalRow(total)]
  }
  const rows = groups.flatMap((group, index) => groupRows(group, index, tableHead, captions))
  return [tableHead, ...keepWithNext(rows), totalRow(total)]
}

function headRow({ deductions: heads }: Captions): Row {
  return {
    cells: [
      columnCell('category', heads.category, SMALL),
      columnCell('date', heads.date, SMALL),
      columnCell('description', heads.description, SMALL),
      columnCell('amount', heads.amount, { ...SMALL, align: 'right' }),
      columnCell('total', heads.total, { ...SMALL, align: 'right' }),
    ],
    before: 8,
    after: 7,
    ruleBelow: RULE_COLOR,
    keep: true,
  }
}

/** The amount of a single line is the category's total, and is printed in that column. */
function groupRows(
  { title, lines, total }: DeductionGroup,
  index: number,
  tableHead: Row,
  captions: Captions,
): Row[] {
  const isSingle = lines.length === 1
  const [first, ...others] = lines.map((line) => lineRow(line, isSingle ? 'total' : 'amount'))
  if (!first) return []
  const continued: Row = {
    cells: [textCell(MARGIN, WIDTH, captions.continued(title), SMALL)],
    after: 3,
  }
  const rows = [
    {
      ...first,
      ...(index > 0 ? { ruleAbove: HAIRLINE } : {}),
      before: index > 0 ? 5 : 1,
      cells: [columnCell('category', title, { strong: true }), ...first.cells],
      tableHead: [tableHead],
    },
    ...others.map((row) => ({ ...row, tableHead: [tableHead, continued] })),
  ]
  return isSingle ? rows : [...keepWithNext(rows), categoryTotalRow(total)]
}

function lineRow({ date, label, note, amount }: DeductionLine, column: 'amount' | 'total'): Row {
  const [x, width] = COLUMNS.description
  const parts = [{ text: label }, ...(note ? [{ text: note, ...SMALL }] : [])]
  const cells = [
    columnCell('date', date, { color: MUTED }),
    { x, width, parts },
    columnCell(column, amount, { align: 'right' }),
  ]
  return { cells, after: 1 }
}

function categoryTotalRow({ label, amount }: AmountLine): Row {
  const cells = [
    columnCell('description', label, { color: MUTED }),
    columnCell('total', amount, { align: 'right' }),
  ]
  return { cells, after: 1 }
}

function columnCell(column: keyof typeof COLUMNS, text: string, style: Style): Cell {
  const [x, width] = COLUMNS[column]
  return textCell(x, width, text, style)
}
