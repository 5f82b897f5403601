import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney, toCents } from '#core/money.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { InvoiceLines } from '#web/invoices/page/invoice-lines.tsx'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { describeTerms, invoiceAddress, nameInvoice } from '#web/invoices/invoice-text.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Query } from '#web/ui/query.tsx'
import type { Review, ReviewRow } from './use-review.ts'

type ReviewListProps = { rows: ReviewRow[]; busy: boolean; onAnswer: Review['answer'] }

/** The reviewed invoices, each with its lines on demand. */
export function ReviewList({ rows, busy, onAnswer }: ReviewListProps) {
  return (
    <ul
      aria-label="Invoices"
      tabIndex={0}
      className="grid max-h-[50dvh] overflow-y-auto rounded-lg border border-line text-sm"
    >
      {rows.map((row) => (
        <li
          key={row.invoice.id}
          className="grid gap-1 border-t border-line px-2 py-1.5 first:border-t-0"
        >
          <ReviewItem row={row} />
          {row.question && !busy && <Answers row={row} onAnswer={onAnswer} />}
        </li>
      ))}
    </ul>
  )
}

const ReviewItem = memo(function ReviewItem({ row }: { row: ReviewRow }) {
  const { invoice, error } = row
  const [open, setOpen] = useState(false)
  const { id, brokerName, loads, total } = invoice
  const numbers = loads.map(({ loadId, brokerLoadNumber }) =>
    brokerLoadNumber ? `${loadId} (broker’s ${brokerLoadNumber})` : loadId,
  )
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <IconButton
          label={`${open ? 'Hide' : 'Show'} lines of load ${loads[0]?.loadId ?? ''}`}
          className="size-8 pointer-coarse:size-11"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon aria-hidden className="size-4" />
        </IconButton>
        <span className="min-w-28 grow basis-0 wrap-anywhere sm:min-w-40">
          <span className="font-medium">{brokerName}</span>
          <span className="block text-xs text-muted">
            {numbers.length === 1 ? 'Load' : 'Loads'} {numbers.join(', ')}
          </span>
        </span>
        <RowState row={row} />
        <span className="ml-auto min-w-24 text-right tabular-nums">
          {formatMoney(toCents(total))}
        </span>
      </div>
      {error && <p className="pl-9 text-xs font-medium wrap-anywhere text-danger-ink">{error}</p>}
      {open && <Lines id={id} />}
    </>
  )
})

/** The terms of a draft, or the number of an approved invoice and whether its packet was sent. */
function RowState({ row: { invoice, sent, isReady } }: { row: ReviewRow }) {
  if (invoice.number === null)
    return (
      <>
        <span className="text-xs text-muted max-sm:hidden">{describeTerms(invoice)}</span>
        <StatusBadge status={invoice.status} />
      </>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:order-last max-sm:w-full max-sm:pl-12">
      {sent && <span className="text-xs text-muted">{sent.message}</span>}
      {(sent || isReady) && (
        <DownloadLink
          className="h-8! px-2! text-xs!"
          href={`/api/invoices/${invoice.id}/packet.pdf`}
        >
          Packet<span className="sr-only"> of {nameInvoice(invoice)}</span>
        </DownloadLink>
      )}
      {(isReady || sent?.way === 'download') && (
        <DownloadLink
          needs="company"
          className="h-8! px-2! text-xs!"
          href={`/api/invoices/${invoice.id}/mail-draft.eml`}
        >
          Email Draft<span className="sr-only"> of {nameInvoice(invoice)}</span>
        </DownloadLink>
      )}
      <Link
        className="hit-area font-medium text-accent-strong underline"
        to={invoiceAddress(invoice.id)}
      >
        {nameInvoice(invoice)}
      </Link>
    </span>
  )
}

/** The answers to the row's error, which is a question of the server. They are sent with the next try. */
function Answers({ row, onAnswer }: { row: ReviewRow; onAnswer: Review['answer'] }) {
  return (
    <div className="flex flex-wrap gap-2 pl-9">
      <Button variant="secondary" onClick={() => onAnswer(row, false)}>
        {row.question === 'asked' ? 'Bill Them Anyway' : 'Approve Anyway'}
      </Button>
      {row.question === 'asked' && (
        <Button variant="secondary" onClick={() => onAnswer(row, true)}>
          Leave Them Off
        </Button>
      )}
    </div>
  )
}

function Lines({ id }: { id: number }) {
  const query = useQuery(invoiceQuery(id))
  return (
    <Query of={query} skeleton="h-16">
      {(data) => <InvoiceLines invoice={data} />}
    </Query>
  )
}
