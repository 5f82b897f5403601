/** Lays a statement out as a PDF that an owner can check by hand (US letter, about 10 ms a page). */
import { deductions } from './statement-pdf-deductions.ts'
import { balances } from './statement-pdf-balances.ts'
import { amountLine, heading, totalLine, RIGHT } from './statement-rows.ts'
import type { Block } from './statement-parts.ts'
import type { Statement, StatementLoad } from './statement.ts'
import {
  bytesOf,
  MARGIN,
  markPages,
  MUTED,
  need,
  numberPages,
  openSheet,
  rule,
  WIDTH,
  write,
  writeLong,
  type Sheet,
  type Style,
} from './statement-sheet.ts'

/** Columns of the loads' table: where each begins and how wide it is, in points. */
const COLUMNS = {
  number: [MARGIN, 76],
  lane: [MARGIN + 82, 186],
  pickup: [MARGIN + 274, 56],
  delivery: [MARGIN + 334, 56],
  miles: [MARGIN + 392, 44],
  revenue: [MARGIN + 440, 76],
} as const

const HEADS: StatementLoad = {
  number: 'Load #',
  lane: 'Origin → destination',
  details: '',
  pickup: 'Pickup',
  delivery: 'Delivery',
  miles: 'Miles',
  revenue: 'Revenue',
}

export function statementPdf(statement: Statement): Promise<Buffer> {
  const sheet = openSheet(statement.name, statement.carrier.heading, statement.settlementDate)
  head(sheet, statement)
  parties(sheet, statement)
  loads(sheet, statement)
  deductions(sheet, statement.deductions)
  net(sheet, statement)
  balances(sheet, statement.balances)
  yearToDate(sheet, statement)
  if (statement.notes) notes(sheet, statement.notes)
  numberPages(sheet, statement.name)
  if (statement.mark) markPages(sheet, statement.mark)
  return bytesOf(sheet)
}

function head(sheet: Sheet, { carrier, title, facts }: Statement): void {
  const left = 300
  const top = sheet.y
  sheet.y += write(sheet, carrier.heading, MARGIN, left, { size: 16, strong: true, lines: 2 }) + 3
  for (const line of carrier.lines) {
    sheet.y += write(sheet, line, MARGIN, left, { color: MUTED, lines: 2 }) + 1
  }
  const bottom = sheet.y
  sheet.y = top
  const x = MARGIN + left + 16
  const width = WIDTH - left - 16
  sheet.y += write(sheet, title, x, width, { size: 11, strong: true, align: 'right' }) + 6
  for (const { label, value } of facts) {
    write(sheet, label, x, width - 130, { color: MUTED, align: 'right' })
    sheet.y += write(sheet, value, x + width - 124, 124, { align: 'right', lines: 1 }) + 2
  }
  sheet.y = Math.max(bottom, sheet.y) + 12
  rule(sheet)
  sheet.y += 12
}

function parties(sheet: Sheet, { payee, truck }: Statement): void {
  const half = (WIDTH - 24) / 2
  const top = sheet.y
  const bottoms = [
    party(sheet, 'Pay to', payee, MARGIN, half),
    party({ ...sheet, y: top }, 'Equipment', truck, MARGIN + half + 24, half),
  ]
  sheet.y = Math.max(...bottoms) + 16
}

function party(
  sheet: Sheet,
  caption: string,
  { heading, lines }: Block,
  x: number,
  width: number,
): number {
  const place = { ...sheet }
  place.y += write(place, caption, x, width, { size: 8, color: MUTED }) + 2
  place.y += write(place, heading, x, width, { size: 10, strong: true, lines: 2 }) + 2
  for (const line of lines.slice(0, 6)) place.y += write(place, line, x, width, { lines: 2 }) + 1
  return place.y
}

function loads(sheet: Sheet, statement: Statement): void {
  tableHead(sheet)
  sheet.onNewPage = () => {
    sheet.y += write(sheet, statement.name, MARGIN, WIDTH, { strong: true, lines: 1 }) + 8
    tableHead(sheet)
  }
  for (const load of statement.loads) loadRow(sheet, load)
  if (!statement.loads.length)
    sheet.y += write(sheet, 'No loads', MARGIN, WIDTH, { color: MUTED }) + 6
  sheet.onNewPage = () => {
    sheet.y += write(sheet, statement.name, MARGIN, WIDTH, { strong: true, lines: 1 }) + 8
  }
  need(sheet, 20 + 16 * statement.revenue.lines.length)
  for (const line of statement.revenue.lines) amountLine(sheet, line)
  totalLine(sheet, statement.revenue.total)
  sheet.y += 10
}

function tableHead(sheet: Sheet): void {
  cells(sheet, HEADS, { size: 8, color: MUTED })
  sheet.y += 13
  rule(sheet)
  sheet.y += 6
}

function loadRow(sheet: Sheet, load: StatementLoad): void {
  need(sheet, 60)
  const height = cells(sheet, load, {})
  sheet.y += height
  const [x, width] = COLUMNS.lane
  if (load.details)
    sheet.y += write(sheet, load.details, x, width + 120, { size: 8, color: MUTED, lines: 2 })
  sheet.y += 6
}

/** One row; as high as its highest cell. */
function cells(
  sheet: Sheet,
  load: StatementLoad,
  style: { size?: number; color?: string },
): number {
  const cell = (name: keyof typeof COLUMNS, given: Style) =>
    write(sheet, load[name], COLUMNS[name][0], COLUMNS[name][1], given)
  const left = ['number', 'lane', 'pickup', 'delivery'] as const
  const right = ['miles', 'revenue'] as const
  const heights = [
    ...left.map((name) => cell(name, { ...style, lines: 3 })),
    ...right.map((name) => cell(name, { ...style, align: 'right' })),
  ]
  return Math.max(...heights)
}

function net(sheet: Sheet, { carried, net: { label, amount } }: Statement): void {
  need(sheet, 44 + 16 * carried.length)
  for (const line of carried) amountLine(sheet, line)
  sheet.pdf.roundedRect(MARGIN, sheet.y, WIDTH, 30, 4).fill('#eef1f6')
  sheet.y += 8
  write(sheet, label, MARGIN + 10, 200, { size: 12, strong: true })
  write(sheet, amount, RIGHT - 190, 180, { size: 12, strong: true, align: 'right' })
  sheet.y += 38
}

function yearToDate(sheet: Sheet, { yearToDate: { title, lines } }: Statement): void {
  need(sheet, 24 + 14 * (lines.length + 1))
  heading(sheet, title)
  for (const line of lines) amountLine(sheet, line)
  sheet.y += 10
}

function notes(sheet: Sheet, text: string): void {
  need(sheet, 80)
  sheet.y += write(sheet, 'Notes', MARGIN, WIDTH, { size: 10, strong: true }) + 3
  writeLong(sheet, text, {})
}
