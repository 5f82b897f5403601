import { useState } from 'react'
import { ApiError, readQuestion } from './client.ts'

/**
 * The record that someone else saved first; null for any other error. A 412 contains the record (SPEC B22).
 * A 409 contains at most its id, so `read` fetches it (SPEC B27, B36).
 */
export async function conflictFrom<Stored>(
  error: Error,
  read: (id: number | undefined) => Promise<Stored | null> = () => Promise.resolve(null),
): Promise<Stored | null> {
  if (!(error instanceof ApiError)) return null
  const body = error.body as { current?: Stored; id?: number } | undefined
  if (error.status === 412) return body?.current ?? null
  if (error.status !== 409) return null
  return read(body?.id).catch(() => null)
}

/** Keeps a question of the server before it does what was sent (SPEC C11). Show it in a `QuestionDialog`. */
export function useAskedRequest<Sent extends { confirmed?: string[] | undefined }>() {
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
