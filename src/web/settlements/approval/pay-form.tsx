import { formatMoney, toAmount, toCents, type Amount } from '#core/money.ts'
import { positiveMoney } from '#core/fields/amounts.ts'
import { toStatementMethod } from '#core/payment-methods.ts'
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

/** Asks for date, method and reference of a payment. The method defaults to the payee's (SPEC C3, C11). */
export function PayForm({ billing, payee, onDone, onClose }: PayFormProps) {
  const entity = {
    name: `billing/${billing.id}/pay`,
    singular: 'Payment',
    fields: { ...paymentFields, amount: positiveMoney('Amount') },
  }
  const owner = useRecord('owners', billing.ownerId)
  const driver = useRecord('drivers', billing.driverId)
  const payeeMethod = toStatementMethod(String((owner.data ?? driver.data)?.paymentMethod ?? ''))
  const method: Record<string, string> = payeeMethod === null ? {} : { paymentMethod: payeeMethod }
  const start = { text: { paidOn: today(), amount: openAmount(billing), ...method } }
  const labels = payLabels(billing, payee)
  // A form ignores later start values, so it waits for the payee. If that fails it opens without the method.
  if (owner.isLoading || driver.isLoading) return null
  return <RecordForm {...{ entity, start, labels, onClose }} onSaved={onDone} />
}

/** The user can enter less, as a partial payment: the rest stays open. */
function openAmount({ netPayment, paidAmount }: Settlement): Amount {
  return toAmount(toCents(netPayment) - toCents(paidAmount))
}

/** Repeats amount and payee, so that the user can check them. */
function payLabels(billing: Settlement, payee: string | null): FormLabels {
  const { number } = billing
  const amount = formatMoney(toCents(openAmount(billing)))
  return {
    title: `Pay Statement ${number}`,
    description: payee ? `${amount} to ${payee}` : amount,
    save: 'Pay',
    saved: settlementMessages.paid(number ?? 0),
    failed: settlementMessages.failedToPay,
  }
}
