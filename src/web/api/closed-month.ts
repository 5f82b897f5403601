/** Asks why a closed month is changed, whatever the screen (SPEC C375). The request is then sent again with the reason. */
import { useSyncExternalStore } from 'react'

/** The question of the server, and what takes the answer. Null: canceled. */
export type ClosedQuestion = { message: string; answer: (reason: string | null) => void }

/** A step that sends several requests, one after the other, asks once. */
const REASON_LASTS_MS = 10_000

let asked: ClosedQuestion | null = null
let pending: Promise<string | null> | null = null
let last = { reason: '', until: 0 }
const listeners = new Set<() => void>()

/** The open question, or null. */
export function useClosedQuestion(): ClosedQuestion | null {
  return useSyncExternalStore(subscribe, () => asked)
}

/** Resolves to the reason, or to null if the user cancels. Requests that are sent at once share one question. */
export function askClosedMonth(message: string): Promise<string | null> {
  if (performance.now() < last.until) return Promise.resolve(keep(last.reason))
  pending ??= new Promise<string | null>((resolve) => {
    show({ message, answer: resolve })
  }).then((reason) => {
    pending = null
    show(null)
    return reason === null ? null : keep(reason)
  })
  return pending
}

/** The next change of a closed month asks again. */
export function forgetClosedReason(): void {
  last = { reason: '', until: 0 }
}

function keep(reason: string): string {
  last = { reason, until: performance.now() + REASON_LASTS_MS }
  return reason
}

function show(question: ClosedQuestion | null): void {
  asked = question
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
