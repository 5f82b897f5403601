/** The loads: a table that is headed on every page, and what they add up to. */
import { cell, type Cell, type Row } from './flow.ts'
import { amountRow, HAIRLINE, keptTogether, RULE, withNext } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'
import type { Statement, StatementLoad } from '#server/statements/text.ts'

/** Where each column begins and how wide it is. The largest miles and revenue fit on one line. */
const COLUMNS = {
  number: [MARGIN, 60],
  lane: [MARGIN + 66, 190],
  pickup: [MARGIN + 260, 52],
  delivery: [MARGIN + 315, 52],
  miles: [MARGIN + 368, 62],
  revenue: [RIGHT - 78, 78],
} as const
const NUMBERS = ['miles', 'revenue'] as const
/** Below dates and miles too: they are one line high. */
const DETAILS_WIDTH = 300

type Column = keyof typeof COLUMNS

const HEADS = {
  number: 'Load #',
  lane: 'Origin → destination',
  pickup: 'Pickup',
  delivery: 'Delivery',
  miles: 'Miles',
  revenue: 'Revenue',
}

const TABLE_HEAD: Row = {
  cells: cellsOf(HEADS, { size: 8, color: MUTED }),
  after: 7,
  below: RULE,
  keep: true,
}

export function loadRows(statement: Statement): Row[] {
  const { loads, revenue } = statement
  const none: Row = {
    cells: [cell(MARGIN, 200, 'No loads', { color: MUTED })],
    before: 4,
    after: 4,
  }
  const rows = loads.length ? loads.map(loadRow) : [none]
  const sums = keptTogether([...revenue.lines.map(amountRow), totalOf(statement)])
  return [TABLE_HEAD, ...withNext(rows), ...sums]
}

function loadRow({ details, ...load }: StatementLoad, index: number): Row {
  const small = { text: details, width: DETAILS_WIDTH, size: 8, color: MUTED }
  const cells = cellsOf(load, {}).map((one) =>
    one.x === COLUMNS.lane[0] && details ? { ...one, parts: [...one.parts, small] } : one,
  )
  const above = index > 0 ? { above: HAIRLINE } : {}
  return { cells, before: index > 0 ? 5 : 1, after: 1, head: [TABLE_HEAD], ...above }
}

function totalOf({ revenue: { total }, totalMiles }: Statement): Row {
  const style = { strong: true }
  const cells = [
    cell(MARGIN, 300, total.label, style),
    columnCell('miles', totalMiles, { ...style, align: 'right' }),
    columnCell('revenue', total.amount, { ...style, align: 'right' }),
  ]
  return { cells, before: 7, after: 4, above: RULE }
}

/** Of `load` in the order of the columns, which is that of reading. */
function cellsOf(load: Record<Column, string>, style: Style): Cell[] {
  return (Object.keys(COLUMNS) as Column[]).map((name) => {
    const right = NUMBERS.some((number) => number === name) ? { align: 'right' as const } : {}
    return columnCell(name, load[name], { ...style, ...right })
  })
}

function columnCell(name: Column, text: string, style: Style): Cell {
  const [x, width] = COLUMNS[name]
  return cell(x, width, text, style)
}
