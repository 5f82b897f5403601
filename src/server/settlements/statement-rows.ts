/** The rows that a printed statement has everywhere: headings, amounts, totals. */
import type { Line } from './statement-parts.ts'
import { MARGIN, MUTED, rule, WIDTH, write, type Sheet } from './statement-sheet.ts'

const MONEY_WIDTH = 110
export const RIGHT = MARGIN + WIDTH

export function heading(sheet: Sheet, title: string): void {
  sheet.y += write(sheet, title, MARGIN, WIDTH, { size: 10, strong: true }) + 3
  rule(sheet)
  sheet.y += 5
}

/** As high as its label, which may run over lines. Label before amount: so it is read out and copied. */
export function amountLine(sheet: Sheet, { label, note, amount }: Line): void {
  const height = write(sheet, label, MARGIN, note ? 88 : 390)
  if (note) write(sheet, note, MARGIN + 90, 200, { color: MUTED })
  write(sheet, amount, RIGHT - MONEY_WIDTH, MONEY_WIDTH, { align: 'right' })
  sheet.y += height + 3
}

export function totalLine(sheet: Sheet, { label, amount }: Line): void {
  rule(sheet)
  sheet.y += 5
  write(sheet, label, MARGIN, 300, { strong: true })
  const style = { strong: true, align: 'right' } as const
  sheet.y += write(sheet, amount, RIGHT - MONEY_WIDTH, MONEY_WIDTH, style) + 3
}
