import { formatMoney, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import { useRecord } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'

export type StepFormProps = {
  billing: Settlement
  onDone: (next: Settlement) => void
  onClose: () => void
}

/** `payee`: null if the truck has no owner. */
type PayFormProps = StepFormProps & { payee: string | null }

/** Asks for date, method and reference of a payment. The method defaults to the owner's (SPEC C3). */
export function PayForm({ billing, payee, onDone, onClose }: PayFormProps) {
  const entity = {
    name: `billing/${billing.id}/pay`,
    singular: 'Payment',
    fields: paymentFields,
  }
  const owner = useRecord('owners', billing.ownerId)
  const method = owner.data && { paymentMethod: String(owner.data.paymentMethod) }
  const start = { text: { paidOn: today(), ...method } }
  const labels = payLabels(billing, payee)
  // A form ignores later start values, so it waits for the owner. If that fails it opens without the method.
  if (owner.isLoading) return null
  return <RecordForm {...{ entity, start, labels, onClose }} onSaved={onDone} />
}

/** Repeats amount and payee, so that the user can check them. */
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
