import { RulesList } from '#web/deductions/rules-list.tsx'
import { TruckBalances } from '#web/deductions/truck-balances.tsx'
import { FieldGrid } from '#web/records/field-grid.tsx'
import { RecordDialog } from '#web/records/record-dialog.tsx'
import type { RecordFormProps } from '#web/records/record-form.tsx'
import { useRecordForm } from '#web/records/use-record-form.ts'

/** A truck's fields; once it is saved, what is deducted on each of its settlements (SPEC C2). */
export function TruckForm({ entity, record, start, onClose, onSaved }: RecordFormProps) {
  const model = useRecordForm(entity, record, start)
  const names = Object.keys(model.fields)
  return (
    <RecordDialog entity={entity} model={model} names={names} onClose={onClose} onSaved={onSaved}>
      <FieldGrid model={model} names={names} />
      {record && (
        <section aria-labelledby={TITLE} className="grid gap-2 border-t border-line pt-4">
          <h3 id={TITLE} className="text-sm font-semibold">
            Recurring Deductions
          </h3>
          <RulesList truckId={record.id} />
          <TruckBalances truckId={record.id} />
        </section>
      )}
    </RecordDialog>
  )
}

const TITLE = 'truck-deductions'
