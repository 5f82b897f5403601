/** What was typed into a question and not sent. It lasts in this tab: a lost session or a reload does not lose it. */
import { readOwn, storeOwn } from '#web/api/own-storage.ts'

export function readQuestionDraft(id: number, lineKey: string): string {
  return readOwn(nameOf(id, lineKey), 'tab')
}

export function keepQuestionDraft(id: number, lineKey: string, text: string): void {
  storeOwn(nameOf(id, lineKey), text, 'tab')
}

function nameOf(id: number, lineKey: string): string {
  return `question-${id}-${lineKey}`
}

/** Call it at sign-out: the next person at this browser must not see the drafts. */
export function forgetQuestionDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage is turned off: there are none.
  }
}
