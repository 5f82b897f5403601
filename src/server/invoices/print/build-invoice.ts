/** Builds the printed invoice from its snapshot: the contents of a freight bill (49 CFR 373.103, SPEC C174). */
import { type Day, formatDay } from '#core/calendar.ts'
import { nameCharge } from '#core/charges/kinds.ts'
import { formatRate } from '#core/decimals.ts'
import type {
  InvoiceSnapshot,
  PlaceServed,
  SnapshotLine,
  SnapshotLoad,
} from '#core/invoices/snapshot.ts'
import { addUp, formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { PAGE } from '#server/statements/page.ts'
import type {
  Cell,
  Logo,
  PrintedDocument,
  Row,
  TextPart,
} from '#server/statements/printed-document.ts'
import { captions } from './captions.ts'

/** The creation day in the PDF of a draft without an invoice date. It is fixed, so that the same draft has the same bytes. */
const UNDATED: Day = '2026-01-01'

type Printed = { logo: Logo | null; mark: 'draft' | 'void' | null }

export function buildInvoice(snapshot: InvoiceSnapshot, { logo, mark }: Printed): PrintedDocument {
  const { kind, company, billTo, number } = snapshot
  const isCredit = kind === 'credit-note'
  const title = isCredit ? captions.creditNote : captions.invoice
  const name = [isCredit ? 'Credit Note' : 'Invoice', number].filter(Boolean).join(' ')
  return {
    title,
    mark: mark && captions[mark],
    name: `${company.name} · ${name}`,
    footer: `${name} · ${billTo.name}`,
    logo,
    carrier: { heading: company.name, lines: carrierLines(company) },
    facts: listFacts(snapshot),
    rows: [
      partiesRow(snapshot),
      ...bodyRows(snapshot),
      GAP,
      totalRow(snapshot),
      ...noteRows(snapshot),
    ],
    day: snapshot.invoiceDate ?? UNDATED,
  }
}

function carrierLines({ address, phone, email, mcNumber, dotNumber }: InvoiceSnapshot['company']) {
  const numbers = [
    ...(mcNumber ? [`${captions.mc} ${withoutPrefix(mcNumber)}`] : []),
    ...(dotNumber ? [`${captions.dot} ${withoutPrefix(dotNumber)}`] : []),
  ]
  const contact = [phone, email].filter((text) => text !== null)
  return [address, contact.join(' · '), numbers.join(' · ')].filter(Boolean)
}

/** "MC123456" → "123456". */
function withoutPrefix(number: string): string {
  return number.replace(/^(?:MC|US\s?DOT|DOT)[\s#:-]*/i, '') || number
}

function listFacts(snapshot: InvoiceSnapshot): PrintedDocument['facts'] {
  const { kind, number, invoiceDate, termsDays, dueOn, carrierId, credits } = snapshot
  const isCredit = kind === 'credit-note'
  const terms = termsDays ? captions.net(termsDays) : captions.dueOnReceipt
  const credited = credits && `${credits.number} ${captions.of} ${formatDay(credits.invoiceDate)}`
  const facts: [label: string, value: string | null][] = [
    [isCredit ? captions.creditNumber : captions.number, number],
    [isCredit ? captions.creditDate : captions.invoiceDate, invoiceDate && formatDay(invoiceDate)],
    [captions.terms, isCredit ? null : terms],
    [captions.dueOn, isCredit || !dueOn ? null : formatDay(dueOn)],
    [captions.credits, credited],
    [captions.carrierId, carrierId],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

const GAP: Row = { cells: [], after: 8 }
const HALF = (PAGE.width - 24) / 2

function partiesRow({ billTo, remitTo }: InvoiceSnapshot): Row {
  const notice = remitTo.notice === null ? [] : [{ text: remitTo.notice, strong: true }]
  return {
    cells: [
      partyCell(captions.billTo, billTo, PAGE.margin),
      partyCell(captions.remitTo, remitTo, PAGE.margin + HALF + 24, notice),
    ],
    after: 12,
  }
}

type Party = { name: string; address: string | null }

function partyCell(caption: string, party: Party, x: number, more: TextPart[] = []): Cell {
  const parts: TextPart[] = [
    { text: caption, size: 8, color: PAGE.muted },
    { text: party.name, size: 10, strong: true },
    ...(party.address ?? '')
      .split('\n')
      .filter(Boolean)
      .map((text) => ({ text })),
  ]
  return { x, width: HALF, parts: [...parts, ...more] }
}

function bodyRows(snapshot: InvoiceSnapshot): Row[] {
  const { loads, lines } = snapshot
  const typed = lines.filter(({ loadId }) => loadId === null)
  const withSubtotals = loads.length > 1 || (loads.length > 0 && typed.length > 0)
  return [
    ...loads.flatMap((load) =>
      billedLoadRows(
        load,
        lines.filter(({ loadId }) => loadId === load.id),
        withSubtotals,
      ),
    ),
    ...(typed.length ? lineRows(captions.other, typed) : []),
  ]
}

function totalRow({ kind, total }: InvoiceSnapshot): Row {
  const style = { size: 12, strong: true }
  const label = kind === 'credit-note' ? captions.totalCredit : captions.totalDue
  const amount: TextPart = { ...style, text: formatMoney(toCents(total)), align: 'right' }
  return {
    cells: [
      { x: PAGE.margin + 10, width: 200, parts: [{ ...style, text: label }] },
      { x: PAGE.right - 200, width: 190, parts: [amount] },
    ],
    before: 8,
    after: 10,
    background: PAGE.shade,
  }
}

function noteRows({ note, accountNote, credits }: InvoiceSnapshot): Row[] {
  const reason = credits && `${captions.reason}: ${credits.reason}`
  return [reason, note, accountNote].flatMap((text) =>
    text ? [{ cells: [{ x: PAGE.margin, width: PAGE.width, parts: [{ text }] }], before: 8 }] : [],
  )
}

// The rows of one load: its numbers, each under its own name, the points served, and its lines.

const AMOUNT_WIDTH = 100
const RATE_WIDTH = 80
const QUANTITY_WIDTH = 70
const TEXT_WIDTH = PAGE.width - AMOUNT_WIDTH - RATE_WIDTH - QUANTITY_WIDTH - 30

/** `withSubtotal`: adds the load's total below its lines. */
function billedLoadRows(load: SnapshotLoad, lines: SnapshotLine[], withSubtotal: boolean): Row[] {
  const title = `${captions.load} ${load.brokerLoadNumber ?? load.loadId}`
  const rows = lineRows(title, lines, describeLoad(load))
  return withSubtotal && lines.length > 1 ? [...rows, subtotalRow(lines)] : rows
}

/** A table of lines below a heading. */
function lineRows(title: string, lines: SnapshotLine[], below: string[] = []): Row[] {
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
