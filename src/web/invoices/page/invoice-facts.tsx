import { Link } from 'react-router'
import { countDays, formatDay } from '#core/calendar.ts'
import type { Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { today } from '#web/api/today.ts'
import { Fact, Facts } from '#web/records/page/record-facts.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { invoiceAddress, nameInvoice } from '#web/invoices/invoice-text.ts'

/** The facts about an invoice: its status, when it was sent and is due, what is open, and its related invoices. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetails }) {
  const { kind, state, status, flags, sentOn, openAmount, total } = invoice
  const isOwed = kind === 'invoice' && state === 'approved'
  return (
    <Card>
      <Facts>
        <Fact label="Status">
          <span className="flex flex-wrap gap-1">
            <StatusBadge status={status} />
            {flags.map((flag) => (
              <StatusBadge key={flag} status={flag} />
            ))}
          </span>
        </Fact>
        <Fact label="Broker">
          <RecordLink to="brokers" id={invoice.brokerId}>
            {invoice.brokerName}
          </RecordLink>
        </Fact>
        <Fact label="Total">
          <span className="tabular-nums">{formatMoney(toCents(total))}</span>
        </Fact>
        {isOwed && (
          <Fact label="Open">
            <strong className="tabular-nums">{formatMoney(toCents(openAmount))}</strong>
          </Fact>
        )}
        {state !== 'draft' && (
          <Fact label="Sent">{sentOn === null ? 'Not sent' : formatDay(sentOn)}</Fact>
        )}
        {isOwed && <Fact label="Due">{describeDue(invoice)}</Fact>}
        {state === 'void' && <Fact label="Voided">{describeVoid(invoice)}</Fact>}
        <Related label="Credits" id={invoice.creditsId} />
        <Related label="Replaces" id={invoice.rebillsId} />
        <Related label="Adds Charges To" id={invoice.supplementsId} />
        {invoice.credits.length > 0 && (
          <Fact label="Credit Notes">
            {invoice.credits.map((credit) => (
              <CreditLink key={credit.id} credit={credit} />
            ))}
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

/** "12/23/2026, 5 days late". */
function describeDue({ dueOn, openAmount }: InvoiceDetails): string {
  if (dueOn === null) return ''
  const late = countDays(dueOn, today())
  const isLate = late > 0 && toCents(openAmount) > 0n
  return formatDay(dueOn) + (isLate ? `, ${pluralize(late, 'day')} late` : '')
}

function describeVoid({ voidedOn, voidReason }: InvoiceDetails): string {
  return [voidedOn && formatDay(voidedOn), voidReason].filter(Boolean).join(': ')
}

function Related({ label, id }: { label: string; id: number | null }) {
  if (id === null) return null
  return (
    <Fact label={label}>
      <Link className="hit-area font-medium text-accent-strong underline" to={invoiceAddress(id)}>
        Open the invoice
      </Link>
    </Fact>
  )
}

function CreditLink({ credit }: { credit: Invoice }) {
  const { id, total, state } = credit
  return (
    <span className="block">
      <Link className="hit-area font-medium text-accent-strong underline" to={invoiceAddress(id)}>
        {nameInvoice(credit)}
      </Link>{' '}
      <span className="tabular-nums">{formatMoney(toCents(total))}</span>
      {state === 'void' && <span className="text-muted"> void</span>}
    </span>
  )
}
