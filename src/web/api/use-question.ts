import { useState } from 'react'
import { readQuestion } from './conflict.ts'

/** A question of the server before it does what was sent (SPEC C11). Show it in a `QuestionDialog`. */
export function useQuestion<Sent extends { confirmed?: string[] | undefined }>() {
  const [open, setOpen] = useState<{ message: string; sent: Sent; field: string }>()
  const closeQuestion = () => setOpen(undefined)
  return {
    /** True if the error is a question about what was sent. */
    ask(error: Error, sent: Sent): boolean {
      const field = readQuestion(error)
      if (field !== null) setOpen({ message: error.message, sent, field })
      return field !== null
    },
    /** `send`: sends it again, with the field that the user confirms. */
    answerBy: (send: (sent: Sent) => void) => ({
      question: open?.message,
      closeQuestion,
      confirm() {
        closeQuestion()
        if (open) send({ ...open.sent, confirmed: [...(open.sent.confirmed ?? []), open.field] })
      },
    }),
  }
}
