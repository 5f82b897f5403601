/** The changes in what brokers owe between two days (SPEC C201). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { ReceivableKind } from './entries.ts'

/** The lines of the bridge. Money that moves from "unapplied" to an invoice changes nothing. */
const BRIDGE_LINES = [
  { name: 'billed', label: 'Billed', kinds: ['invoice'] },
  { name: 'voided', label: 'Voided', kinds: ['void'] },
  { name: 'credited', label: 'Credited', kinds: ['credit', 'credit-void'] },
  { name: 'paid', label: 'Paid', kinds: ['payment', 'applied'] },
  { name: 'paidToFactor', label: 'Paid to the factor', kinds: ['factor-paid', 'factor-reversal'] },
  { name: 'quickPay', label: 'Quick-pay discounts', kinds: ['quick-pay'] },
  { name: 'writtenOff', label: 'Written off', kinds: ['write-off'] },
  { name: 'bankFees', label: 'Bank fees', kinds: ['bank-fee'] },
  { name: 'reversed', label: 'Reversed', kinds: ['reversal'] },
  { name: 'refunded', label: 'Refunded', kinds: ['refund', 'refund-reversal'] },
] as const satisfies readonly { name: string; label: string; kinds: readonly ReceivableKind[] }[]

const amount = z.string().describe('Dollars with two decimals: "1234.50"')

export const bridgeSchema = z.object({
  from: z.string().describe('The opening is what was owed at the end of this day'),
  to: z.string(),
  opening: amount,
  lines: z.array(
    z.object({
      name: z.enum(BRIDGE_LINES.map(({ name }) => name)),
      label: z.string(),
      amount: amount.describe('Positive: more is owed'),
    }),
  ),
  closing: amount.describe('The opening and the lines added up'),
})

export type Bridge = z.output<typeof bridgeSchema>

export const bridgeQuery = z.object({ from: day('From').schema, to: day('To').schema })

/** `changes`: the entries after `from` up to `to`, added up by kind. Lines of 0.00 are left out. */
export function buildBridge(
  { from, to }: { from: string; to: string },
  opening: Amount,
  changes: readonly { kind: ReceivableKind; amount: Amount }[],
): Bridge {
  const lines = BRIDGE_LINES.map(({ name, label, kinds }) => {
    const own = changes.filter(({ kind }) => kinds.some((counted) => counted === kind))
    return { name, label, amount: toAmount(addUp(own.map((change) => change.amount))) }
  }).filter((line) => toCents(line.amount) !== 0n)
  const closing = toAmount(addUp([opening, ...lines.map((line) => line.amount)]))
  return { from, to, opening, lines, closing }
}
