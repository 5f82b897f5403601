/**
 * What the server asks before a request, on any screen: a closed month (SPEC C375), loads of locked statements (SPEC C360),
 * the company's details (SPEC C341). The request waits for the answer and is sent again with it. `OpenQuestions` shows the
 * dialogs. A question that only one screen gets is asked by `useAction`.
 */
import { useSyncExternalStore } from 'react'
import type {
  SettledAnswer,
  SettledQuestion,
} from '#core/settlements/adjustments/settled-change.ts'
import { OPERATION_HEADER } from '#core/undo/operations.ts'

/** An open question, and what takes the answer. Null: canceled. */
export type OpenQuestion<Asked, Answer> = {
  question: Asked
  answer: (answer: Answer | null) => void
}

/** Resolves to null if the user cancels. */
type Ask<Asked, Answer> = (asked: Asked) => Promise<Answer | null>

/** The question is the server's message, the answer the reason. */
const closedMonth = createQuestion<string, string>()
const company = createQuestion<undefined, 'saved'>()
export const settledQuestion = createQuestion<SettledQuestion, SettledAnswer>()

export const useClosedQuestion = closedMonth.useOpen
export const useCompanyQuestion = company.useOpen
export const useSettledQuestion = settledQuestion.useOpen

const running = new Set<symbol>()
const forgetters = new Set<() => void>()

/** Asks why a closed month is changed. */
export const askClosedMonth = shareAnswer(closedMonth.ask)

/** A saved answer is not kept: if the server still needs details, the request asks again. */
export const askForCompany = shareAnswer(company.ask, (answer) => answer === null)

/** A change that is sent in several requests is asked once. `change`: its operation or its path. */
let answered: { change: string; answer: SettledAnswer } | undefined
const sentInParts = new Set<string>()

/** Asks what happens to the statements of the changed loads. `path` and `headers`: of the request. */
export async function askSettled(
  question: SettledQuestion,
  path: string,
  headers: Record<string, string>,
): Promise<SettledAnswer | null> {
  const change = headers[OPERATION_HEADER] ?? path
  if (answered?.change === change) return answered.answer
  const answer = await settledQuestion.ask(question)
  const hasParts = headers[OPERATION_HEADER] !== undefined || sentInParts.has(path)
  if (hasParts && answer) answered = { change, answer }
  return answer
}

/** The requests to this path are parts of one change until the returned function is called. */
export function sendInParts(path: string): () => void {
  sentInParts.add(path)
  return () => {
    sentInParts.delete(path)
    if (answered?.change === path) answered = undefined
  }
}

/**
 * The requests of a bulk step share their answers from now on: the step asks once, and a canceled question is not asked
 * again (SPEC C8). Call the returned function at the end of the step. The next change asks again.
 */
export function startSharing(): () => void {
  const step = Symbol('step')
  running.add(step)
  return () => {
    running.delete(step)
    if (running.size === 0) forgetAnswers()
  }
}

/** Also ends the steps that still run. */
export function forgetAnswers(): void {
  running.clear()
  for (const forget of forgetters) forget()
}

/**
 * Requests that are sent at once share one question. While a bulk step runs, later requests get the same answer too.
 * `isKept`: false for an answer that later requests of the step must not get.
 */
export function shareAnswer<Asked, Answer>(
  ask: Ask<Asked, Answer>,
  isKept: (answer: Answer | null) => boolean = () => true,
): Ask<Asked, Answer> {
  let shared: Promise<Answer | null> | undefined
  forgetters.add(() => {
    shared = undefined
  })
  return async (asked) => {
    if (shared) return shared
    const own = ask(asked)
    shared = own
    const answer = await own
    if (shared === own && (running.size === 0 || !isKept(answer))) shared = undefined
    return answer
  }
}

/** A question that requests wait for. Several are asked one after the other. */
function createQuestion<Asked, Answer>() {
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
