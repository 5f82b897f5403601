/** The names and addresses of an invoice, and texts about it. */
import { formatDay } from '#core/calendar.ts'
import type { Invoice } from '#core/invoices/responses.ts'

/** The path of an invoice's page. */
export function invoiceAddress(id: number): string {
  return `/invoices/${id}`
}

export function invoicePdf(id: number): string {
  return `/api/invoices/${id}/invoice.pdf`
}

/** "Invoice 1042", "Credit Note 1043", "Draft Invoice". */
export function nameInvoice({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string {
  const what = kind === 'credit-note' ? 'Credit Note' : 'Invoice'
  return number === null ? `Draft ${what}` : `${what} ${number}`
}

/** "L-1", "L-1 and 3 more". */
export function nameLoads({ loads }: Pick<Invoice, 'loads'>): string {
  const [first] = loads
  if (!first) return 'No loads'
  const name = first.brokerLoadNumber ?? first.loadId
  return loads.length === 1 ? name : `${name} and ${loads.length - 1} more`
}

/** "Due on receipt", "Net 30, due 12/23/2026". */
export function describeTerms({ termsDays, dueOn }: Pick<Invoice, 'termsDays' | 'dueOn'>): string {
  const terms = termsDays === 0 ? 'Due on receipt' : `Net ${termsDays}`
  return dueOn === null || termsDays === 0 ? terms : `${terms}, due ${formatDay(dueOn)}`
}
