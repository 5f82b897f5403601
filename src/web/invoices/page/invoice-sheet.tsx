import type { ReactNode } from 'react'
import { formatDay } from '#core/calendar.ts'
import type { InvoiceDetails, Party } from '#core/invoices/responses.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { nameInvoice } from '#web/invoices/invoice-text.ts'
import { InvoiceLines } from './invoice-lines.tsx'

/** The invoice as it is printed. A draft shows what it would print today. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDetails }) {
  const { company, billTo, remitTo, note } = invoice
  const contacts = [company.phone, company.email].filter(Boolean)
  const numbers = [
    company.mcNumber && `MC ${company.mcNumber}`,
    company.dotNumber && `DOT ${company.dotNumber}`,
  ].filter(Boolean)
  return (
    <section
      aria-label="Invoice"
      className="grid min-w-0 gap-6 rounded-lg border border-line bg-surface p-4 text-sm shadow-xs sm:p-8"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 wrap-anywhere">
          <p className="text-base font-semibold">{company.name}</p>
          <p className="whitespace-pre-line">{company.address}</p>
          {contacts.length > 0 && <p>{contacts.join(' · ')}</p>}
          {numbers.length > 0 && <p>{numbers.join(' · ')}</p>}
        </div>
        <SheetHead invoice={invoice} />
      </div>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <PartyBlock title="Bill To" party={billTo} missing="No address. Add it to the broker.">
          <RecordLink to="brokers" id={invoice.brokerId}>
            {billTo.name}
          </RecordLink>
        </PartyBlock>
        <PartyBlock title="Remit To" party={remitTo} missing="No address.">
          {remitTo.name}
        </PartyBlock>
      </dl>
      <InvoiceLines invoice={invoice} />
      {note && <p className="whitespace-pre-line wrap-anywhere text-muted">{note}</p>}
    </section>
  )
}

/** The title, and the number, dates and terms in aligned columns. */
function SheetHead({ invoice }: { invoice: InvoiceDetails }) {
  const { kind, number, invoiceDate, termsDays, dueOn, carrierId } = invoice
  const rows: [string, string | null][] = [
    [kind === 'credit-note' ? 'Credit Note #' : 'Invoice #', number ?? 'Assigned at approval'],
    ['Date', invoiceDate === null ? 'Day of approval' : formatDay(invoiceDate)],
    [
      'Terms',
      kind === 'credit-note' ? null : termsDays === 0 ? 'Due on receipt' : `Net ${termsDays}`,
    ],
    ['Due', kind === 'credit-note' || dueOn === null ? null : formatDay(dueOn)],
    ['Carrier ID', carrierId],
  ]
  return (
    <div className="min-w-0">
      <p aria-hidden className="text-lg font-semibold tracking-wide uppercase sm:text-right">
        {number === null
          ? `Draft ${kind === 'invoice' ? 'Invoice' : 'Credit Note'}`
          : nameInvoice(invoice).replace(/ \S+$/, '')}
      </p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
        {rows.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="wrap-anywhere sm:text-right">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

type PartyBlockProps = { title: string; party: Party; missing: string; children: ReactNode }

function PartyBlock({ title, party, missing, children }: PartyBlockProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{title}</dt>
      <dd className="wrap-anywhere">
        <span className="font-medium">{children}</span>
        <span className="block whitespace-pre-line">
          {party.address ?? <span className="text-waiting">{missing}</span>}
        </span>
      </dd>
    </div>
  )
}
