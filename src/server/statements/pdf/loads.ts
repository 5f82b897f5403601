/** The table of loads with its total. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type { LoadColumn } from '#server/statements/load-columns.ts'
import type { Statement, StatementCharge, StatementLoad } from '#server/statements/statement.ts'
import { textCell, type Cell, type Row } from './row.ts'
import { amountRow, HAIRLINE, keepTogether, keepWithNext, RULE_COLOR } from './rows.ts'
import { MARGIN, MUTED, type Style } from './sheet.ts'

/** The details also extend below the dates and miles, which are one line high. */
const DETAILS_WIDTH = 300

export function loadRows(statement: Statement, captions: Captions): Row[] {
  const { loads, loadColumns: columns, revenue } = statement
  const headStyle = { size: 8, color: MUTED }
  const tableHead: Row = {
    cells: columns.map((column) => columnCell(column, column.head, headStyle)),
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
  const totals = keepTogether([...revenue.lines.map(amountRow), totalRow(statement)])
  return [tableHead, ...keepWithNext(rows), ...totals]
}

function loadRow(
  load: StatementLoad,
  index: number,
  columns: readonly LoadColumn[],
  tableHead: Row,
): Row {
  const { details, charges } = load
  const detailsPart = { text: details, width: DETAILS_WIDTH, size: 8, color: MUTED }
  const cells = columns.map((column) => {
    const cell = columnCell(column, load[column.name], {})
    return column.name === 'lane' && details
      ? { ...cell, parts: [...cell.parts, detailsPart] }
      : cell
  })
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

/** A row for one charge: its name below the lane, its amount left of the revenue, which is the sum of the charges. */
function chargeRow(
  { label, amount }: StatementCharge,
  columns: readonly LoadColumn[],
  tableHead: Row,
): Row {
  const style = { size: 8, color: MUTED }
  const lane = columns.find(({ name }) => name === 'lane')
  const beforeRevenue = columns.at(-2)
  const cells = [
    textCell(MARGIN + (lane?.left ?? 0), DETAILS_WIDTH - 6, label, style),
    ...(beforeRevenue ? [columnCell(beforeRevenue, amount, style)] : []),
  ]
  return { cells, after: 1, tableHead: [tableHead] }
}

function totalRow({ revenue, loadColumns }: Statement): Row {
  const style = { strong: true }
  const totals = loadColumns.flatMap((column) =>
    column.total === null ? [] : columnCell(column, column.total, style),
  )
  const cells = [textCell(MARGIN, 300, revenue.total.label, style), ...totals]
  return { cells, before: 7, after: 4, ruleAbove: RULE_COLOR }
}

function columnCell({ left, width, total }: LoadColumn, text: string, style: Style): Cell {
  return textCell(MARGIN + left, width, text, total === null ? style : { ...style, align: 'right' })
}
