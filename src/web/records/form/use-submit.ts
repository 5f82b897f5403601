import type { AnyRecord, FormSpec } from '#core/entities/entity.ts'
import type { FormLabels } from './form-labels.ts'
import type { RecordFormModel } from './use-record-form.ts'
import { useSaveRecord } from './use-save-record.ts'

type Submitted = {
  entity: Pick<FormSpec, 'name'>
  words: FormLabels
  model: RecordFormModel
  /** The fields in the order in which the form shows them. */
  names: readonly string[]
  /** Brings a field into view that may be hidden. */
  reveal?: ((name: string) => void) | undefined
  onSaved: (saved: AnyRecord) => void
}

/** Saves a form's record; what is wrong is said at the fields, and the first of these gets the focus. */
export function useSubmit({ entity, words, model, names, reveal, onSaved }: Submitted) {
  const { form, base, refusals } = model
  const { saving, save, meanwhile, forgetMeanwhile } = useSaveRecord({
    entity,
    words,
    base,
    onSaved,
    onRefused: refuse,
  })

  function showFirst(wrong: string[]) {
    const first = names.find((name) => wrong.includes(name))
    if (!first) return
    reveal?.(first)
    form.setFocus(first)
  }

  function refuse(messages: Record<string, string[]>) {
    for (const [name, words] of Object.entries(messages)) {
      if (!names.includes(name)) continue
      const message = words.join('. ')
      refusals.set(name, { typed: form.getValues(name), message })
      form.setError(name, { type: 'server', message })
    }
    showFirst(Object.keys(messages))
  }

  async function submit(version = base?.version) {
    if (saving) return
    refusals.clear()
    await form.handleSubmit(
      (values) => save(values, version),
      (errors) => showFirst(Object.keys(errors)),
    )()
  }

  return { submit, saving, meanwhile, forgetMeanwhile }
}
