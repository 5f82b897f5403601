/** The rows of one load: its numbers, each under its own name, the points served, and its lines. */
import { formatDay } from '#core/calendar.ts'
import { nameCharge } from '#core/charges/kinds.ts'
import { formatRate } from '#core/decimals.ts'
import type { PlaceServed, SnapshotLine, SnapshotLoad } from '#core/invoices/snapshot.ts'
import { addUp, formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { PAGE } from '#server/statements/page.ts'
import type { Cell, Row, TextPart } from '#server/statements/printed-document.ts'
import { captions } from './captions.ts'

const AMOUNT_WIDTH = 100
const RATE_WIDTH = 80
const QUANTITY_WIDTH = 70
const TEXT_WIDTH = PAGE.width - AMOUNT_WIDTH - RATE_WIDTH - QUANTITY_WIDTH - 30

/** `withSubtotal`: adds the load's total below its lines. */
export function billedLoadRows(
  load: SnapshotLoad,
  lines: SnapshotLine[],
  withSubtotal: boolean,
): Row[] {
  const title = `${captions.load} ${load.brokerLoadNumber ?? load.loadId}`
  const rows = lineRows(title, lines, describeLoad(load))
  return withSubtotal && lines.length > 1 ? [...rows, subtotalRow(lines)] : rows
}

/** A table of lines below a heading. */
export function lineRows(title: string, lines: SnapshotLine[], below: string[] = []): Row[] {
  const details = below.map((text): TextPart => ({ text, color: PAGE.muted }))
  const heading: Row = {
    cells: [fullCell([{ text: title, size: 10.5, strong: true }, ...details])],
    before: 12,
    after: 8,
    ruleBelow: PAGE.rule,
    keep: true,
  }
  const head = columnsRow([
    { text: captions.description, color: PAGE.muted, size: 8 },
    { text: captions.quantity, color: PAGE.muted, size: 8, align: 'right' },
    { text: captions.rate, color: PAGE.muted, size: 8, align: 'right' },
    { text: captions.amount, color: PAGE.muted, size: 8, align: 'right' },
  ])
  const body = lines.map((line): Row => ({ ...lineRow(line), tableHead: [head] }))
  return [heading, { ...head, keep: true }, ...body]
}

function lineRow({ kind, description, point, quantity, rate, amount }: SnapshotLine): Row {
  const name = kind === 'extra' ? (description ?? '') : nameCharge(kind)
  const more = kind === 'extra' ? [] : [description, point].filter((text) => text !== null)
  return columnsRow([
    { text: [name, ...more].join(' · ') },
    { text: quantity === null ? '' : formatQuantity(quantity), align: 'right' },
    { text: rate === null ? '' : formatRate(rate), align: 'right' },
    { text: formatMoney(toCents(amount)), align: 'right' },
  ])
}

function subtotalRow(lines: SnapshotLine[]): Row {
  const total = formatMoney(addUp(lines.map(({ amount }) => amount)))
  return {
    ...columnsRow([
      { text: captions.loadTotal, strong: true },
      { text: '' },
      { text: '' },
      { text: total, strong: true, align: 'right' },
    ]),
    before: 3,
    ruleAbove: PAGE.hairline,
  }
}

type Columns = [text: TextPart, quantity: TextPart, rate: TextPart, amount: TextPart]

function columnsRow([text, quantity, rate, amount]: Columns): Row {
  const rateRight = PAGE.right - AMOUNT_WIDTH - 10
  const quantityRight = rateRight - RATE_WIDTH - 10
  const cells: Cell[] = [
    { x: PAGE.margin, width: TEXT_WIDTH, parts: [text] },
    { x: quantityRight - QUANTITY_WIDTH, width: QUANTITY_WIDTH, parts: [quantity] },
    { x: rateRight - RATE_WIDTH, width: RATE_WIDTH, parts: [rate] },
    { x: PAGE.right - AMOUNT_WIDTH, width: AMOUNT_WIDTH, parts: [amount] },
  ]
  return { cells, after: 4 }
}

function fullCell(parts: TextPart[]): Cell {
  return { x: PAGE.margin, width: PAGE.width, parts }
}

/** The numbers, the route, and what was carried: one line each. */
function describeLoad(load: SnapshotLoad): string[] {
  const { loadId, brokerLoadNumber, poNumber, bolNumber, pickupNumber, pieces, weight } = load
  const numbers = [
    ...(brokerLoadNumber === null ? [] : [`${captions.ourLoad} ${loadId}`]),
    ...(poNumber === null ? [] : [`${captions.po} ${poNumber}`]),
    ...(bolNumber === null ? [] : [`${captions.bol} ${bolNumber}`]),
    ...(pickupNumber === null ? [] : [`${captions.pickupNumber} ${pickupNumber}`]),
  ]
  const route = [
    describePlace(captions.shipped, load.pickup),
    describePlace(captions.delivered, load.delivery),
  ]
  const cargo = [
    ...(pieces === null ? [] : [`${captions.pieces} ${pieces}`]),
    ...(toCents(weight) === 0n
      ? []
      : [`${captions.weight} ${formatQuantity(weight)} ${captions.pounds}`]),
    ...(load.cargoType === null ? [] : [`${captions.cargo} ${load.cargoType}`]),
  ]
  return [numbers, route, cargo].map((parts) => parts.join('  ·  ')).filter(Boolean)
}

/** "Pickup 11/16/2026 Dallas, TX 75201". */
function describePlace(caption: string, { city, state, zip, day }: PlaceServed): string {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [caption, day && formatDay(day), place].filter(Boolean).join(' ')
}
