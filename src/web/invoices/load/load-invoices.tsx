import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { invoiceAddress, nameInvoice } from '#web/invoices/invoice-text.ts'
import { loadInvoicesQuery } from '#web/invoices/queries.ts'
import { PaymentStatus } from './payment-status.tsx'

/** The invoices of a load, and the step that bills it (SPEC C165). */
export function LoadInvoices({ load }: { load: AnyRecord }) {
  const mayBill = useMay('billing')
  const query = useQuery(loadInvoicesQuery(load.id))
  const invoices = query.data?.invoices.filter(({ kind }) => kind === 'invoice')
  const isBilled = invoices?.some(({ status }) => status !== 'credited')
  return (
    <Card title="Invoice" actions={mayBill && invoices && !isBilled && <BillButton load={load} />}>
      <Query of={query} skeleton="h-8">
        {(all) => (
          <>
            {invoices?.length === 0 && <p className="text-sm text-muted">Not billed yet.</p>}
            {invoices && invoices.length > 0 && (
              <ul className="grid text-sm">
                {invoices.map((invoice) => (
                  <InvoiceItem key={invoice.id} invoice={invoice} />
                ))}
              </ul>
            )}
            {isBilled && <PaymentStatus load={load} invoices={all} />}
          </>
        )}
      </Query>
    </Card>
  )
}

function InvoiceItem({ invoice }: { invoice: Invoice }) {
  const { id, invoiceDate, total, openAmount, state, status, flags } = invoice
  const isOpen = state === 'approved' && toCents(openAmount) > 0n
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-t-0">
      <span className="min-w-0 wrap-anywhere">
        <Link className="hit-area font-medium text-accent-strong underline" to={invoiceAddress(id)}>
          {nameInvoice(invoice)}
        </Link>{' '}
        <span className="text-muted tabular-nums">
          {[
            invoiceDate && formatDay(invoiceDate),
            formatMoney(toCents(total)),
            isOpen && `${formatMoney(toCents(openAmount))} open`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={status} />
        {flags.map((flag) => (
          <StatusBadge key={flag} status={flag} />
        ))}
      </span>
    </li>
  )
}

/** Makes a draft with this load and opens it. */
function BillButton({ load }: { load: AnyRecord }) {
  const navigate = useNavigate()
  const { run, busy, failure } = useAction({
    send: (_: void, { key }) =>
      request<CreatedInvoices>('POST', '/api/invoices', {
        body: { brokerId: load.brokerId, loadIds: [load.id] },
        headers: { 'Idempotency-Key': key },
      }),
    onDone: ({ created: [draft] }) => draft && navigate(invoiceAddress(draft.id)),
  })
  if (typeof load.brokerId !== 'number')
    return <p className="text-sm text-muted">Choose a broker first.</p>
  return (
    <div className="grid justify-items-end gap-1">
      <Button variant="secondary" aria-disabled={busy} onClick={() => run()}>
        Bill This Load
      </Button>
      {failure && (
        <p role="alert" className="text-sm font-medium wrap-anywhere text-danger-ink">
          {failure}
        </p>
      )}
    </div>
  )
}
