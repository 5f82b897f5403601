/** The table of loads with its total. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type { Statement, StatementCharge, StatementLoad } from '#server/statements/statement.ts'
import { textCell, type Cell, type Row } from './row.ts'
import { amountRow, HAIRLINE, keepTogether, keepWithNext, RULE_COLOR } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'

/** The left edge and width of each column. The largest miles and revenue fit on one line. */
const COLUMNS = {
  number: [MARGIN, 60],
  lane: [MARGIN + 66, 190],
  pickup: [MARGIN + 260, 52],
  delivery: [MARGIN + 315, 52],
  miles: [MARGIN + 368, 62],
  revenue: [RIGHT - 78, 78],
} as const

/** The details also extend below the dates and miles, which are one line high. */
const DETAILS_WIDTH = 300

type Column = keyof typeof COLUMNS

const STYLES: Partial<Record<Column, Style>> = {
  miles: { align: 'right' },
  revenue: { align: 'right' },
}

export function loadRows(statement: Statement, captions: Captions): Row[] {
  const { loads, revenue } = statement
  const tableHead: Row = {
    cells: columnCells(captions.loads, { size: 8, color: MUTED }),
    after: 7,
    ruleBelow: RULE_COLOR,
    keep: true,
  }
  const none: Row = {
    cells: [textCell(MARGIN, 200, captions.noLoads, { color: MUTED })],
    before: 4,
    after: 4,
  }
  const rows = loads.length
    ? loads.flatMap((load, index) => [
        loadRow(load, index, tableHead),
        ...load.charges.map((charge) => chargeRow(charge, tableHead)),
      ])
    : [none]
  const totals = keepTogether([...revenue.lines.map(amountRow), totalRow(statement)])
  return [tableHead, ...keepWithNext(rows), ...totals]
}

function loadRow({ details, charges, ...load }: StatementLoad, index: number, tableHead: Row): Row {
  const detailsPart = { text: details, width: DETAILS_WIDTH, size: 8, color: MUTED }
  const cells = columnCells(load, {}).map((cell) =>
    cell.x === COLUMNS.lane[0] && details ? { ...cell, parts: [...cell.parts, detailsPart] } : cell,
  )
  const ruleAbove = index > 0 ? { ruleAbove: HAIRLINE } : {}
  const keep = charges.length ? { keep: true } : {}
  return {
    cells,
    before: index > 0 ? 5 : 1,
    after: 1,
    tableHead: [tableHead],
    ...ruleAbove,
    ...keep,
  }
}

/** A row for one charge, left of the revenue, which is the sum of the charges. */
function chargeRow({ label, amount }: StatementCharge, tableHead: Row): Row {
  const style = { size: 8, color: MUTED }
  const [amountX, amountWidth] = COLUMNS.miles
  const cells = [
    textCell(COLUMNS.lane[0], DETAILS_WIDTH - 6, label, style),
    textCell(amountX, amountWidth, amount, { ...style, align: 'right' }),
  ]
  return { cells, after: 1, tableHead: [tableHead] }
}

function totalRow({ revenue: { total }, totalMiles }: Statement): Row {
  const style = { strong: true }
  const cells = [
    textCell(MARGIN, 300, total.label, style),
    columnCell('miles', totalMiles, style),
    columnCell('revenue', total.amount, style),
  ]
  return { cells, before: 7, after: 4, ruleAbove: RULE_COLOR }
}

function columnCells(texts: Record<Column, string>, style: Style): Cell[] {
  const columns = Object.keys(COLUMNS) as Column[]
  return columns.map((column) => columnCell(column, texts[column], style))
}

function columnCell(column: Column, text: string, style: Style): Cell {
  const [x, width] = COLUMNS[column]
  return textCell(x, width, text, { ...style, ...STYLES[column] })
}
