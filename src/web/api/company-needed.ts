/** Asks for the company's details when the server needs them for a paper or an email (SPEC C341). */
import { useSyncExternalStore } from 'react'

type Question = { answer: (saved: boolean) => void }

let question: Question | null = null
let pending: Promise<boolean> = Promise.resolve(false)
const listeners = new Set<() => void>()

/** Resolves to true once the details are saved, so that the call can be repeated. Parallel calls share one dialog. */
export function askForCompany(): Promise<boolean> {
  if (question) return pending
  pending = new Promise<boolean>((resolve) => {
    setQuestion({ answer: resolve })
  }).finally(() => setQuestion(null))
  return pending
}

/** The open question, or null. */
export function useCompanyQuestion(): Question | null {
  return useSyncExternalStore(subscribe, () => question)
}

function setQuestion(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
