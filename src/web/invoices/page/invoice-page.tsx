import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { useParams } from 'react-router'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { ApiError } from '#web/api/client.ts'
import { Query } from '#web/ui/query.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { MailHistory } from '#web/mail/mail-history.tsx'
import { PacketCard } from '#web/packets/packet-card.tsx'
import { readPathId } from '#web/records/page/page-address.ts'
import { NotFound } from '#web/records/page/record-page.tsx'
import { InvoiceFactoringCard } from '#web/factoring/invoice-factoring.tsx'
import { InvoicePayments } from '#web/receipts/invoice-payments.tsx'
import { InvoiceReceivables } from '#web/receivables/invoice-receivables.tsx'
import { nameInvoice } from '#web/invoices/invoice-text.ts'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { ChangedLoads } from './changed-loads.tsx'
import { InvoiceActions, type InvoiceDialog } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

type DialogProps = { invoice: InvoiceDetails; onClose: () => void }

const DIALOGS: Record<InvoiceDialog, ComponentType<DialogProps>> = {
  edit: onDemand(async () => (await import('./edit-draft.tsx')).EditDraft),
  void: onDemand(async () => (await import('./void-dialog.tsx')).VoidDialog),
  credit: onDemand(async () => (await import('./credit-dialog.tsx')).CreditDialog),
  rebill: onDemand(async () => (await import('./void-dialog.tsx')).RebillDialog),
}

const LIST = { title: 'Invoices', to: '/invoices' }

/** One invoice or credit note: its facts, its actions and the printed sheet (SPEC C165). */
export function InvoicePage() {
  const id = readPathId(useParams().id)
  const query = useQuery(invoiceQuery(id))
  const { data, error } = query
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <NotFound singular="Invoice" {...LIST} />
  if (data) return <LoadedInvoice key={data.id} invoice={data} />
  return (
    <Page title="Invoice" parent={LIST}>
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
      parent={LIST}
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
