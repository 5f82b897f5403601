import type { MouseEvent, ReactNode } from 'react'
import { formValues, type AnyRecord, type FormSpec } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { HistoryLink } from './history-link.tsx'
import { Conflict } from './conflict.tsx'
import { formLabels, type FormLabels } from './form-labels.ts'
import { useConfirmLeave } from './use-confirm-leave.tsx'
import type { RecordFormModel } from './use-record-form.ts'
import { useSubmit } from './use-submit.ts'

type RecordDialogProps = {
  entity: Pick<FormSpec, 'name' | 'singular'>
  model: RecordFormModel
  /** The fields in the order in which the form shows them. */
  names: readonly string[]
  /** Brings a field into view that may be hidden. */
  reveal?: (name: string) => void
  onClose: () => void
  onSaved?: ((saved: AnyRecord) => void) | undefined
  wide?: boolean
  /** Where it is neither added nor edited, but something is done with it. */
  words?: FormLabels | undefined
  children: ReactNode
}

/** The dialog around a record's form: Cancel and Save, and nothing typed is lost unasked (SPEC A2). */
export function RecordDialog({ entity, model, names, reveal, ...props }: RecordDialogProps) {
  const { onClose, onSaved, wide = false, children } = props
  const { form, base, fields, labels } = model
  const words = props.words ?? formLabels(entity.singular, base === undefined)
  const { leave, question } = useConfirmLeave({
    changed: form.formState.isDirty,
    what: `this ${entity.singular.toLowerCase()}`,
    onLeave: onClose,
  })
  const { submit, saving, meanwhile, forgetMeanwhile } = useSubmit({
    entity,
    words,
    model,
    names,
    reveal,
    onSaved(saved) {
      onSaved?.(saved)
      onClose()
    },
  })

  return (
    <Dialog
      open
      wide={wide}
      title={words.title}
      description={words.description}
      onOpenChange={(open) => !open && leave()}
    >
      <form
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          // Opened from within another form, React would hand this on to that one, and save it too.
          event.stopPropagation()
          void submit()
        }}
      >
        {children}
        <FormEnd entity={entity} base={base} save={words.save} saving={saving} onCancel={leave} />
      </form>
      {meanwhile && (
        <Conflict
          fields={fields}
          labels={labels}
          mine={formValues(fields, meanwhile.mine)}
          current={meanwhile.current}
          onReload={() => {
            model.takeOver(meanwhile.current)
            forgetMeanwhile()
          }}
          onOverwrite={() => {
            forgetMeanwhile()
            void submit(meanwhile.current.version)
          }}
          onCancel={forgetMeanwhile}
        />
      )}
      {question}
    </Dialog>
  )
}

type FormEndProps = {
  entity: RecordDialogProps['entity']
  base: RecordFormModel['base']
  /** On the button. */
  save: string
  saving: boolean
  onCancel: () => void
}

/** Stays in view below a long form. */
function FormEnd({ entity, base, save, saving, onCancel }: FormEndProps) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex items-center justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {base && <HistoryLink path={entity.name} id={base.id} />}
      <Button variant="secondary" onMouseDown={keepFocus} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={saving} onMouseDown={keepFocus}>
        {saving ? 'Saving...' : save}
      </Button>
    </div>
  )
}

/**
 * Pressing the button would leave the field before the click is done; the message that then appears
 * would push the button away from under the pointer, and the click would miss it.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
