import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AnyRecord, Entity } from '#core/entity.ts'
import { classes } from '#web/ui/classes.ts'
import { FieldControl, isWide, shownFields, type FormText } from './field-control.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { useRecordForm } from './use-record-form.ts'

export type RecordFormProps = {
  entity: Entity
  /** The record to change; without one the form makes a new one. */
  record?: AnyRecord
  onClose: () => void
  onSaved?: (saved: AnyRecord) => void
}

/** The form of a plain entity: all its fields, in the order of their declaration. */
export function RecordForm({ entity, record, onClose, onSaved }: RecordFormProps) {
  const form = useRecordForm(entity.fields, record)
  return (
    <RecordDialog entity={entity} record={record} form={form} onClose={onClose} onSaved={onSaved}>
      <FieldGrid names={shownFields(entity).map(([name]) => name)} {...{ entity, record, form }} />
    </RecordDialog>
  )
}

type FieldGridProps = {
  entity: Pick<Entity, 'fields'>
  names: string[]
  record?: AnyRecord | undefined
  form: UseFormReturn<FormText>
  /** Creates in place, by the name of the reference. */
  create?: Record<string, { label: string; onSelect: (typed: string) => void }>
}

/** Two columns, long fields over both; one column on a phone. */
export function FieldGrid({ entity, names, record, form, create }: FieldGridProps): ReactNode {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {names.map((name) => {
        const field = entity.fields[name]
        if (!field) return null
        return (
          <div key={name} className={classes(isWide(field) && 'sm:col-span-2')}>
            <FieldControl
              name={name}
              field={field}
              control={form.control}
              linkedLabel={record?.labels?.[name] ?? null}
              create={create?.[name]}
            />
          </div>
        )
      })}
    </div>
  )
}
