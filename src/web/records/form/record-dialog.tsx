import { useRef, type MouseEvent, type ReactNode } from 'react'
import { formValues, type FormSpec } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { ariaKeys, isPressed, saveByKeys } from '#web/ui/shortcuts.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { formLabels, type FormLabels } from './form-labels.ts'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { useConfirmLeave } from './use-confirm-leave.tsx'
import type { FormRecord, RecordFormModel } from './use-record-form.ts'
import { useSubmit, type FormParts } from './use-submit.ts'
import { omitFields, type Version } from './versions.ts'

type RecordDialogProps<Stored extends FormRecord> = {
  entity: Pick<FormSpec, 'name' | 'singular'>
  model: RecordFormModel<Stored>
  /** The fields in the order of the form. */
  names: readonly string[]
  /** Shows the tab of a field that may be hidden. */
  reveal?: (name: string) => void
  onClose: () => void
  onSaved?: ((saved: Stored) => void) | undefined
  /** Offers Save & Add Another for a new record. Runs when the form is empty again. */
  onAnother?: () => void
  wide?: boolean
  /** Beside the form, above it on a phone. */
  aside?: ReactNode
  /** A warning that stays in view, above the buttons. */
  notice?: ReactNode
  /** What is saved with the record. */
  parts?: FormParts
  /** Only for a form that neither adds nor edits a record, such as a payment. */
  labels?: FormLabels | undefined
  children: ReactNode
}

/** The dialog around a record's form: Cancel and Save, and a question before it discards what was typed (SPEC A2). */
export function RecordDialog<Stored extends FormRecord>(props: RecordDialogProps<Stored>) {
  const { entity, model, names, reveal, onClose, onSaved, onAnother, parts, wide = false } = props
  const { form, base, fields } = model
  const labels = props.labels ?? formLabels(entity.singular, base === undefined)
  const { leave, question } = useConfirmLeave({
    changed: form.formState.isDirty || Boolean(parts?.changed),
    what: `this ${entity.singular.toLowerCase()}`,
    onLeave: onClose,
  })
  const addsAnother = useRef(false)
  const canAddAnother = onAnother !== undefined && base === undefined
  const { submit, saving, conflict, closeConflict, ...saveRequest } = useSubmit({
    entity,
    labels,
    model,
    names,
    reveal,
    parts,
    onSaved(saved: Stored) {
      onSaved?.(saved)
      if (!addsAnother.current) return onClose()
      // A field tidies its text when it loses the focus: that must not change the next record.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      model.startOver()
      parts?.reset()
      onAnother?.()
    },
  })

  function save(another: boolean) {
    if (saving) return
    addsAnother.current = another
    void submit()
  }

  /** After a conflict: saves with the stored values of `names`, and one version of the parts. */
  function keep(names: string[], version: Version) {
    if (!conflict) return
    const { current, parts: found } = conflict
    const kept = found?.choice ? version : 'saved'
    const followed = kept === 'saved' ? found?.follows : undefined
    model.take(current, [...names, ...(followed ?? [])])
    closeConflict()
    void submit(current.version, found && (() => found.keep(kept)))
  }

  return (
    <Dialog
      open
      wide={wide}
      aside={props.aside}
      title={labels.title}
      description={labels.description}
      onOpenChange={(open) => !open && leave()}
    >
      <form
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onKeyDown={(event) => {
          saveByKeys(event)
          if (!canAddAnother || event.defaultPrevented || !isPressed('saveAndAdd', event)) return
          event.preventDefault()
          save(true)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          // If this form was opened from another form, React also sends the event to that form, and would save it too.
          event.stopPropagation()
          save(false)
        }}
      >
        {props.children}
        <FormEnd
          entity={entity}
          id={base?.id}
          save={labels.save}
          saving={saving}
          notice={props.notice}
          onCancel={leave}
          onSaveAndAdd={canAddAnother ? () => save(true) : undefined}
        />
      </form>
      {conflict && (
        <ConflictDialog
          fields={omitFields(fields, conflict.parts?.follows ?? [])}
          labels={model.labels}
          start={base && formValues(fields, base)}
          edited={formValues(fields, conflict.edited)}
          isOwn={conflict.isOwn}
          current={conflict.current}
          parts={conflict.parts?.choice ?? null}
          onReload={() => {
            model.resetTo(conflict.current)
            parts?.reset()
            closeConflict()
          }}
          onOverwrite={() => keep([], 'edited')}
          onCombine={keep}
          onCancel={closeConflict}
        />
      )}
      {question}
      <QuestionDialog request={saveRequest} />
    </Dialog>
  )
}

type FormEndProps = {
  entity: Pick<FormSpec, 'name'>
  /** Undefined for a new record. */
  id: number | undefined
  /** The submit button's label. */
  save: string
  saving: boolean
  notice: ReactNode
  onCancel: () => void
  onSaveAndAdd: (() => void) | undefined
}

/** Stays in view below a long form. */
function FormEnd({ entity, id, save, saving, notice, onCancel, onSaveAndAdd }: FormEndProps) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      <div data-notice className="w-full empty:hidden">
        {notice}
      </div>
      {id !== undefined && (
        <span className="mr-auto">
          <HistoryButton path={entity.name} id={id} />
        </span>
      )}
      <Button variant="secondary" onMouseDown={keepFieldFocused} onClick={onCancel}>
        Cancel
      </Button>
      {onSaveAndAdd && (
        <Button
          variant="secondary"
          aria-disabled={saving}
          aria-keyshortcuts={ariaKeys('saveAndAdd')}
          onMouseDown={keepFieldFocused}
          onClick={onSaveAndAdd}
        >
          Save & Add Another
        </Button>
      )}
      <Button type="submit" aria-disabled={saving} onMouseDown={keepFieldFocused}>
        {saving ? 'Saving...' : save}
      </Button>
    </div>
  )
}

/**
 * Pressing the mouse button would blur the field before the click ends. The error that then appears would
 * push the button away from the pointer, and the click would miss it.
 */
function keepFieldFocused(event: MouseEvent): void {
  event.preventDefault()
}
