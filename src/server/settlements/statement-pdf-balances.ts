/** Lays out the balances of advances, loans and escrow: before, this statement, after. */
import type { StatementBalance } from './statement-deductions.ts'
import { heading, RIGHT } from './statement-rows.ts'
import { MARGIN, MUTED, need, write, type Sheet, type Style } from './statement-sheet.ts'

const LABEL_WIDTH = 250
const WIDTH_OF_EACH = 84

const HEADS: StatementBalance = {
  label: '',
  opening: 'Before',
  change: 'This statement',
  closing: 'After',
}

export function balances(sheet: Sheet, rows: StatementBalance[]): void {
  if (rows.length === 0) return
  need(sheet, 40 + 16 * rows.length)
  heading(sheet, 'Balances')
  rowOf(sheet, HEADS, { size: 8, color: MUTED })
  for (const row of rows) rowOf(sheet, row, {})
  sheet.y += 10
}

function rowOf(sheet: Sheet, row: StatementBalance, style: Style): void {
  need(sheet, 30)
  const height = write(sheet, row.label || ' ', MARGIN, LABEL_WIDTH, { ...style, lines: 2 })
  const amounts = [row.opening, row.change, row.closing]
  for (const [index, amount] of amounts.entries()) {
    const x = RIGHT - (3 - index) * WIDTH_OF_EACH
    write(sheet, amount, x, WIDTH_OF_EACH, { ...style, align: 'right' })
  }
  sheet.y += height + 3
}
