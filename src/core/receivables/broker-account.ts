/** What a broker owes, how it pays, and how much credit it has (SPEC C203, C206). */
import { z } from 'zod'
import { addDays, type Day } from '#core/calendar.ts'
import { divideRounded, toAmount, toCents, type Amount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { contactSchema } from './contacts.ts'
import { disputeSchema } from './disputes.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const dayText = z.string().describe('A day: "2026-11-20"')

/** An overcharge or a duplicate payment must be refunded within this many days (49 CFR 378). */
const OVERCHARGE_DAYS = 30

export const creditSchema = z.object({
  limit: amount.nullable().describe('Null: no limit is set'),
  open: amount.describe('Open amounts of invoices'),
  delivered: amount.describe('Loads that are delivered and not invoiced'),
  notDelivered: amount.describe('Loads that are not delivered yet'),
  used: amount.describe('The three added up'),
  isOver: z.boolean(),
})

export type Credit = z.output<typeof creditSchema>

const daysToPaySchema = z.object({
  days: z
    .int()
    .nullable()
    .describe('Average weighted by amount, over 12 months. Null without payments'),
  payments: z.int(),
  paid: amount,
  terms: z.int().describe('The days that the broker promised: its own terms, else the account’s'),
})

export type DaysToPay = z.output<typeof daysToPaySchema>

export const brokerAccountSchema = z.object({
  open: amount,
  overdue: amount.describe('Part of the open amount that is past due today'),
  unapplied: amount.describe('Money received that is not applied to an invoice. 0 or less'),
  refundBy: dayText
    .nullable()
    .describe('The day by which the oldest unapplied money is applied or refunded'),
  credit: creditSchema,
  daysToPay: daysToPaySchema,
  disputes: z.array(disputeSchema).describe('Open disputes'),
  contacts: z.array(contactSchema).describe('The latest five contacts'),
})

export type BrokerAccount = z.output<typeof brokerAccountSchema>

export type CreditFigures = Pick<Credit, 'limit' | 'open' | 'delivered' | 'notDelivered'>

export function toCredit({ limit, open, delivered, notDelivered }: CreditFigures): Credit {
  const used = toCents(open) + toCents(delivered) + toCents(notDelivered)
  const isOver = limit !== null && used > toCents(limit)
  return { limit, open, delivered, notDelivered, used: toAmount(used), isOver }
}

/** `weighted`: each payment's amount times its days, added up. Rounded to whole days, half away from zero. */
export function averageDays(weighted: Amount, paid: Amount): number | null {
  const divisor = toCents(paid)
  return divisor <= 0n ? null : Number(divideRounded(toCents(weighted), divisor))
}

/** "38 (12 payments), terms 30". */
export function describeDaysToPay({ days, payments, terms }: DaysToPay): string {
  const promised = terms === 0 ? 'due on receipt' : `terms ${terms}`
  if (days === null) return `No payments yet, ${promised}`
  return `${days} (${pluralize(payments, 'payment')}), ${promised}`
}

/** The last day to refund unapplied money; null if no money is unapplied. */
export function refundDay(oldestUnapplied: Day | null): Day | null {
  return oldestUnapplied && addDays(oldestUnapplied, OVERCHARGE_DAYS)
}
