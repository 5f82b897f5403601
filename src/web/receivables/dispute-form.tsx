import {
  disputeClosingFields,
  disputeFields,
  disputeMessages,
  type Dispute,
} from '#core/receivables/disputes.ts'
import type { Amount } from '#core/money.ts'
import { today } from '#web/api/today.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

type Invoice = { id: number; number: string; open: Amount }

type DisputeFormProps = {
  /** The dispute to change. Without it, the form adds a dispute to the invoice. */
  dispute?: Dispute
  invoice: Invoice
  onClose: () => void
}

const NAMES = Object.keys(disputeFields)
const CLOSING_NAMES = Object.keys(disputeClosingFields)

/** What the broker disputes: amount, reason, and what happens next (SPEC C204). */
export function DisputeForm({ dispute, invoice, onClose }: DisputeFormProps) {
  const model = useRecordForm<Dispute>({ fields: disputeFields }, dispute, {
    text: { amount: invoice.open, openedOn: today() },
  })
  return (
    <RecordDialog
      entity={{
        name: dispute ? 'disputes' : `invoices/${invoice.id}/disputes`,
        singular: 'Dispute',
      }}
      model={model}
      names={NAMES}
      labels={{
        title: `${dispute ? 'Dispute' : 'New Dispute'}, Invoice ${invoice.number}`,
        description: 'The invoice stays open and counts as disputed until the dispute is closed.',
        save: 'Save Dispute',
        saved: 'Dispute saved',
        failed: disputeMessages.failed,
      }}
      onClose={onClose}
    >
      <FieldGrid model={model} names={NAMES} />
    </RecordDialog>
  )
}

/** Ends a dispute with its outcome. */
export function CloseDisputeForm({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const model = useRecordForm({ fields: disputeClosingFields }, undefined, {
    text: { closedOn: today() },
  })
  return (
    <RecordDialog
      entity={{ name: `disputes/${dispute.id}/close`, singular: 'Dispute' }}
      model={model}
      names={CLOSING_NAMES}
      labels={{
        title: `Close Dispute, Invoice ${dispute.invoiceNumber}`,
        description:
          'Closing a dispute moves no money. Record the payment, credit note or write-off separately.',
        save: 'Close Dispute',
        saved: 'Dispute closed',
        failed: disputeMessages.failed,
      }}
      onClose={onClose}
    >
      <FieldGrid model={model} names={CLOSING_NAMES} />
    </RecordDialog>
  )
}
