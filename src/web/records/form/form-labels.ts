/** What a form says of the record that it makes or changes (SPEC A2, A8). */
import { added, failedToAdd, failedToUpdate, updated } from '#core/messages.ts'

export type FormLabels = {
  title: string
  description?: string
  /** On the button. */
  save: string
  /** The toasts. */
  saved: string
  failed: string
}

/** Those of a new record, and of one that is there already. */
export function formLabels(one: string, isNew: boolean): FormLabels {
  return isNew
    ? { title: `Add New ${one}`, save: 'Save', saved: added(one), failed: failedToAdd(one) }
    : { title: `Edit ${one}`, save: 'Save', saved: updated(one), failed: failedToUpdate(one) }
}
