import { useState, type ReactNode } from 'react'
import { entityNamed } from '#core/entities/entities.ts'
import { referencesOf, type AnyRecord, type Entity, type Formed } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/fields.ts'
import { FieldGrid } from './field-grid.tsx'
import { labelOf } from '#web/records/format.ts'
import { RecordDialog } from './record-dialog.tsx'
import type { RecordWords } from './form-labels.ts'
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
  entity: Formed
  words?: RecordWords
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
  const references = referencesOf(model.fields).map(({ name, to }) => {
    const entity = shorter[to] ?? entityNamed(to)
    const onSelect = (typed: string) => setMaking({ name, entity, typed: typed.trim() })
    return [name, { label: `+ Add New ${entity.one}`, onSelect }] as const
  })

  function choose({ name, entity }: { name: string; entity: Entity }, made: AnyRecord) {
    model.setLabel(name, labelOf(entity, made))
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
