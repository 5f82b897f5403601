/** Sends money from brokers, differences, reversals and refunds to the app, and keeps them in the model. */
import type { Receipt, ReceiptDetails } from '#core/receipts/responses.ts'
import { postYearFact } from './billing.ts'
import { sendKeyed, sendStep, type Year } from './carrier.ts'
import {
  laterDay,
  owedOnInvoice,
  unappliedOfReceipt,
  writeCents,
  type YearContra,
  type YearCredit,
  type YearInvoice,
  type YearReceipt,
} from './model.ts'

const ANY_DAY = ['receivedOn', 'day', 'factor']

export type YearDifference = {
  kind: 'quick-pay' | 'bank-fee' | 'write-off' | 'short-pay-disputed' | 'short-pay-accepted'
  cents: bigint
  /** The owner's share of an accepted short pay. */
  owner?: bigint
}

export type YearPart = { invoice: YearInvoice; cents: bigint; differences?: YearDifference[] }

function toPart({ invoice, cents, differences = [] }: YearPart) {
  return {
    invoiceId: invoice.id,
    amount: writeCents(cents),
    differences: differences.map((one) => toDifference(one, invoice)),
  }
}

function toDifference({ kind, cents, owner = 0n }: YearDifference, invoice: YearInvoice) {
  const sent = { kind, amount: writeCents(cents), reason: 'Detention refused' }
  if (kind !== 'short-pay-accepted') return sent
  if (owner === 0n) return { ...sent, bears: 'carrier' }
  const loadId = invoice.loads[0]
  if (owner === cents) return { ...sent, bears: 'owner', loadId }
  return { ...sent, bears: 'both', ownerAmount: writeCents(owner), loadId }
}

let serial = 0

/** Receives a payment. `extra`: the cents that are not in `parts` and remain unapplied. */
export async function takeYearMoney(
  year: Year,
  day: string,
  parts: YearPart[],
  extra = 0n,
): Promise<YearReceipt> {
  const broker = parts[0]?.invoice.broker ?? 0
  const amount = parts.reduce((sum, { cents }) => sum + cents, extra)
  // A second receipt would be rejected whatever is confirmed, because nothing would be open.
  const isWhole = parts.some((part) => leavesOpen(year, part) === 0n)
  const confirmed = isWhole ? [...ANY_DAY, 'reference'] : ANY_DAY
  const sent = {
    brokerId: broker,
    receivedOn: day,
    method: 'ach',
    reference: `R${++serial}`,
    amount: writeCents(amount),
    parts: parts.map(toPart),
    confirmed,
  }
  const made = await sendKeyed<Receipt>(year, 'receipt', ['/api/receipts', sent])
  const receipt: YearReceipt = {
    id: made.id,
    broker,
    day,
    amount,
    parts: [],
    refunded: 0n,
    isReversed: false,
    last: day,
  }
  year.model.receipts.set(receipt.id, receipt)
  await keepParts(year, receipt, day, parts)
  const contra = 'undeposited'
  const fact = { day, broker, invoice: null, receipt: receipt.id, contra } as const
  if (extra) year.model.facts.push({ ...fact, cents: -extra })
  return receipt
}

function leavesOpen(year: Year, { invoice, cents, differences = [] }: YearPart): bigint {
  const lowered = differences.filter(({ kind }) => kind !== 'short-pay-disputed')
  const decided = lowered.reduce((sum, one) => sum + one.cents, cents)
  return owedOnInvoice(year.model, invoice.id) - decided
}

async function keepParts(year: Year, receipt: YearReceipt, day: string, parts: YearPart[]) {
  const { body } = await year.client.get<ReceiptDetails>(`/api/receipts/${receipt.id}`)
  const known = new Set(receipt.parts.map(({ id }) => id))
  for (const { invoice, cents, differences = [] } of parts) {
    if (cents) {
      const part = body.parts.find((one) => one.invoiceId === invoice.id && !known.has(one.id))
      const applied = { id: part?.id ?? 0, invoice: invoice.id, cents, day }
      receipt.parts.push({ ...applied, live: true, endedOn: null })
      const fact = { day, receipt: receipt.id, contra: 'undeposited' } as const
      postYearFact(year, invoice, { ...fact, cents: -cents })
    }
    for (const one of differences) keepDifference(year, invoice, day, one, receipt.id)
    keepCreditNotes(year, invoice, body.differences, ownerOf(differences))
  }
  receipt.last = laterDay(receipt.last, day)
}

