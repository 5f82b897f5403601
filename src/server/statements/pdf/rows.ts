/** The rows that a printed statement has everywhere: headings, amounts, totals. */
import { cell, type Row } from './flow.ts'
import type { Line } from '#server/statements/parts.ts'
import { MARGIN, MUTED, RIGHT, WIDTH } from './sheet.ts'

export const RULE = '#c9ced8'
export const HAIRLINE = '#e7eaf0'
export const SHADE = '#eef1f6'
const MONEY_WIDTH = 110
const LABEL_WIDTH = WIDTH - MONEY_WIDTH - 10

/** The last of them stays with what follows. */
export function withNext(rows: Row[]): Row[] {
  return rows.map((row, index) => (index === rows.length - 1 ? { ...row, keep: true } : row))
}

/** None of them is parted from the next. */
export function keptTogether(rows: Row[]): Row[] {
  return rows.map((row, index) => (index === rows.length - 1 ? row : { ...row, keep: true }))
}

export function heading(title: string): Row {
  const cells = [cell(MARGIN, WIDTH, title, { size: 10.5, strong: true })]
  return { cells, before: 12, after: 8, below: RULE, keep: true }
}

/** Label before amount: so it is read out and copied. */
export function amountRow({ label, note, amount }: Line): Row {
  const money = cell(RIGHT - MONEY_WIDTH, MONEY_WIDTH, amount, { align: 'right' })
  if (!note) return { cells: [cell(MARGIN, LABEL_WIDTH, label), money], after: 3 }
  const said = cell(MARGIN + 90, LABEL_WIDTH - 90, note, { color: MUTED })
  return { cells: [cell(MARGIN, 88, label), said, money], after: 3 }
}

export function totalRow({ label, amount }: Line): Row {
  const style = { strong: true }
  const cells = [
    cell(MARGIN, LABEL_WIDTH, label, style),
    cell(RIGHT - MONEY_WIDTH, MONEY_WIDTH, amount, { ...style, align: 'right' }),
  ]
  return { cells, before: 7, after: 7, above: RULE }
}
