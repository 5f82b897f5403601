/** What brokers owe on a day, by age (SPEC C200). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { addUp, toAmount, type Amount } from '#core/money.ts'

/** `age`: days since the invoice date. `past-due`: days since the due date. */
export const AGING_BASES = [
  { value: 'age', label: 'Invoice age' },
  { value: 'past-due', label: 'Days past due' },
] as const

export type AgingBasis = (typeof AGING_BASES)[number]['value']

const BASIS_VALUES = AGING_BASES.map(({ value }) => value)

/** The buckets of each basis: `upTo` is the last day in it. The last bucket has no end. */
export const BUCKETS: Record<AgingBasis, readonly { label: string; upTo: number }[]> = {
  age: [
    { label: '0–30', upTo: 30 },
    { label: '31–60', upTo: 60 },
    { label: '61–90', upTo: 90 },
    { label: 'Over 90', upTo: Infinity },
  ],
  'past-due': [
    { label: 'Current', upTo: 0 },
    { label: '1–30', upTo: 30 },
    { label: '31–60', upTo: 60 },
    { label: '61–90', upTo: 90 },
    { label: 'Over 90', upTo: Infinity },
  ],
}

/** The index of the bucket that contains this many days. */
export function findBucket(days: number, basis: AgingBasis): number {
  return BUCKETS[basis].findIndex(({ upTo }) => days <= upTo)
}

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const dayText = z.string().describe('A day: "2026-11-20"')

const agedAmounts = {
  buckets: z.array(amount).describe('Open amounts of invoices, in the order of `labels`'),
  open: amount.describe('The sum of the buckets'),
  unapplied: amount.describe('Money received that is not applied to an invoice. 0 or less'),
  balance: amount.describe('What is owed: open and unapplied added up'),
  withFactor: amount.describe(
    'Part of the open amount that is payable to a factor, without invoices that it charged back',
  ),
  disputed: amount.describe('Part of the open amount that was disputed on that day'),
}

export const brokerAgingSchema = z.object({
  brokerId: z.int(),
  brokerName: z.string(),
  invoices: z.int().describe('Invoices that are open on that day'),
  ...agedAmounts,
})

export type BrokerAging = z.output<typeof brokerAgingSchema>

export const agingSchema = z.object({
  asOf: dayText,
  basis: z.enum(BASIS_VALUES),
  labels: z.array(z.string()).describe('The buckets'),
  brokers: z.array(brokerAgingSchema).describe('Brokers that owe or have unapplied money, by name'),
  total: z.object({ invoices: z.int(), ...agedAmounts }),
})

export type Aging = z.output<typeof agingSchema>

export const openInvoiceSchema = z.object({
  id: z.int(),
  number: z.string(),
  brokerId: z.int(),
  invoiceDate: dayText,
  dueOn: dayText,
  days: z.int().describe('Days of the basis, on that day. Negative: before it is due'),
  bucket: z.int().describe('Its index in `labels`'),
  total: amount,
  open: amount.describe('Open amount on that day'),
  disputed: amount.describe('Part of the open amount that is disputed'),
  withFactor: z.boolean().describe('On that day: payable to a factor, and not charged back'),
})

export type OpenInvoice = z.output<typeof openInvoiceSchema>

export const agingQuery = z.object({
  asOf: day('As Of').schema,
  basis: z.enum(BASIS_VALUES, 'Choose invoice age or days past due').default('age'),
})

/** Adds up the figures of all brokers. */
export function addUpAging(brokers: readonly BrokerAging[], basis: AgingBasis): Aging['total'] {
  const sum = (read: (broker: BrokerAging) => Amount) => toAmount(addUp(brokers.map(read)))
  return {
    invoices: brokers.reduce((count, { invoices }) => count + invoices, 0),
    buckets: BUCKETS[basis].map((_, at) => sum(({ buckets }) => buckets[at] ?? '0.00')),
    open: sum(({ open }) => open),
    unapplied: sum(({ unapplied }) => unapplied),
    balance: sum(({ balance }) => balance),
    withFactor: sum(({ withFactor }) => withFactor),
    disputed: sum(({ disputed }) => disputed),
  }
}
