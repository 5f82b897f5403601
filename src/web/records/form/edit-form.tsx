import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { lacksSecrets } from '#core/team/lacks-secrets.ts'
import { revealRecord } from '#web/api/queries.ts'
import { usePermissions } from '#web/api/session.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import type { RecordFormProps } from './record-form.tsx'

type EditFormProps = {
  entity: Entity
  /** The record as the list or the page loaded it, perhaps without its bank details and tax ID. */
  record: AnyRecord
  Form: ComponentType<RecordFormProps>
  onClose: () => void
}

/**
 * The form that edits a record. If the record lacks its bank details and tax ID, the form loads them first: saving blank
 * values would erase them.
 */
export function EditForm({ entity, record, Form, onClose }: EditFormProps) {
  const permissions = usePermissions()
  const [complete, setComplete] = useState(() =>
    lacksSecrets(entity.fields, record, permissions) ? undefined : record,
  )
  const isLoading = complete === undefined
  const load = useEffectEvent(() => {
    revealRecord(entity.name, record.id).then(setComplete, (error: Error) => {
      toastFailure(`Couldn't open this ${entity.singular.toLowerCase()}`, error.message)
      onClose()
    })
  })
  useEffect(() => {
    if (isLoading) load()
  }, [isLoading])
  return complete && <Form entity={entity} record={complete} onClose={onClose} />
}
