/** The balances of advances, loans and escrow: before, this statement, after. */
import type { StatementBalance } from '#server/statements/deductions-text.ts'
import { cell, type Row } from './flow.ts'
import { HAIRLINE, keptTogether, RULE } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'

const LABEL_WIDTH = 250
const WIDTH_OF_EACH = 84

const HEADS: StatementBalance = {
  label: 'Balances',
  opening: 'Before',
  change: 'This statement',
  closing: 'After',
}

export function balanceRows(balances: StatementBalance[]): Row[] {
  if (balances.length === 0) return []
  const head = { ...balanceRow(HEADS, { size: 8, color: MUTED }), before: 8, after: 7, below: RULE }
  const rows = balances.map((balance, index) => ({
    ...balanceRow(balance, {}),
    ...(index > 0 ? { above: HAIRLINE } : {}),
    before: index > 0 ? 6 : 1,
    head: [head],
  }))
  return [...keptTogether([head, ...rows.slice(0, 1)]), ...rows.slice(1)]
}

function balanceRow({ label, opening, change, closing }: StatementBalance, style: Style): Row {
  const amounts = [opening, change, closing].map((amount, index) =>
    cell(RIGHT - (3 - index) * WIDTH_OF_EACH, WIDTH_OF_EACH, amount, { ...style, align: 'right' }),
  )
  return { cells: [cell(MARGIN, LABEL_WIDTH, label, style), ...amounts], after: 2 }
}
