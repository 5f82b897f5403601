import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { countDays, formatDay } from '#core/calendar.ts'
import type { BillingDrift, Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { ApiError } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { InvoiceFactoringCard } from '#web/factoring/invoice-factoring.tsx'
import { invoiceAddress, nameInvoice } from '#web/invoices/invoice-text.ts'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { MailHistory } from '#web/mail/mail-history.tsx'
import { PacketCard } from '#web/packets/packet-card.tsx'
import { InvoicePayments } from '#web/receipts/invoice-payments.tsx'
import { InvoiceReceivables } from '#web/receivables/invoice-receivables.tsx'
import { readPathId } from '#web/records/page/page-address.ts'
import { Fact, Facts } from '#web/records/page/record-facts.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { NotFound } from '#web/records/page/record-page.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { InvoiceActions, type InvoiceDialog } from './invoice-actions.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { useInvoiceStep } from './use-invoice-step.ts'

type DialogProps = { invoice: InvoiceDetails; onClose: () => void }

const DIALOGS: Record<InvoiceDialog, ComponentType<DialogProps>> = {
  edit: onDemand(async () => (await import('./edit-draft.tsx')).EditDraft),
  void: onDemand(async () => (await import('./void-dialog.tsx')).VoidDialog),
  credit: onDemand(async () => (await import('./credit-dialog.tsx')).CreditDialog),
  rebill: onDemand(async () => (await import('./void-dialog.tsx')).RebillDialog),
}

/** One invoice or credit note: its facts, its actions and the printed sheet (SPEC C165). */
export function InvoicePage() {
  const id = readPathId(useParams().id)
  const query = useQuery(invoiceQuery(id))
  const { data, error } = query
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <NotFound singular="Invoice" />
  if (data) return <LoadedInvoice key={data.id} invoice={data} />
  return (
    <Page title="Invoice">
      <Query of={query} skeleton="h-64" />
    </Page>
  )
}

function LoadedInvoice({ invoice }: { invoice: InvoiceDetails }) {
  const [dialog, setDialog] = useState<InvoiceDialog>()
  const Opened = dialog && DIALOGS[dialog]
  return (
    <Page
      title={nameInvoice(invoice)}
      actions={<InvoiceActions invoice={invoice} onOpen={setDialog} />}
    >
      <InvoiceFacts invoice={invoice} />
      <ChangedLoads invoice={invoice} onRebill={() => setDialog('rebill')} />
      <InvoiceSheet invoice={invoice} />
      <PacketCard invoiceId={invoice.id} state={invoice.state} />
      <MailHistory path={`/api/invoices/${invoice.id}`} />
      {invoice.kind === 'invoice' && invoice.number !== null && (
        <InvoicePayments invoiceId={invoice.id} />
      )}
      {invoice.factorId !== null && <InvoiceFactoringCard invoiceId={invoice.id} />}
      {invoice.kind === 'invoice' && invoice.number !== null && (
        <InvoiceReceivables invoice={{ ...invoice, number: invoice.number }} />
      )}
      {Opened && <Opened invoice={invoice} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}

type ChangedLoadsProps = { invoice: InvoiceDetails; onRebill: () => void }

/** Lists the loads whose charges changed after approval. The invoice never changes automatically (SPEC C171). */
function ChangedLoads({ invoice, onRebill }: ChangedLoadsProps) {
  const { drift } = invoice
  if (drift.length === 0) return null
  const hasUnbilled = drift.some(({ unbilled }) => toCents(unbilled) > 0n)
  return (
    <section
      aria-label="Changed loads"
      className="grid gap-3 rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting"
    >
      <p>The charges changed after this invoice was approved. The invoice stays as it is.</p>
      <ul className="grid gap-1">
        {drift.map((load) => (
          <DriftItem key={load.loadId} load={load} />
        ))}
      </ul>
      <OnlyFor permission="billing">
        <div className="flex flex-wrap gap-2">
          {hasUnbilled && <SupplementButton invoice={invoice} />}
          <Button variant="secondary" onClick={onRebill}>
            Credit and Rebill
          </Button>
        </div>
      </OnlyFor>
    </section>
  )
}

/** "Load L-1: billed $2,400.00, today $2,550.00". */
function DriftItem({ load: { loadId, loadNumber, billed, today } }: { load: BillingDrift }) {
  const difference = toCents(today) - toCents(billed)
  const sign = difference < 0n ? '−' : '+'
  const size = difference < 0n ? -difference : difference
  return (
    <li className="wrap-anywhere tabular-nums">
      Load{' '}
      <RecordLink to="loads" id={loadId}>
        {loadNumber}
      </RecordLink>
      : billed {formatMoney(toCents(billed))}, today {formatMoney(toCents(today))}{' '}
      <strong>
        ({sign}
        {formatMoney(size)})
      </strong>
    </li>
  )
}

/** A second invoice with the charges that are not billed yet. */
function SupplementButton({ invoice }: { invoice: InvoiceDetails }) {
  const navigate = useNavigate()
  const texts = { done: 'Draft created', failed: 'Failed to bill the difference' }
  const { run, busy } = useInvoiceStep<Invoice>(invoice, texts, ({ id }) => {
    void navigate(invoiceAddress(id))
  })
  return (
    <Button aria-disabled={busy} onClick={() => run('supplement', {})}>
      Bill the Difference
    </Button>
  )
}

/** The facts about an invoice: its status, when it was sent and is due, what is open, and its related invoices. */
function InvoiceFacts({ invoice }: { invoice: InvoiceDetails }) {
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
