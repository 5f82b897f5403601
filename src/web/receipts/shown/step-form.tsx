import type { FormSpec } from '#core/entities/entity.ts'
import { editableFields } from '#core/receipts/receipts.ts'
import {
  endFields,
  receiptRefundFields,
  reverseFields,
  unapplyFields,
} from '#core/receipts/requests.ts'
import type { BrokerDifference, ReceiptDetails } from '#core/receipts/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { today } from '#web/api/today.ts'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'

/** A step that the user takes with a receipt. `id`: the id of the part, difference or refund. */
export type Step =
  | { kind: 'edit' | 'reverse' | 'refund' }
  | { kind: 'take-off' | 'undo' | 'end-refund'; id: number }

type StepFormProps = { receipt: ReceiptDetails; step: Step; onClose: () => void }

export function StepForm({ receipt, step, onClose }: StepFormProps) {
  const { name, fields, labels } = describeStep(receipt, step)
  const entity: FormSpec = { name, singular: 'Receipt', fields }
  if (step.kind === 'edit')
    return <RecordForm entity={entity} record={receipt} labels={labels} onClose={onClose} />
  const text: Record<string, string> = { day: findDay(receipt) }
  if (step.kind === 'refund') text.amount = receipt.unapplied
  if (step.kind === 'take-off')
    text.amount = receipt.parts.find(({ id }) => id === step.id)?.amount ?? ''
  return (
    <RecordForm
      entity={entity}
      start={{ text }}
      labels={labels}
      intro={step.kind === 'reverse' && <AcceptedShortPays receipt={receipt} />}
      onClose={onClose}
    />
  )
}

/** Today, or the earliest day that the step can have. */
function findDay({ earliestReversal }: ReceiptDetails): string {
  return earliestReversal > today() ? earliestReversal : today()
}

/** A reversal does not undo an accepted short pay: the form lists what stays. */
function AcceptedShortPays({ receipt: { differences } }: { receipt: ReceiptDetails }) {
  const accepted = differences.filter(
    ({ creditNoteId, ended }) => creditNoteId !== null && ended === null,
  )
  if (!accepted.length) return null
  return (
    <div className="grid gap-1 rounded-lg border border-waiting bg-waiting-soft p-3 text-sm text-waiting">
      <p>These stay, because the short pay was accepted:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {accepted.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            {describeAccepted(one)}
          </li>
        ))}
      </ul>
      <p>
        If the broker owes the whole invoice again, void the credit note. The owner’s charge is
        removed with it.
      </p>
    </div>
  )
}

function describeAccepted({ creditNoteNumber, amount, ownerAmount }: BrokerDifference): string {
  const credit = `Credit note ${creditNoteNumber} of ${formatMoney(toCents(amount))}`
  const share = toCents(ownerAmount)
  return share > 0n ? `${credit}, and the owner’s charge of ${formatMoney(-share)}` : credit
}

type DescribedStep = Pick<FormSpec, 'name' | 'fields'> & { labels: FormLabels }

function describeStep(receipt: ReceiptDetails, step: Step): DescribedStep {
  const path = `receipts/${receipt.id}`
  const labels = LABELS[step.kind]
  switch (step.kind) {
    case 'edit':
      return { name: 'receipts', fields: editableFields, labels }
    case 'reverse':
      return { name: `${path}/reverse`, fields: reverseFields, labels }
    case 'refund':
      return { name: `${path}/refunds`, fields: receiptRefundFields, labels }
    case 'take-off':
      return { name: `${path}/parts/${step.id}/take-off`, fields: unapplyFields, labels }
    case 'undo':
      return { name: `differences/${step.id}/undo`, fields: endFields, labels }
    default:
      return { name: `${path}/refunds/${step.id}/end`, fields: endFields, labels }
  }
}

const LABELS: Record<Step['kind'], FormLabels> = {
  edit: {
    title: 'Edit Receipt',
    description: 'Amount, day and number of a posted receipt can’t be changed.',
    save: 'Save',
    saved: 'Receipt saved',
    failed: 'Failed to save receipt',
  },
  reverse: {
    title: 'Reverse Receipt',
    description:
      'For a bounced check or a returned ACH. From this day on, its invoices are open again, and its short pays and write-offs are undone. Credit notes of accepted short pays stay.',
    save: 'Reverse',
    saved: 'Receipt reversed',
    failed: 'Failed to reverse receipt',
  },
  refund: {
    title: 'Refund to Broker',
    description: 'Money you returned to the broker.',
    save: 'Refund',
    saved: 'Refund saved',
    failed: 'Failed to save refund',
  },
  'take-off': {
    title: 'Unapply from Invoice',
    description:
      'This amount is unapplied again from this day on. If nothing stays on the invoice, the short pays and write-offs that came with the money are undone too; a credit note stays.',
    save: 'Unapply',
    saved: 'Money unapplied from the invoice',
    failed: 'Failed to unapply money',
  },
  undo: {
    title: 'Undo Difference',
    description: 'The invoice is open again by this amount from this day on.',
    save: 'Undo',
    saved: 'Difference undone',
    failed: 'Failed to undo difference',
  },
  'end-refund': {
    title: 'Void Refund',
    description: 'The broker never cashed it: the money is unapplied again from this day on.',
    save: 'Void Refund',
    saved: 'Refund voided',
    failed: 'Failed to void refund',
  },
}
