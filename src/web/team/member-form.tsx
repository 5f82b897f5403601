import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormSpec } from '#core/entities/entity.ts'
import { describeRole, ROLE_DEFAULTS, type Role } from '#core/team/roles.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import {
  useRecordForm,
  type FormRecord,
  type FormStart,
} from '#web/records/form/use-record-form.ts'
import { teamSettingsQuery } from './queries.ts'

type MemberFormProps<Stored> = {
  entity: FormSpec
  record?: Stored
  /** Start values of a new one. */
  start?: FormStart | undefined
  labels: FormLabels
  onClose: () => void
  onSaved?: (saved: Stored) => void
}

/** The field that links a member of the portal to the record of a truck owner or driver, by role. */
const SUBJECTS: Partial<Record<string, string>> = { owner: 'ownerId', driver: 'driverId' }

/** A role, with what it may do, and the record of a truck owner or a driver. */
export function MemberForm<Stored extends FormRecord>(props: MemberFormProps<Stored>) {
  const { entity, record, start, labels, onClose, onSaved } = props
  const model = useRecordForm<Stored>(entity, record, start)
  const { control, setValue } = model.form
  const role = String(useWatch({ control, name: 'role' })) as Role
  const { data: settings = ROLE_DEFAULTS } = useQuery(teamSettingsQuery)
  const hidden = Object.values(SUBJECTS).filter((name) => name !== SUBJECTS[role])
  // Only members of the portal have a language: the office is in English.
  const left = SUBJECTS[role] ? hidden : [...hidden, 'language']
  const names = Object.keys(entity.fields).filter((name) => !left.includes(name))
  const cleared = hidden.join(' ')
  useEffect(() => {
    for (const name of cleared.split(' ')) setValue(name, '')
  }, [cleared, setValue])
  return (
    <RecordDialog {...{ entity, model, names, labels, onClose, onSaved }}>
      <FieldGrid model={model} names={names} hints={{ role: describeRole(role, settings) }} />
    </RecordDialog>
  )
}
