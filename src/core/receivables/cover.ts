/** What covers the part of an invoice that is not open, and which step opens it again (SPEC C336). */
import { formatMoney, toCents, type Amount, type Cents } from '#core/money.ts'

/** `paid`: money on the invoice. `differences`: discounts, fees and write-offs. `toFactor`: what the broker paid a factor. */
export type InvoiceCover = { paid: Amount; differences: Amount; toFactor: Amount }

/** "Only $0.00 of invoice 2 is open. First unapply $100.00 of the $1,001.00 that is paid." `missing`: what must be open besides. */
export function describeCover(
  number: string | null,
  { open, missing }: { open: Cents; missing: Cents },
  cover: InvoiceCover,
): string {
  const [paid, differences, toFactor] = [
    toCents(cover.paid),
    toCents(cover.differences),
    toCents(cover.toFactor),
  ]
  const steps = [
    ...(paid > 0n ? [describeUnapply(missing < paid ? missing : paid, paid)] : []),
    ...(toFactor > 0n && paid < missing
      ? [`void the factor’s report of the ${formatMoney(toFactor)} that the broker paid`]
      : []),
    ...(differences > 0n && paid + toFactor < missing
      ? [`undo the ${formatMoney(differences)} of discounts, fees and write-offs`]
      : []),
  ]
  const state = `Only ${formatMoney(open)} of invoice ${number ?? ''} is open.`
  return steps.length ? `${state} First ${steps.join(', and ')}.` : state
}

function describeUnapply(part: Cents, paid: Cents): string {
  const whole = `the ${formatMoney(paid)} that is paid`
  return part === paid ? `unapply ${whole}` : `unapply ${formatMoney(part)} of ${whole}`
}
