/** What a person must confirm before money of a broker is recorded that belongs to a factor (SPEC C334). */
import { formatMoney, type Cents } from '#core/money.ts'

/** A payment of an invoice that is with a factor. `amount`: the factor's part of it; 0 if the factor has not bought the invoice yet. */
export type FactorMoney = { factor: string; invoice: string; amount: Cents }

/** Null if nothing of the money is a factor's. */
export function askFactorMoney(paid: readonly FactorMoney[]): string | null {
  const bought = paid.filter(({ amount }) => amount > 0n)
  const [first = paid[0]] = bought
  if (!first) return null
  const { factor } = first
  const listed = (bought.length ? bought : paid).filter((one) => one.factor === factor)
  const numbers = listed.map(({ invoice }) => invoice)
  const invoices = `invoice${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}`
  if (!bought.length)
    return `The payee of ${invoices} is ${factor}, which has not bought ${numbers.length > 1 ? 'them' : 'it'} yet. Record the payment as yours?`
  const amount = formatMoney(listed.reduce((sum, one) => sum + one.amount, 0n))
  return `${factor} bought ${invoices}: ${amount} of this money belongs to ${factor}. Record it if you deposited it, and forward it on the page of ${factor}. If you send the check itself on, don’t record it here. Record it?`
}
