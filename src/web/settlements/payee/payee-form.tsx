import { payeeFields } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useOneChoice } from '#web/records/form/use-one-choice.ts'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

const payeeEntity = { name: 'billing', singular: 'Payee', fields: payeeFields }
const NAMES = ['ownerId', 'driverId'] as const

type PayeeFormProps = {
  billing: Settlement
  /** Name of the current payee. */
  name: string | null
  onClose: () => void
  onSaved?: (saved: Settlement) => void
}

/** Chooses the owner or the driver that a draft pays (SPEC C10). */
export function PayeeForm({ billing, name, onClose, onSaved }: PayeeFormProps) {
  const isOwner = billing.ownerId !== null
  const labels = { ownerId: isOwner ? name : null, driverId: isOwner ? null : name }
  const model = useRecordForm<Settlement & { labels: typeof labels }>(payeeEntity, {
    ...billing,
    labels,
  })
  useOneChoice(model.form, ['ownerId', 'driverId'])
  return (
    <RecordDialog
      entity={payeeEntity}
      model={model}
      names={NAMES}
      onClose={onClose}
      onSaved={onSaved}
    >
      <FieldGrid model={model} names={NAMES} />
      <p className="text-sm text-muted">
        {name === null
          ? 'Only for this settlement. To pay the next ones as well, set the truck’s owner or driver.'
          : 'Carry-forwards and balances return to the previous payee; recurring deductions are recalculated for the new one.'}
      </p>
    </RecordDialog>
  )
}
