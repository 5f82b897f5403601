/** Keeps the text of a question that is not sent yet. It stays in this tab after a reload or an expired session. */
import { forgetInTab, readOwn, storeOwn } from '#web/api/own-storage.ts'

const PREFIX = 'question-'

export function readQuestionDraft(id: number, lineKey: string): string {
  return readOwn(nameOf(id, lineKey), 'tab')
}

export function keepQuestionDraft(id: number, lineKey: string, text: string): void {
  storeOwn(nameOf(id, lineKey), text, 'tab')
}

function nameOf(id: number, lineKey: string): string {
  return `${PREFIX}${id}-${lineKey}`
}

/** Call it at logout: the next person at this browser must not see the drafts. */
export function forgetQuestionDrafts(): void {
  forgetInTab(PREFIX)
}
