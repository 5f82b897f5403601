/** Lays out the deductions: by category, each line with its date and how it was computed. */
import type { DeductionGroup, DeductionLine } from './statement-deductions.ts'
import type { Line } from './statement-parts.ts'
import { heading, RIGHT, totalLine } from './statement-rows.ts'
import { MARGIN, MUTED, need, WIDTH, write, type Sheet } from './statement-sheet.ts'

const DATE_WIDTH = 62
const TEXT_WIDTH = WIDTH - DATE_WIDTH - 100
const AMOUNT_WIDTH = 90

type Deductions = { groups: DeductionGroup[]; total: Line }

export function deductions(sheet: Sheet, { groups, total }: Deductions): void {
  need(sheet, 60)
  heading(sheet, 'Deductions')
  for (const group of groups) groupOf(sheet, group)
  if (groups.length === 0)
    sheet.y += write(sheet, 'No deductions', MARGIN, WIDTH, { color: MUTED }) + 3
  need(sheet, 30)
  totalLine(sheet, total)
  sheet.y += 10
}

function groupOf(sheet: Sheet, { title, lines, total }: DeductionGroup): void {
  need(sheet, 50)
  sheet.y += write(sheet, title, MARGIN, WIDTH, { strong: true }) + 2
  for (const line of lines) lineOf(sheet, line)
  // A single line is its own sum.
  if (lines.length > 1) sumOf(sheet, total)
  sheet.y += 3
}

function lineOf(sheet: Sheet, { date, label, note, amount }: DeductionLine): void {
  need(sheet, 36)
  const top = { ...sheet }
  const x = MARGIN + DATE_WIDTH
  write(sheet, date, MARGIN, DATE_WIDTH, { color: MUTED })
  sheet.y += write(sheet, label, x, TEXT_WIDTH, { lines: 2 })
  if (note) sheet.y += write(sheet, note, x, TEXT_WIDTH, { size: 8, color: MUTED, lines: 2 })
  // Beside the first line, but after what it is for: so it is read out and copied.
  write(top, amount, RIGHT - AMOUNT_WIDTH, AMOUNT_WIDTH, { align: 'right' })
  sheet.y += 2
}

function sumOf(sheet: Sheet, { label, amount }: Line): void {
  need(sheet, 16)
  write(sheet, label, MARGIN + DATE_WIDTH, TEXT_WIDTH, { color: MUTED })
  const style = { strong: true, align: 'right' } as const
  sheet.y += write(sheet, amount, RIGHT - AMOUNT_WIDTH, AMOUNT_WIDTH, style) + 2
}
