import type { AnyRecord, Entity, Formed } from '#core/entity.ts'
import { FieldGrid } from './field-grid.tsx'
import type { FormText } from './form-text.ts'
import { RecordDialog } from './record-dialog.tsx'
import { useRecordForm } from './use-record-form.ts'

export type RecordFormProps = {
  entity: Entity
  /** The record to change; without one the form makes a new one. */
  record?: AnyRecord
  /** What a new one's form starts from, beside the fields' own start values. */
  start?: FormText
  onClose: () => void
  onSaved?: (saved: AnyRecord) => void
}

/** The form of a plain entity: all its fields, in the order of their declaration. */
export function RecordForm(props: Omit<RecordFormProps, 'entity'> & { entity: Formed }) {
  const { entity, record, start, onClose, onSaved } = props
  const model = useRecordForm(entity, record, start)
  const names = Object.keys(model.fields)
  return (
    <RecordDialog entity={entity} model={model} names={names} onClose={onClose} onSaved={onSaved}>
      <FieldGrid model={model} names={names} />
    </RecordDialog>
  )
}
