import { useMay } from '#web/api/may.tsx'
import { RecordForm, type RecordFormProps } from '#web/records/form/record-form.tsx'
import { UnappliedNotice } from './unapplied-notice.tsx'

/** The form of an owner or a driver. A saved record's form also shows the unapplied money (SPEC C12). */
export function PersonForm(props: RecordFormProps) {
  const { entity, record } = props
  const seesSettlements = useMay('settlements')
  const kind = entity.name === 'owners' ? 'owner' : 'driver'
  return (
    <RecordForm
      {...props}
      intro={record && seesSettlements && <UnappliedNotice payee={`${kind}:${record.id}`} />}
    />
  )
}