const CONTRAS: Partial<Record<YearDifference['kind'], YearContra>> = {
  'quick-pay': 'quick-pay',
  'bank-fee': 'bank-fee',
  'write-off': 'write-off',
  'short-pay-accepted': 'income',
}

function keepDifference(
  year: Year,
  invoice: YearInvoice,
  day: string,
  { kind, cents, owner = 0n }: YearDifference,
  receipt?: number,
): void {
  const contra = CONTRAS[kind]
  const isCredit = kind === 'short-pay-accepted'
  if (contra)
    postYearFact(year, invoice, {
      day,
      cents: -cents,
      contra,
      ...(receipt === undefined || isCredit ? {} : { receipt }),
    })
  const load = year.model.loads.get(invoice.loads[0] ?? 0)
  if (!load || !owner) return
  load.charges.push({ cents: -owner, owner: -owner, billed: false })
  load.owner -= owner
}

type Accepted = {
  invoiceId: number
  creditNoteId: number | null
  creditNoteNumber: string | null
  amount: string
}

const ownerOf = (differences: readonly YearDifference[]) =>
  differences.find(({ kind }) => kind === 'short-pay-accepted')?.owner ?? 0n

/** `owner`: the owner's share of the new credit note. */
function keepCreditNotes(
  year: Year,
  invoice: YearInvoice,
  differences: readonly Accepted[],
  owner: bigint,
): void {
  for (const { invoiceId, creditNoteId: id, creditNoteNumber, amount } of differences) {
    const isKnown = year.model.creditNotes.some((note) => note.id === id)
    if (id === null || isKnown || invoiceId !== invoice.id) continue
    const total = -BigInt(amount.replace('.', ''))
    const note = { id, number: creditNoteNumber ?? '', credits: invoice.id, total }
    year.model.creditNotes.push({ ...note, owner, isVoid: false })
  }
}

/** Posts differences without money. */
export async function decideDifference(
  year: Year,
  invoice: YearInvoice,
  day: string,
  difference: YearDifference,
): Promise<void> {
  const sent = {
    brokerId: invoice.broker,
    day,
    confirmed: ANY_DAY,
    parts: [toPart({ invoice, cents: 0n, differences: [difference] })],
  }
  const isAll = difference.cents === owedOnInvoice(year.model, invoice.id)
  await sendStep(year, difference.kind, ['POST', '/api/differences', sent], isAll)
  keepDifference(year, invoice, day, difference)
  const path = `/api/invoices/${invoice.id}/receipts`
  const { body } = await year.client.get<{ differences: Accepted[] }>(path)
  keepCreditNotes(year, invoice, body.differences, ownerOf([difference]))
}

/** The broker pays after all: the credit note ends, and with it the owner's deduction. */
export async function voidCreditNote(year: Year, note: YearCredit, day: string): Promise<void> {
  const { model } = year
  const invoice = model.invoices.get(note.credits)
  if (!invoice) return
  const sent = { on: day, reason: 'Paid after all', confirmed: ['on'] }
  await sendStep(year, 'void credit note', ['POST', `/api/invoices/${note.id}/void`, sent])
  postYearFact(year, invoice, { day, cents: -note.total, contra: 'income' })
  note.isVoid = true
  const load = model.loads.get(invoice.loads[0] ?? 0)
  if (!load || !note.owner) return
  const at = load.charges.findIndex(({ owner, billed }) => owner === -note.owner && !billed)
  load.charges.splice(at, 1)
  load.owner += note.owner
}

