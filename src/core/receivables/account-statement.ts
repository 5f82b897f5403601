/** A broker's statement of account: what it owed, each entry with its day, and what it owes (SPEC C202). */
import { z } from 'zod'
import { monthBefore, type Day, type Period } from '#core/calendar.ts'
import { day } from '#core/fields/fields.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { nameMethod } from '#core/receipts/kinds.ts'
import { brokerAgingSchema, openInvoiceSchema } from './aging.ts'
import { CREDIT_KINDS, DEBIT_KINDS, type ReceivableKind } from './entries.ts'
import { nameEntry } from './ledger-listing.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const dayText = z.string().describe('A day: "2026-11-20"')

const lineSchema = z.object({
  day: dayText,
  kind: z.enum([...DEBIT_KINDS, ...CREDIT_KINDS]),
  text: z.string().describe('The entry as text: "Payment, invoice 1042"'),
  invoiceId: z.int().nullable(),
  amount: amount.describe('Positive: the broker owes more'),
  balance: amount.describe('Balance after the line'),
})

export type AccountLine = z.output<typeof lineSchema>

export const accountStatementSchema = z.object({
  brokerId: z.int(),
  brokerName: z.string(),
  from: dayText,
  to: dayText,
  opening: amount.describe('Owed before the first day, less unapplied money'),
  lines: z.array(lineSchema).describe('By day'),
  closing: amount.describe('Owed at the end of the last day'),
  labels: z.array(z.string()).describe('The buckets of the aging'),
  aging: brokerAgingSchema.pick({ buckets: true, open: true, unapplied: true, balance: true }),
  invoices: z
    .array(openInvoiceSchema.extend({ remitTo: z.string().describe('Who the broker pays') }))
    .describe('Open on the last day'),
})

export type AccountStatement = z.output<typeof accountStatementSchema>

export const accountQuery = z.object({
  from: day('From').schema.optional().describe('Default: the first day of the month before `to`'),
  to: day('To').schema.optional().describe('Default: today'),
})

export function toAccountPeriod({ from, to }: z.output<typeof accountQuery>, today: Day): Period {
  const last = to ?? today
  return { from: from ?? monthBefore(last).from, to: last }
}

/**
 * A fact of the ledger, in the order of the statement. `reference`: the number of the receipt. `differenceKind`: what a reversal that is
 * not of money ended.
 */
export type AccountFact = {
  day: Day
  kind: ReceivableKind
  invoiceId: number | null
  invoiceNumber: string | null
  creditNumber: string | null
  method: string | null
  reference: string | null
  differenceKind: ReceivableKind | null
  amount: Amount
}

/** The lines, each with the balance after it. */
export function toAccountLines(opening: Amount, facts: readonly AccountFact[]): AccountLine[] {
  let balance = toCents(opening)
  return facts.map((fact) => {
    const { day, kind, invoiceId, amount: changed } = fact
    balance += toCents(changed)
    const text = describeFact(fact)
    return { day, kind, text, invoiceId, amount: changed, balance: toAmount(balance) }
  })
}

/**
 * "Invoice 1042", "Invoice 1042 voided", "Credit note 1050, invoice 1042", "Payment, invoice 1042 (Check 884512)",
 * "Payment, unapplied (ACH 77)", "Refund of Check 884512". A broker's office searches by these numbers.
 */
function describeFact(fact: AccountFact): string {
  const { kind, invoiceNumber, creditNumber, method, reference } = fact
  const money = reference === null ? '' : `${nameMethod(method ?? '')} ${reference}`
  if (money && kind === 'refund') return `Refund of ${money}`
  if (money && kind === 'refund-reversal') return `Refund of ${money} not cashed`
  if (kind === 'invoice') return `Invoice ${invoiceNumber}`
  if (kind === 'void') return `Invoice ${invoiceNumber} voided`
  const place =
    invoiceNumber !== null ? `, invoice ${invoiceNumber}` : kind === 'payment' ? ', unapplied' : ''
  return `${nameFact(fact, creditNumber)}${place}${money && ` (${money})`}`
}

function nameFact({ kind, differenceKind }: AccountFact, creditNumber: string | null): string {
  if (creditNumber !== null)
    return `Credit note ${creditNumber}${kind === 'credit-void' ? ' voided' : ''}`
  return kind === 'reversal' && differenceKind !== null
    ? `${nameEntry(differenceKind)} reversed`
    : nameEntry(kind)
}
