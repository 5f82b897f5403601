/** Builds the printed invoice from its snapshot: the contents of a freight bill (49 CFR 373.103, SPEC C174). */
import { formatDay, type Day } from '#core/calendar.ts'
import type { InvoiceSnapshot } from '#core/invoices/snapshot.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { PAGE } from '#server/statements/page.ts'
import type {
  Cell,
  Logo,
  PrintedDocument,
  Row,
  TextPart,
} from '#server/statements/printed-document.ts'
import { captions } from './captions.ts'
import { lineRows, billedLoadRows } from './load-rows.ts'

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
