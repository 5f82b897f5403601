import type { FormSpec } from '#core/entities/entity.ts'
import type { FormLabels } from './form-labels.ts'
import type { FormRecord, RecordFormModel } from './use-record-form.ts'
import { useSaveRecord, type PartsUndo } from './use-save-record.ts'
import type { PartsConflict } from './versions.ts'

/** What a form saves with its record in the same request, for example the charges of a load. */
export type FormParts = {
  changed: boolean
  /** What the request sends besides the record. Null if the user must correct something: the form then shows where. */
  read: () => Record<string, unknown> | null
  /** The server's messages, by field. */
  showErrors: (fields: Record<string, string[]>) => void
  /** Starts over from what is stored. */
  reset: () => void
  undo: PartsUndo
  /** Compares the parts with those of the stored record after a conflict (SPEC C150). Throws if they can't be read. */
  compare: (current: FormRecord) => Promise<PartsConflict>
}

type SubmitOptions<Stored extends FormRecord> = {
  entity: Pick<FormSpec, 'name'>
  labels: FormLabels
  model: RecordFormModel<Stored>
  /** The fields in the order of the form. */
  names: readonly string[]
  /** Shows the tab of a field that may be hidden. */
  reveal?: ((name: string) => void) | undefined
  onSaved: (saved: Stored) => void
  /** What is saved with the record. */
  parts?: FormParts | undefined
}

/** Saves a form's record. Errors appear at their fields, and the first of these gets the focus. */
export function useSubmit<Stored extends FormRecord>(options: SubmitOptions<Stored>) {
  const { entity, labels, model, names, reveal, onSaved, parts } = options
  const { form, base, serverErrors } = model
  const { save, ...saved } = useSaveRecord({
    entity,
    fields: model.fields,
    labels,
    base,
    compareParts: parts?.compare,
    undo: parts?.undo,
    onSaved,
    onFieldErrors: showServerErrors,
  })

  function focusFirst(invalid: string[]) {
    const first = names.find((name) => invalid.includes(name))
    if (!first) return
    reveal?.(first)
    form.setFocus(first)
  }

  function showServerErrors(fields: Record<string, string[]>) {
    for (const [name, messages] of Object.entries(fields)) {
      if (!names.includes(name)) continue
      const message = messages.join('. ')
      serverErrors.set(name, { typed: form.getValues(name), message })
      form.setError(name, { type: 'server', message })
    }
    parts?.showErrors(fields)
    focusFirst(Object.keys(fields))
  }

  /** `readParts`: what the request sends besides the record. Null if the user must correct something. */
  async function submit(
    version = base?.version,
    readParts: () => Record<string, unknown> | null = () => (parts ? parts.read() : {}),
  ) {
    if (saved.saving) return
    serverErrors.clear()
    await form.handleSubmit(
      (values) => {
        const more = readParts()
        if (more) save({ ...values, ...more }, version)
      },
      (errors) => focusFirst(Object.keys(errors)),
    )()
  }

  return { submit, ...saved }
}
