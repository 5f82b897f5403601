/** The deductions: by category, each line with its date and how it was computed. */
import type { DeductionGroup, DeductionLine } from '#server/statements/deductions-text.ts'
import { cell, type Cell, type Row } from './flow.ts'
import type { Line } from '#server/statements/parts.ts'
import { HAIRLINE, RULE, totalRow, withNext } from './rows.ts'
import { MARGIN, MUTED, RIGHT, WIDTH, type Style } from './sheet.ts'

/** Lines add up in the inner column of amounts, their sums in the outer one. */
const COLUMNS = {
  category: [MARGIN, 78],
  date: [MARGIN + 84, 54],
  text: [MARGIN + 144, 196],
  amount: [RIGHT - 172, 84],
  sum: [RIGHT - 84, 84],
} as const

const SMALL = { size: 8, color: MUTED }

const TABLE_HEAD: Row = {
  cells: [
    at('category', 'Deductions', SMALL),
    at('date', 'Date', SMALL),
    at('text', 'What for, and how computed', SMALL),
    at('amount', 'Amount', { ...SMALL, align: 'right' }),
    at('sum', 'Total', { ...SMALL, align: 'right' }),
  ],
  before: 8,
  after: 7,
  below: RULE,
  keep: true,
}

export function deductionRows({ groups, total }: { groups: DeductionGroup[]; total: Line }): Row[] {
  if (groups.length === 0) {
    const none = cell(MARGIN, WIDTH, 'No deductions', { color: MUTED })
    const head = { ...TABLE_HEAD, cells: [at('category', 'Deductions', SMALL)] }
    return [head, { cells: [none], after: 4, keep: true }, totalRow(total)]
  }
  return [TABLE_HEAD, ...withNext(groups.flatMap(groupRows)), totalRow(total)]
}

/** A single line is its own sum, and stands where sums stand. */
function groupRows(group: DeductionGroup, index: number): Row[] {
  const { title, lines, total } = group
  const above = index > 0 ? { above: HAIRLINE } : {}
  const [first, ...others] = lines.map((line) => lineRow(line, lines.length > 1 ? 'amount' : 'sum'))
  if (!first) return []
  const titled = [at('category', title, { strong: true }), ...first.cells]
  const continued: Row = { cells: [cell(MARGIN, WIDTH, `${title}, continued`, SMALL)], after: 3 }
  const further = others.map((row) => ({ ...row, head: [TABLE_HEAD, continued] }))
  const rows = [
    { ...first, ...above, before: index > 0 ? 5 : 1, cells: titled, head: [TABLE_HEAD] },
    ...further,
  ]
  return lines.length > 1 ? [...withNext(rows), sumRow(total)] : rows
}

function lineRow({ date, label, note, amount }: DeductionLine, column: 'amount' | 'sum'): Row {
  const [x, width] = COLUMNS.text
  const parts = [{ text: label }, ...(note ? [{ text: note, ...SMALL }] : [])]
  const cells = [
    at('date', date, { color: MUTED }),
    { x, width, parts },
    at(column, amount, { align: 'right' }),
  ]
  return { cells, after: 1 }
}

function sumRow({ label, amount }: Line): Row {
  return {
    cells: [at('text', label, { color: MUTED }), at('sum', amount, { align: 'right' })],
    after: 1,
  }
}

function at(column: keyof typeof COLUMNS, text: string, style: Style): Cell {
  const [x, width] = COLUMNS[column]
  return cell(x, width, text, style)
}
