import type { AnyRecord } from '#core/entity.ts'
import type { Settlement } from '#core/settlement.ts'
import { paymentFields } from '#core/settlement-life.ts'
import { today } from '#web/api/today.ts'
import { RecordForm } from '#web/records/record-form.tsx'

export type StepFormProps = {
  billing: Settlement
  onDone: (next: Settlement) => void
  onClose: () => void
}

/** The day, method and check number of a payment (SPEC C3). */
export function PayForm({ billing, onDone, onClose }: StepFormProps) {
  const entity = {
    name: `billing/${billing.id}/pay`,
    one: 'Payment',
    fields: paymentFields,
  }
  const onSaved = (saved: AnyRecord) => onDone(saved as unknown as Settlement)
  const start = { text: { paidOn: today() } }
  return <RecordForm entity={entity} start={start} onClose={onClose} onSaved={onSaved} />
}
