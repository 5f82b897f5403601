/** The table of loads with its total. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type { Statement, StatementCharge, StatementLoad } from '#server/statements/statement.ts'
import { textCell, type Cell, type Row } from './row.ts'
import { amountRow, HAIRLINE, keepTogether, keepWithNext, RULE_COLOR } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'

type Column = 'number' | 'lane' | 'pickup' | 'delivery' | 'miles' | 'emptyMiles' | 'revenue'
type Columns = Partial<Record<Column, readonly [left: number, width: number]>>

/** The left edge and width of each column. The largest miles and revenue fit on one line. */
const COLUMNS = {
  number: [MARGIN, 60],
  lane: [MARGIN + 66, 190],
  pickup: [MARGIN + 260, 52],
  delivery: [MARGIN + 315, 52],
  miles: [MARGIN + 368, 62],
  revenue: [RIGHT - 78, 78],
} as const satisfies Columns

const WITH_EMPTY_MILES = {
  number: COLUMNS.number,
  lane: [MARGIN + 66, 140],
  pickup: [MARGIN + 210, 52],
  delivery: [MARGIN + 265, 52],
  miles: [MARGIN + 320, 54],
  emptyMiles: [MARGIN + 378, 54],
  revenue: COLUMNS.revenue,
} as const satisfies Columns

/** The details also extend below the dates and miles, which are one line high. */
const DETAILS_WIDTH = 300

const STYLES: Partial<Record<Column, Style>> = {
  miles: { align: 'right' },
  emptyMiles: { align: 'right' },
  revenue: { align: 'right' },
}

export function loadRows(statement: Statement, captions: Captions): Row[] {
  const { loads, revenue, totalEmptyMiles } = statement
  const columns: Columns = totalEmptyMiles === null ? COLUMNS : WITH_EMPTY_MILES
  const heads = { ...captions.loads, emptyMiles: captions.checks.emptyMiles }
  const tableHead: Row = {
    cells: columnCells(heads, columns, { size: 8, color: MUTED }),
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
        loadRow(load, index, columns, tableHead),
        ...load.charges.map((charge) => chargeRow(charge, columns, tableHead)),
      ])
    : [none]
  const totals = keepTogether([...revenue.lines.map(amountRow), totalRow(statement, columns)])
  return [tableHead, ...keepWithNext(rows), ...totals]
}

function loadRow(
  { details, charges, ...load }: StatementLoad,
  index: number,
  columns: Columns,
  tableHead: Row,
): Row {
  const detailsPart = { text: details, width: DETAILS_WIDTH, size: 8, color: MUTED }
  const cells = columnCells(load, columns, {}).map((cell) =>
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
function chargeRow({ label, amount }: StatementCharge, columns: Columns, tableHead: Row): Row {
  const style = { size: 8, color: MUTED }
  const [amountX, amountWidth] = columns.emptyMiles ?? COLUMNS.miles
  const cells = [
    textCell(COLUMNS.lane[0], DETAILS_WIDTH - 6, label, style),
    textCell(amountX, amountWidth, amount, { ...style, align: 'right' }),
  ]
  return { cells, after: 1, tableHead: [tableHead] }
}

function totalRow(statement: Statement, columns: Columns): Row {
  const { revenue, totalMiles: miles, totalEmptyMiles } = statement
  const style = { strong: true }
  const { miles: ofMiles, emptyMiles: ofEmpty, revenue: ofRevenue } = columns
  const totals = { miles, emptyMiles: totalEmptyMiles ?? '', revenue: revenue.total.amount }
  const cells = [
    textCell(MARGIN, 300, revenue.total.label, style),
    ...columnCells(totals, { miles: ofMiles, emptyMiles: ofEmpty, revenue: ofRevenue }, style),
  ]
  return { cells, before: 7, after: 4, ruleAbove: RULE_COLOR }
}

/** The cells in the order of the columns. */
function columnCells(
  texts: Partial<Record<Column, string>>,
  columns: Columns,
  style: Style,
): Cell[] {
  const names = Object.keys(columns) as Column[]
  return names.flatMap((name) => {
    const [x, width] = columns[name] ?? []
    if (x === undefined || width === undefined) return []
    return textCell(x, width, texts[name] ?? '', { ...style, ...STYLES[name] })
  })
}
