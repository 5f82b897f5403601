import { useSyncExternalStore } from 'react'

/** An open question, and what takes the answer. Null: canceled. */
export type OpenQuestion<Asked, Answer> = {
  question: Asked
  answer: (answer: Answer | null) => void
}

/** A question that requests wait for, asked in a dialog over any screen. Several are asked one after the other. */
export function createQuestion<Asked, Answer>() {
  type Open = OpenQuestion<Asked, Answer>
  let open: Open[] = []
  const listeners = new Set<() => void>()

  function show(next: Open[]): void {
    open = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** The first open question; undefined if there is none. */
  const readOpen = (): Open | undefined => open[0]

  return {
    /** Resolves to null if the user cancels. */
    ask(question: Asked): Promise<Answer | null> {
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
    },
    readOpen,
    useOpen: (): Open | undefined => useSyncExternalStore(subscribe, readOpen),
  }
}
