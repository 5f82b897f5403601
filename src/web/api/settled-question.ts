/** The server's question before loads of locked statements change (SPEC C360). Every request that asks waits for the answer. */
import type {
  SettledAnswer,
  SettledQuestion,
} from '#core/settlements/adjustments/settled-change.ts'
import { OPERATION_HEADER } from '#core/undo/operations.ts'
import { setSettledHandler } from './client.ts'
import { createQuestion } from './create-question.ts'

export const settledQuestion = createQuestion<SettledQuestion, SettledAnswer>()

export const useSettledQuestion = settledQuestion.useOpen

/** A change that is sent in several requests is asked once. `change`: its operation or its path. */
let answered: { change: string; answer: SettledAnswer } | undefined
const sentInParts = new Set<string>()

setSettledHandler(async (question, path, headers) => {
  const change = headers[OPERATION_HEADER] ?? path
  if (answered?.change === change) return answered.answer
  const answer = await settledQuestion.ask(question)
  const hasParts = headers[OPERATION_HEADER] !== undefined || sentInParts.has(path)
  if (hasParts && answer) answered = { change, answer }
  return answer
})

/** The requests to this path are parts of one change until the returned function is called. */
export function sendInParts(path: string): () => void {
  sentInParts.add(path)
  return () => {
    sentInParts.delete(path)
    if (answered?.change === path) answered = undefined
  }
}
