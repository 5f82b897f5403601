/** The table of balances: one row for each advance, loan or escrow. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type { Statement, StatementBalance } from '#server/statements/statement.ts'
import { textCell, type Row } from './row.ts'
import { HAIRLINE, keepTogether, RULE_COLOR } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'

const LABEL_WIDTH = 250
const AMOUNT_WIDTH = 84

export function balanceRows({ balances }: Statement, { balances: heads }: Captions): Row[] {
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
