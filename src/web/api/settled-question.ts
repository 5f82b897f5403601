/** The server's question before loads of locked statements change (SPEC C360). Every request that asks waits for the answer. */
import { useSyncExternalStore } from 'react'
import type {
  SettledAnswer,
  SettledQuestion,
} from '#core/settlements/adjustments/settled-change.ts'
import { OPERATION_HEADER } from '#core/undo/operations.ts'
import { setSettledHandler } from './client.ts'

type Open = { question: SettledQuestion; answer: (answer: SettledAnswer | null) => void }

let open: Open[] = []
const listeners = new Set<() => void>()
/** A change that is sent in several requests is asked once. */
let answered: { operation: string; answer: SettledAnswer } | undefined

setSettledHandler(async (question, headers) => {
  const operation = headers[OPERATION_HEADER]
  if (operation !== undefined && answered?.operation === operation) return answered.answer
  const answer = await ask(question)
  if (operation !== undefined && answer) answered = { operation, answer }
  return answer
})

function ask(question: SettledQuestion): Promise<SettledAnswer | null> {
  return new Promise((resolve) => {
    const asked: Open = {
      question,
      answer(answer) {
        show(open.filter((one) => one !== asked))
        resolve(answer)
      },
    }
    show([...open, asked])
  })
}

function show(next: Open[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** The first open question; undefined if there is none. */
export function useSettledQuestion(): Open | undefined {
  return useSyncExternalStore(subscribe, () => open[0])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
