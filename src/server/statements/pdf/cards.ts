/** The table of card purchases, below the net: it explains deductions and adds nothing to them. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type { CardRow, Statement } from '#server/statements/statement.ts'
import { textCell, type Row } from './row.ts'
import { HAIRLINE, keepTogether, RULE_COLOR } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'

const LABEL_WIDTH = 190
const AMOUNT_WIDTH = 80

/** The total prints if there are several categories. */
export function cardRows({ sections: { cards } }: Statement, { cards: heads }: Captions): Row[] {
  if (!cards || !heads) return []
  const tableHead = {
    ...cardRow({ ...heads, label: heads.title }, { size: 8, color: MUTED }),
    before: 8,
    after: 7,
    ruleBelow: RULE_COLOR,
  }
  const all = cards.rows.length > 1 ? [...cards.rows, cards.total] : cards.rows
  const rows = all.map((row, index) => ({
    ...cardRow(row, row === cards.total ? { strong: true } : {}),
    ...(index > 0 ? { ruleAbove: HAIRLINE } : {}),
    before: index > 0 ? 5 : 1,
    after: index === all.length - 1 ? 7 : 1,
  }))
  return keepTogether([tableHead, ...rows])
}

function cardRow({ label, retail, discount, passedOn, charged }: CardRow, style: Style): Row {
  const amounts = [retail, discount, passedOn, charged].map((amount, index) => {
    const x = RIGHT - (4 - index) * AMOUNT_WIDTH
    return textCell(x, AMOUNT_WIDTH, amount, { ...style, align: 'right' })
  })
  return { cells: [textCell(MARGIN, LABEL_WIDTH, label, style), ...amounts] }
}