/** Reverses a receipt whose check bounced. Its differences end, except an accepted short pay. */
export async function reverseYearReceipt(year: Year, receipt: YearReceipt, from: string) {
  const day = laterDay(from, receipt.last)
  const sent = { day, reason: 'Not sufficient funds', confirmed: ANY_DAY }
  const unapplied = unappliedOfReceipt(receipt)
  await sendStep(year, 'reversal', ['POST', `/api/receipts/${receipt.id}/reverse`, sent])
  const { facts, invoices } = year.model
  const contra = 'undeposited'
  for (const part of receipt.parts.filter(({ live }) => live)) {
    const invoice = invoices.get(part.invoice)
    if (invoice)
      postYearFact(year, invoice, { day, cents: part.cents, contra, receipt: receipt.id })
    part.live = false
    part.endedOn = day
  }
  const came = facts.filter(
    (fact) => fact.receipt === receipt.id && fact.invoice !== null && fact.contra !== contra,
  )
  for (const { invoice: id, cents, contra: of } of came) {
    const invoice = invoices.get(id ?? 0)
    if (invoice) postYearFact(year, invoice, { day, cents: -cents, contra: of })
  }
  if (unapplied) {
    const { id, broker } = receipt
    facts.push({ day, broker, invoice: null, receipt: id, cents: unapplied, contra })
  }
  receipt.isReversed = true
  receipt.last = day
}

/** Applies unapplied money to an invoice of the broker. */
export async function applyYearMoney(
  year: Year,
  receipt: YearReceipt,
  part: YearPart,
  from: string,
): Promise<void> {
  const day = laterDay(laterDay(from, receipt.last), part.invoice.last)
  const sent = { day, parts: [toPart(part)], confirmed: ANY_DAY }
  await sendKeyedStep(year, 'application', receipt, ['apply', sent])
  const { id, broker } = receipt
  const contra = 'undeposited'
  year.model.facts.push({ day, broker, invoice: null, receipt: id, cents: part.cents, contra })
  await keepParts(year, receipt, day, [part])
}

export async function refundYearMoney(year: Year, receipt: YearReceipt, from: string) {
  const day = laterDay(from, receipt.last)
  const cents = unappliedOfReceipt(receipt)
  const sent = {
    day,
    amount: writeCents(cents),
    method: 'check',
    reference: null,
    reason: 'Paid twice',
    confirmed: ANY_DAY,
  }
  await sendKeyedStep(year, 'refund', receipt, ['refunds', sent])
  const { id, broker } = receipt
  year.model.facts.push({ day, broker, invoice: null, receipt: id, cents, contra: 'bank' })
  receipt.refunded += cents
  receipt.last = day
}

type Step = [name: string, body: object]

function sendKeyedStep(year: Year, step: string, { id }: YearReceipt, [name, body]: Step) {
  return sendKeyed<Receipt>(year, step, [`/api/receipts/${id}/${name}`, body])
}

/** Unapplies money that was applied to the wrong invoice, all of it or a part. */
export async function takeOffYearPart(year: Year, receipt: YearReceipt, from: string) {
  const part = receipt.parts.find(({ live }) => live)
  const invoice = year.model.invoices.get(part?.invoice ?? 0)
  if (!part || !invoice) return
  const day = laterDay(laterDay(from, receipt.last), invoice.last)
  const path = `/api/receipts/${receipt.id}/parts/${part.id}/take-off`
  const some = (part.cents * BigInt(1 + year.chance.whole(99))) / 100n
  // The first one is a part, so that every year has one.
  const isPart = some > 0n && (year.chance.in(0.5) || !year.counts.get('partial take-off'))
  const cents = isPart ? some : part.cents
  const sent = { day, confirmed: ANY_DAY, ...(isPart && { amount: writeCents(some) }) }
  await sendStep(year, isPart ? 'partial take-off' : 'take-off', ['POST', path, sent])
  const fact = { day, receipt: receipt.id, contra: 'undeposited' } as const
  postYearFact(year, invoice, { ...fact, cents })
  year.model.facts.push({ ...fact, broker: receipt.broker, invoice: null, cents: -cents })
  part.live = false
  part.endedOn = day
  receipt.last = day
  const rest = part.cents - cents
  if (!rest) return
  const known = new Set(receipt.parts.map(({ id }) => id))
  const { body } = await year.client.get<ReceiptDetails>(`/api/receipts/${receipt.id}`)
  const id = body.parts.find((one) => !known.has(one.id))?.id ?? 0
  receipt.parts.push({ id, invoice: invoice.id, cents: rest, day, live: true, endedOn: null })
}
