import {
  addedMessage,
  addFailedMessage,
  updateFailedMessage,
  updatedMessage,
} from '#core/messages.ts'

/** The texts of a form (SPEC A2, A8). */
export type FormLabels = {
  title: string
  description?: string
  /** The submit button. */
  save: string
  /** The toasts. */
  saved: string
  failed: string
}

/** The texts of a form that adds or edits a record. `singular`: "Driver". */
export function formLabels(singular: string, isNew: boolean): FormLabels {
  return isNew
    ? {
        title: `Add New ${singular}`,
        save: 'Save',
        saved: addedMessage(singular),
        failed: addFailedMessage(singular),
      }
    : {
        title: `Edit ${singular}`,
        save: 'Save',
        saved: updatedMessage(singular),
        failed: updateFailedMessage(singular),
      }
}
