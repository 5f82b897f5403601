import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney, toCents } from '#core/money.ts'
import { InvoiceLines } from '#web/invoices/page/invoice-lines.tsx'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { describeTerms, invoiceAddress, nameInvoice } from '#web/invoices/invoice-text.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ReviewRow } from './use-review.ts'

/** The reviewed invoices, each with its lines on demand. */
export function ReviewList({ rows }: { rows: ReviewRow[] }) {
  return (
    <ul
      aria-label="Invoices"
      className="grid max-h-[50dvh] overflow-y-auto rounded-lg border border-line text-sm"
      tabIndex={0}
    >
      {rows.map((row) => (
        <ReviewItem key={row.invoice.id} row={row} />
      ))}
    </ul>
  )
}

const ReviewItem = memo(function ReviewItem({ row: { invoice, error } }: { row: ReviewRow }) {
  const [open, setOpen] = useState(false)
  const { id, brokerName, loads, total, status } = invoice
  const numbers = loads.map(({ loadId, brokerLoadNumber }) =>
    brokerLoadNumber ? `${loadId} (broker’s ${brokerLoadNumber})` : loadId,
  )
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <li className="grid gap-1 border-t border-line px-2 py-1.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3">
        <IconButton
          label={`${open ? 'Hide' : 'Show'} lines of load ${loads[0]?.loadId ?? ''}`}
          className="size-8 pointer-coarse:size-11"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon aria-hidden className="size-4" />
        </IconButton>
        <span className="min-w-40 grow basis-0 wrap-anywhere">
          <span className="font-medium">{brokerName}</span>
          <span className="block text-xs text-muted">Load {numbers.join(', ')}</span>
        </span>
        <span className="text-xs text-muted max-sm:hidden">{describeTerms(invoice)}</span>
        {invoice.number === null ? (
          <StatusBadge status={status} />
        ) : (
          <Link
            className="hit-area font-medium text-accent-strong underline"
            to={invoiceAddress(id)}
          >
            {nameInvoice(invoice)}
          </Link>
        )}
        <span className="ml-auto min-w-24 text-right tabular-nums">
          {formatMoney(toCents(total))}
        </span>
      </div>
      {error && <p className="pl-9 text-xs font-medium wrap-anywhere text-danger-ink">{error}</p>}
      {open && <Lines id={id} />}
    </li>
  )
})

function Lines({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(invoiceQuery(id))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" />
  return <InvoiceLines invoice={data} />
}
