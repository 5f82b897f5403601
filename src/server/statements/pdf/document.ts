/** Lays a statement out as a PDF that an owner can check by hand (US letter, about 10 ms a page). */
import { balanceRows } from './balances.ts'
import { deductionRows } from './deductions.ts'
import { head, parties } from './head.ts'
import { loadRows } from './loads.ts'
import { cell, flow, type Row } from './flow.ts'
import { UNKNOWN } from './fonts.ts'
import { amountRow, heading, keptTogether, RULE, SHADE } from './rows.ts'
import type { Statement } from '#server/statements/text.ts'
import { toBytes, MARGIN, markPages, MUTED, numberPages, openSheet, RIGHT, WIDTH } from './sheet.ts'

export function statementPdf(statement: Statement): Promise<Buffer> {
  const sheet = openSheet(statement.name, statement.carrier.heading, statement.settlementDate)
  const pageHead = [{ cells: [cell(MARGIN, WIDTH, statement.name, { strong: true })], after: 10 }]
  head(sheet, statement)
  parties(sheet, statement, pageHead)
  const rows = [
    ...loadRows(statement),
    ...deductionRows(statement.deductions),
    ...summaryRows(statement),
    ...keptTogether([
      ...balanceRows(statement.balances),
      ...yearToDateRows(statement),
      ...noteRows(statement),
    ]),
  ]
  flow(sheet, rows, pageHead)
  if (sheet.unknown) flow(sheet, [UNKNOWN_LETTERS], pageHead)
  numberPages(sheet, statement.footer)
  if (statement.mark) markPages(sheet, statement.mark)
  return toBytes(sheet)
}

const UNKNOWN_LETTERS: Row = {
  cells: [
    cell(MARGIN, WIDTH, `${UNKNOWN} stands for a letter that this print does not have.`, {
      size: 8,
      color: MUTED,
    }),
  ],
  before: 10,
}

/** From revenue to net, so that it can be followed where everything else is pages away. */
function summaryRows({ summary, net }: Statement): Row[] {
  const style = { size: 12, strong: true }
  const box: Row = {
    cells: [
      cell(MARGIN + 10, 200, net.label, style),
      cell(RIGHT - 200, 190, net.amount, { ...style, align: 'right' }),
    ],
    before: 8,
    after: 10,
    behind: SHADE,
  }
  return keptTogether([...summary.map(amountRow), box])
}

const YEAR_WIDTH = 128

function yearToDateRows({ yearToDate: { title, lines } }: Statement): Row[] {
  const cells = lines.map(({ label, amount, note = '' }, index) => {
    const x = RIGHT - (lines.length - index) * YEAR_WIDTH
    const said = { text: `${label} ${note}`, size: 8, color: MUTED, align: 'right' } as const
    return { x, width: YEAR_WIDTH, parts: [said, { text: amount, align: 'right' as const }] }
  })
  const named = cell(MARGIN, WIDTH - 3 * YEAR_WIDTH, title, { strong: true })
  return [{ cells: [named, ...cells], before: 10, above: RULE, after: 6 }]
}

function noteRows({ notes }: Statement): Row[] {
  if (!notes) return []
  return [heading('Notes'), { cells: [cell(MARGIN, WIDTH, notes)] }]
}
