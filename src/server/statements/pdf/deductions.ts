/** The table of deductions by category: each line with its date and computation. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type {
  AmountLine,
  DeductionGroup,
  DeductionLine,
  Statement,
} from '#server/statements/statement.ts'
import { textCell, type Cell, type Row } from './row.ts'
import { HAIRLINE, keepWithNext, RULE_COLOR, totalRow } from './rows.ts'
import { MARGIN, MUTED, RIGHT, WIDTH, type Style } from './sheet.ts'

/** Left edge and width. Lines add up in `amount`, the totals of categories in `total`. */
const COLUMNS = {
  category: [MARGIN, 78],
  date: [MARGIN + 84, 54],
  description: [MARGIN + 144, 196],
  amount: [RIGHT - 172, 84],
  total: [RIGHT - 84, 84],
} as const

const SMALL = { size: 8, color: MUTED }

export function deductionRows({ deductions }: Statement, captions: Captions): Row[] {
  const { groups, total } = deductions
  const tableHead = headRow(captions)
  if (groups.length === 0) {
    const none = textCell(MARGIN, WIDTH, captions.noDeductions, { color: MUTED })
    const head = { ...tableHead, cells: tableHead.cells.slice(0, 1) }
    return [head, { cells: [none], after: 4, keep: true }, totalRow(total)]
  }
  const rows = groups.flatMap((group, index) => groupRows(group, index, tableHead, captions))
  return [tableHead, ...keepWithNext(rows), totalRow(total)]
}

function headRow({ deductions: heads }: Captions): Row {
  return {
    cells: [
      columnCell('category', heads.category, SMALL),
      columnCell('date', heads.date, SMALL),
      columnCell('description', heads.description, SMALL),
      columnCell('amount', heads.amount, { ...SMALL, align: 'right' }),
      columnCell('total', heads.total, { ...SMALL, align: 'right' }),
    ],
    before: 8,
    after: 7,
    ruleBelow: RULE_COLOR,
    keep: true,
  }
}

/** The amount of a single line is the category's total, and is printed in that column. */
function groupRows(
  { title, lines, total }: DeductionGroup,
  index: number,
  tableHead: Row,
  captions: Captions,
): Row[] {
  const isSingle = lines.length === 1
  const [first, ...others] = lines.map((line) => lineRow(line, isSingle ? 'total' : 'amount'))
  if (!first) return []
  const continued: Row = {
    cells: [textCell(MARGIN, WIDTH, captions.continued(title), SMALL)],
    after: 3,
  }
  const rows = [
    {
      ...first,
      ...(index > 0 ? { ruleAbove: HAIRLINE } : {}),
      before: index > 0 ? 5 : 1,
      cells: [columnCell('category', title, { strong: true }), ...first.cells],
      tableHead: [tableHead],
    },
    ...others.map((row) => ({ ...row, tableHead: [tableHead, continued] })),
  ]
  return isSingle ? rows : [...keepWithNext(rows), categoryTotalRow(total)]
}

function lineRow({ date, label, note, amount }: DeductionLine, column: 'amount' | 'total'): Row {
  const [x, width] = COLUMNS.description
  const parts = [{ text: label }, ...(note ? [{ text: note, ...SMALL }] : [])]
  const cells = [
    columnCell('date', date, { color: MUTED }),
    { x, width, parts },
    columnCell(column, amount, { align: 'right' }),
  ]
  return { cells, after: 1 }
}

function categoryTotalRow({ label, amount }: AmountLine): Row {
  const cells = [
    columnCell('description', label, { color: MUTED }),
    columnCell('total', amount, { align: 'right' }),
  ]
  return { cells, after: 1 }
}

function columnCell(column: keyof typeof COLUMNS, text: string, style: Style): Cell {
  const [x, width] = COLUMNS[column]
  return textCell(x, width, text, style)
}
