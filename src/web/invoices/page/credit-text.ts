/** The amounts of a credit note while they are typed (SPEC C169). */
import type { InvoiceDetails, InvoiceLine } from '#core/invoices/responses.ts'
import { formatMoney, readTypedAmount, toCents, type Cents } from '#core/money.ts'

export type CreditText = {
  on: string
  reason: string
  /** Credit everything that is not credited yet. */
  whole: boolean
  /** The typed amount of each line by its id. */
  amounts: Record<number, string>
}

type CreditableLine = InvoiceLine & { id: number; left: string }

/** The lines that are not fully credited. */
export function listCreditable({ lines }: Pick<InvoiceDetails, 'lines'>): CreditableLine[] {
  return lines.filter(
    (line): line is CreditableLine =>
      line.id !== null && line.left !== null && toCents(line.left) > 0n,
  )
}

/** The total of the credit note. An amount that can't be read counts as 0. */
export function sumCredit(
  invoice: Pick<InvoiceDetails, 'lines' | 'openAmount'>,
  { whole, amounts }: CreditText,
): Cents {
  const lines = listCreditable(invoice)
  if (whole) return invoice.lines.reduce((sum, { left }) => sum + toCents(left ?? '0.00'), 0n)
  return lines.reduce(
    (sum, { id }) => sum + toCents(readTypedAmount(amounts[id] ?? '') ?? '0.00'),
    0n,
  )
}

/** The messages by key: "line-7" for one line, "lines" for all. */
export function checkCredit(
  invoice: Pick<InvoiceDetails, 'lines' | 'openAmount'>,
  text: CreditText,
): Record<string, string> {
  if (text.whole) return {}
  const found: Record<string, string> = {}
  for (const { id, left } of listCreditable(invoice)) {
    const typed = text.amounts[id]?.trim() ?? ''
    if (typed === '') continue
    const amount = readTypedAmount(typed)
    if (amount === null || toCents(amount) < 0n)
      found[`line-${id}`] = 'Amount must be a dollar amount'
    else if (toCents(amount) > toCents(left))
      found[`line-${id}`] = `Only ${formatMoney(toCents(left))} is left of this line`
  }
  if (Object.keys(found).length === 0 && sumCredit(invoice, text) === 0n)
    found.lines = 'Enter an amount to credit for at least one line'
  return found
}
