import { useState, type ReactNode } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import {
  listReferences,
  type AnyRecord,
  type Entity,
  type FormSpec,
} from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import { usePermissions } from '#web/api/session.ts'
import { recordLabel } from '#web/records/format.ts'
import type { CreateAction } from './control.ts'
import { FieldGrid } from './field-grid.tsx'
import type { FormLabels } from './form-labels.ts'
import { RecordDialog } from './record-dialog.tsx'
import {
  useRecordForm,
  type FieldsModel,
  type FormRecord,
  type FormStart,
} from './use-record-form.ts'

type SharedProps<Stored> = {
  /** The record to edit; without it the form adds a new one. */
  record?: Stored
  /** Replaces the start values of a new record. */
  start?: FormStart
  onClose: () => void
  onSaved?: (saved: Stored) => void
}

/** The props of an entity's form. */
export type RecordFormProps = SharedProps<AnyRecord> & { entity: Entity }

type Props<Stored> = SharedProps<Stored> & {
  entity: FormSpec
  labels?: FormLabels
  /** Fields that the page has decided: they are sent and not shown. */
  fixed?: readonly string[]
  /** Shown above and below the fields. */
  intro?: ReactNode
  children?: ReactNode
}

/** A form with all fields of `entity`, in the order of their declaration. */
export function RecordForm<Stored extends FormRecord = AnyRecord>(props: Props<Stored>) {
  const { entity, record, start, fixed = [], intro, children, ...dialog } = props
  const model = useRecordForm(entity, record, start)
  const { create, linkedForm } = useLinkedForm(model)
  const names = Object.keys(model.fields).filter((name) => !fixed.includes(name))
  return (
    <>
      <RecordDialog {...dialog} entity={entity} model={model} names={names}>
        {intro}
        <FieldGrid model={model} names={names} create={create} />
        {children}
      </RecordDialog>
      {linkedForm}
    </>
  )
}

type OpenedForm = { name: string; entity: Entity; typed: string }

/**
 * Lets each picker of a form add a record, which it then chooses, if the user may add one. Render `linkedForm` beside the form, not
 * inside it: its events would reach the outer form. `replacements`: shorter entities for quick entry.
 */
export function useLinkedForm(
  model: FieldsModel,
  replacements: Partial<Record<EntityName, Entity>> = {},
): { create: Record<string, CreateAction>; linkedForm: ReactNode } {
  const [opened, setOpened] = useState<OpenedForm>()
  const permissions = usePermissions()
  const links = listReferences(model.fields).filter(({ to }) =>
    permissions.has(permissionToChange(to)),
  )
  const actions = links.map(({ name, to }) => {
    const entity = replacements[to] ?? getEntity(to)
    const onSelect = (typed: string) => setOpened({ name, entity, typed: typed.trim() })
    return [name, { label: `+ Add New ${entity.singular}`, onSelect }] as const
  })

  function chooseNew({ name, entity }: OpenedForm, saved: AnyRecord) {
    model.setLabel(name, recordLabel(entity, saved))
    model.form.setValue(name, String(saved.id), { shouldDirty: true, shouldValidate: true })
  }

  return {
    create: Object.fromEntries(actions),
    linkedForm: opened && (
      <RecordForm
        entity={opened.entity}
        start={{ text: { [opened.entity.label]: opened.typed } }}
        onClose={() => setOpened(undefined)}
        onSaved={(saved) => chooseNew(opened, saved)}
      />
    ),
  }
}
