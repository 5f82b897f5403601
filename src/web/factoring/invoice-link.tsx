import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Leads to the page of a factored invoice. */
export function InvoiceLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link className="hit-area font-medium text-accent-strong underline" to={`/invoices/${id}`}>
      {children}
    </Link>
  )
}
