import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { formValues, type AnyRecord, type Entity } from '#core/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Conflict } from './conflict.tsx'
import type { FormText } from './field-control.tsx'
import { useSaveRecord } from './use-save-record.ts'

type RecordDialogProps = {
  entity: Pick<Entity, 'name' | 'one' | 'fields'>
  record?: AnyRecord | undefined
  form: UseFormReturn<FormText>
  onClose: () => void
  onSaved?: ((saved: AnyRecord) => void) | undefined
  /** Hears which fields stopped a save: to bring a hidden one into view. */
  onInvalid?: (names: string[]) => void
  wide?: boolean
  children: ReactNode
}

/** The dialog around a record's form: Cancel and Save, and nothing typed is lost unasked. */
export function RecordDialog(props: RecordDialogProps) {
  const { entity, record, form, onClose, onSaved, onInvalid, wide = false, children } = props
  const [leaving, setLeaving] = useState(false)
  const { isDirty } = form.formState

  const { saving, save, conflict, forgetConflict } = useSaveRecord({
    entity,
    record,
    onSaved: (saved) => {
      onSaved?.(saved)
      onClose()
    },
    onRefused: (fields) => {
      const names = Object.keys(fields).filter((name) => entity.fields[name])
      onInvalid?.(names)
      for (const [index, name] of names.entries()) {
        form.setError(name, { message: fields[name]?.join(' ') ?? '' }, { shouldFocus: index === 0 })
      }
    },
  })

  const submit = form.handleSubmit(
    (values) => save(values),
    (errors: FieldErrors<FormText>) => onInvalid?.(Object.keys(errors)),
  )
  const leave = () => (isDirty ? setLeaving(true) : onClose())

  function saveByKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }

  return (
    <Dialog
      open
      wide={wide}
      title={`${record ? 'Edit' : 'Add New'} ${entity.one}`}
      onOpenChange={(open) => !open && leave()}
    >
      <form
        noValidate
        className="grid gap-4"
        onKeyDown={saveByKeys}
        // A dialog opened from within this one is a child of this form to React: its submit is not ours.
        onSubmit={(event) => {
          event.stopPropagation()
          void submit(event)
        }}
      >
        {children}
        <div className="flex justify-end gap-2 border-t border-line pt-4">
          <Button type="button" variant="secondary" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={saving}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      {conflict && (
        <Conflict
          fields={entity.fields}
          mine={form.getValues()}
          current={conflict}
          onReload={() => {
            form.reset(formValues(entity.fields, conflict))
            forgetConflict()
          }}
          onOverwrite={() => {
            forgetConflict()
            void form.handleSubmit((values) => save(values, conflict.version))()
          }}
          onCancel={forgetConflict}
        />
      )}
      <ConfirmDialog
        open={leaving}
        title="Leave without saving?"
        description="What you changed here will be lost."
        confirm="Leave"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </Dialog>
  )
}
