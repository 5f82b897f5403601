import { useState, type ReactNode } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import {
  listReferences,
  type AnyRecord,
  type Entity,
  type FormSpec,
} from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { FieldGrid } from './field-grid.tsx'
import { recordLabel } from '#web/records/format.ts'
import { RecordDialog } from './record-dialog.tsx'
import type { FormLabels } from './form-labels.ts'
import type { Create } from './reference-picker.tsx'
import { useRecordForm, type RecordFormModel, type Start } from './use-record-form.ts'

export type RecordFormProps = {
  entity: Entity
  /** The record to change; without one the form makes a new one. */
  record?: AnyRecord
  /** What a new one's form starts from, beside the fields' own start values. */
  start?: Start
  onClose: () => void
  onSaved?: (saved: AnyRecord) => void
}

type Props = Omit<RecordFormProps, 'entity'> & {
  entity: FormSpec
  words?: FormLabels
  /** What stands below the fields. */
  children?: ReactNode
}

/** The form of a plain entity: all its fields, in the order of their declaration. */
export function RecordForm({ entity, record, start, children, ...props }: Props) {
  const model = useRecordForm(entity, record, start)
  const { create, newLinked } = useNewLinked(model)
  const names = Object.keys(model.fields)
  return (
    <>
      <RecordDialog {...props} entity={entity} model={model} names={names}>
        <FieldGrid model={model} names={names} create={create} />
        {children}
      </RecordDialog>
      {newLinked}
    </>
  )
}

/**
 * What each picker of a form makes in place; the new record is then the chosen one. `newLinked` stands
 * beside the form, not in it: a form's events reach whatever it was opened from.
 */
export function useNewLinked(
  model: RecordFormModel,
  shorter: Partial<Record<EntityName, Entity>> = {},
): { create: Record<string, Create>; newLinked: ReactNode } {
  const [making, setMaking] = useState<{ name: string; entity: Entity; typed: string }>()
  const references = listReferences(model.fields).map(({ name, to }) => {
    const entity = shorter[to] ?? getEntity(to)
    const onSelect = (typed: string) => setMaking({ name, entity, typed: typed.trim() })
    return [name, { label: `+ Add New ${entity.singular}`, onSelect }] as const
  })

  function choose({ name, entity }: { name: string; entity: Entity }, made: AnyRecord) {
    model.setLabel(name, recordLabel(entity, made))
    model.form.setValue(name, String(made.id), { shouldDirty: true, shouldValidate: true })
  }

  return {
    create: Object.fromEntries(references),
    newLinked: making && (
      <RecordForm
        entity={making.entity}
        start={{ text: { [making.entity.label]: making.typed } }}
        onClose={() => setMaking(undefined)}
        onSaved={(made) => choose(making, made)}
      />
    ),
  }
}
