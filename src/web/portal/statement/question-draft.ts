/** What was typed into a question and not sent. It lasts in this tab: a lost session or a reload does not lose it. */

export function readQuestionDraft(id: number, lineKey: string): string {
  try {
    return sessionStorage.getItem(nameOf(id, lineKey)) ?? ''
  } catch {
    return ''
  }
}

export function keepQuestionDraft(id: number, lineKey: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(id, lineKey))
    else sessionStorage.setItem(nameOf(id, lineKey), text)
  } catch {
    // Storage is turned off: the text lasts as long as the page.
  }
}

function nameOf(id: number, lineKey: string): string {
  return `question-${id}-${lineKey}`
}

/** On signing out: the next person at this browser must not find them. */
export function forgetQuestionDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage is turned off: there are none.
  }
}
