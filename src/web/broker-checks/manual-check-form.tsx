import { manualCheckFields } from '#core/broker-checks/checks.ts'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

type ManualCheckFormProps = { brokerId: number; name: string; onClose: () => void }

const NAMES = Object.keys(manualCheckFields)

/** A check that the user made on the official page or by phone (SPEC C232). */
export function ManualCheckForm({ brokerId, name, onClose }: ManualCheckFormProps) {
  const model = useRecordForm({ fields: manualCheckFields }, undefined, { text: { day: today() } })
  return (
    <RecordDialog
      entity={{ name: `brokers/${brokerId}/checks`, singular: 'Check' }}
      model={model}
      names={NAMES}
      labels={{
        title: `Check of ${name}`,
        description: 'What you found on the official page or by phone.',
        save: 'Save Check',
        saved: 'Check saved',
        failed: 'Failed to save the check',
      }}
      onClose={onClose}
      onSaved={() => void refetchLists()}
    >
      <FieldGrid model={model} names={NAMES} />
    </RecordDialog>
  )
}
