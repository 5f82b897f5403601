import { useNavigate } from 'react-router'
import type { InvoiceDetails, Rebilled } from '#core/invoices/responses.ts'
import { creditFields, voidInvoiceFields } from '#core/invoices/requests.ts'
import { today } from '#web/api/today.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { EndedShortPay } from '#web/receipts/shown/ended-short-pay.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'
import { invoiceAddress, nameInvoice } from '#web/invoices/invoice-text.ts'

type StepDialogProps = { invoice: InvoiceDetails; onClose: () => void }

const DESCRIPTIONS = {
  invoice: 'It keeps its number, prints VOID, and stays void. Its loads can be billed again.',
  'credit-note':
    'It keeps its number, prints VOID, and stays void. The broker owes its amount again from this day on.',
}

/** Asks for the day and the reason. The number is kept, and the PDF says VOID. A short pay ends with its credit note (SPEC C330). */
export function VoidDialog({ invoice, onClose }: StepDialogProps) {
  const name = nameInvoice(invoice)
  return (
    <RecordForm
      entity={{
        name: `invoices/${invoice.id}/void`,
        singular: 'Invoice',
        fields: voidInvoiceFields,
      }}
      start={{ text: { on: today() } }}
      labels={{
        title: `Void ${name}`,
        description: DESCRIPTIONS[invoice.kind],
        save: 'Void',
        saved: `${name} voided`,
        failed: 'Failed to void',
      }}
      intro={
        invoice.creditsId !== null && (
          <EndedShortPay invoiceId={invoice.creditsId} creditNoteId={invoice.id} />
        )
      }
      onClose={onClose}
    />
  )
}

/** Credits what is left of the invoice, and makes a new draft with the same loads. */
export function RebillDialog({ invoice, onClose }: StepDialogProps) {
  const navigate = useNavigate()
  const name = nameInvoice(invoice)
  return (
    <RecordForm<Rebilled & { id: number; version: number }>
      entity={{ name: `invoices/${invoice.id}/rebill`, singular: 'Invoice', fields: creditFields }}
      start={{ text: { on: today() } }}
      labels={{
        title: `Credit and Rebill ${name}`,
        description:
          'A credit note covers what is left of it. A new draft bills the same loads as they are today.',
        save: 'Credit and Rebill',
        saved: `${name} credited. Check the new draft.`,
        failed: 'Failed to rebill',
      }}
      onClose={onClose}
      onSaved={({ draft }) => {
        // What was typed is saved.
        discardUnsaved()
        void navigate(invoiceAddress(draft.id))
      }}
    />
  )
}
