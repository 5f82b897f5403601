import { formatMoney, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import { useRecord } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'

/** Whom the statement pays, null: nobody is named. */
type PayFormProps = StepFormProps & { payee: string | null }

export type StepFormProps = {
  billing: Settlement
  onDone: (next: Settlement) => void
  onClose: () => void
}

/** The day, method and check number of a payment (SPEC C3); the method is at first the one that its owner is paid by. */
export function PayForm({ billing, payee, onDone, onClose }: PayFormProps) {
  const entity = {
    name: `billing/${billing.id}/pay`,
    singular: 'Payment',
    fields: paymentFields,
  }
  const owner = useRecord('owners', billing.ownerId)
  const usual = owner.data && { paymentMethod: String(owner.data.paymentMethod) }
  const start = { text: { paidOn: today(), ...usual } }
  const labels = payLabels(billing, payee)
  // A form keeps what it started from. Without an answer it starts all the same: paying does not wait for it.
  if (owner.isLoading) return null
  return <RecordForm {...{ entity, start, labels, onClose }} onSaved={onDone} />
}

/** How much goes to whom is looked at once more before it is written down. */
function payLabels({ number, netPayment }: Settlement, payee: string | null): FormLabels {
  const amount = formatMoney(toCents(netPayment))
  return {
    title: `Mark Statement ${number} Paid`,
    description: payee ? `${amount} to ${payee}` : amount,
    save: 'Mark Paid',
    saved: settlementMessages.paid(number ?? 0),
    failed: settlementMessages.failedToPay,
  }
}
