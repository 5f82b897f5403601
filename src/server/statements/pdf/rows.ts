/** The rows that several tables share: headings, amounts, totals. */
import type { AmountLine } from '#server/statements/statement.ts'
import { textCell, type Row } from './row.ts'
import { MARGIN, RIGHT, WIDTH } from './sheet.ts'

export const RULE_COLOR = '#c9ced8'
export const HAIRLINE = '#e7eaf0'
export const SHADE = '#eef1f6'
const MONEY_WIDTH = 110
const LABEL_WIDTH = WIDTH - MONEY_WIDTH - 10

/** Keeps the last row on one page with the row that follows. */
export function keepWithNext(rows: Row[]): Row[] {
  return rows.map((row, index) => (index === rows.length - 1 ? { ...row, keep: true } : row))
}

/** Keeps all rows on one page. */
export function keepTogether(rows: Row[]): Row[] {
  return rows.map((row, index) => (index === rows.length - 1 ? row : { ...row, keep: true }))
}

export function headingRow(title: string): Row {
  const cells = [textCell(MARGIN, WIDTH, title, { size: 10.5, strong: true })]
  return { cells, before: 12, after: 8, ruleBelow: RULE_COLOR, keep: true }
}

/** The label comes before the amount, which is the order for copying and for screen readers. */
export function amountRow({ label, amount }: AmountLine): Row {
  const money = textCell(RIGHT - MONEY_WIDTH, MONEY_WIDTH, amount, { align: 'right' })
  return { cells: [textCell(MARGIN, LABEL_WIDTH, label), money], after: 3 }
}

export function totalRow({ label, amount }: AmountLine): Row {
  const style = { strong: true }
  const cells = [
    textCell(MARGIN, LABEL_WIDTH, label, style),
    textCell(RIGHT - MONEY_WIDTH, MONEY_WIDTH, amount, { ...style, align: 'right' }),
  ]
  return { cells, before: 7, after: 7, ruleAbove: RULE_COLOR }
}
