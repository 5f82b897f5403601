/** One request of a screen: sent once, reported in a toast, with the server's questions and field errors. */
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { ApiError, readQuestion } from './client.ts'
import { conflictFrom } from './conflict.ts'
import { refetchLists } from './queries.ts'
import { isFinal, messageFor, newKey } from './request-key.ts'

/**
 * `key`: the Idempotency-Key (SPEC B23). If the response is lost, the next attempt has the same key, even with another
 * input: the record may already exist. `confirmed`: the fields that the user has confirmed (SPEC C11).
 */
type Attempt = { key: string; confirmed: string[] }

/** A function shows the result itself, or returns the text for the toast. */
type Report<Subject, Input> = string | ((subject: Subject, input: Input) => string | void)

type Action<Result, Input, Stored> = {
  send: (input: Input, attempt: Attempt) => Promise<Result>
  /** The toast after a success: "Payment voided". Without it there is none. */
  done?: Report<Result, Input>
  /** The title of the toast after a failure. Without it the screen shows `failure`. */
  failed?: Report<Error, Input>
  /** Which questions of the server the screen asks. It shows a `QuestionDialog`. Any other question is a failure. */
  asks?: 'everything' | readonly string[]
  /** Someone else saved first (SPEC B22). Returns the reason for the toast; without one there is no toast. */
  onConflict?: (
    current: Stored,
    input: Input,
    failure: Error,
  ) => string | void | Promise<string | void>
  /** Reads what a 409 names (SPEC B27). */
  readConflict?: (id: number | undefined) => Promise<Stored | null>
  /** Shows the server's messages at their fields. */
  onFields?: (messages: Record<string, string[]>, input: Input) => void
  /** The action is busy until it ends. */
  onDone?: (result: Result, input: Input) => unknown
  /** Runs after the toast, but not after a question or a conflict. */
  onFailure?: (error: Error, input: Input) => unknown
  /** What a success makes outdated. The action is busy until it is read. By default all lists, without waiting. */
  refetch?: 'nothing' | (() => Promise<unknown>)
}

type Sent<Input> = { input: Input; confirmed: string[] }
type Asked<Input> = Sent<Input> & { message: string; field: string }

/**
 * The button calls `run`, which does nothing while the action is busy:
 *
 *     const voiding = useAction({
 *       send: (reason: string, { confirmed }) => request('POST', path, { body: { reason, confirmed } }),
 *       done: 'Invoice voided',
 *       failed: 'Failed to void invoice',
 *       asks: 'everything',
 *     })
 *     <Button disabled={voiding.busy} onClick={() => voiding.run('Wrong broker')}>Void</Button>
 *     <QuestionDialog request={voiding} />
 */
export function useAction<Result, Input = void, Stored = never>(
  action: Action<Result, Input, Stored>,
) {
  const [asked, setAsked] = useState<Asked<Input>>()
  const key = useRef<string>(undefined)
  /** Two clicks can come before the screen is drawn again. */
  const isRunning = useRef(false)

  const { mutate, reset, isPending, isSuccess, data, error, variables } = useMutation({
    mutationFn: ({ input, confirmed }: Sent<Input>) => {
      key.current ??= newKey()
      return action.send(input, { key: key.current, confirmed })
    },
    onSuccess: async (result, { input }) => {
      key.current = undefined
      const text = report(action.done, result, input)
      if (text) toast(text)
      await action.onDone?.(result, input)
      if (action.refetch === undefined) void refetchLists()
      else if (action.refetch !== 'nothing') await action.refetch()
    },
    onError: async (failure, sent) => {
      if (isFinal(failure)) key.current = undefined
      const field = readQuestion(failure)
      if (isAsked(action.asks, field)) setAsked({ ...sent, field, message: failure.message })
      else await fail(failure, sent.input)
    },
    onSettled: () => {
      isRunning.current = false
    },
  })

  async function fail(failure: Error, input: Input): Promise<void> {
    const current = action.onConflict && (await conflictFrom(failure, action.readConflict))
    const reason = current
      ? await action.onConflict?.(current, input, failure)
      : messageFor(failure)
    if (reason) {
      const title = report(action.failed, failure, input)
      if (title) toastFailure(title, reason)
    }
    if (current) return
    if (failure instanceof ApiError && failure.fields) action.onFields?.(failure.fields, input)
    await action.onFailure?.(failure, input)
  }

  const start = useCallback(
    (sent: Sent<Input>) => {
      if (isRunning.current) return
      isRunning.current = true
      setAsked(undefined)
      mutate(sent)
    },
    [mutate],
  )
  const run = useCallback((input: Input) => start({ input, confirmed: [] }), [start])

  return {
    run,
    busy: isPending,
    isDone: isSuccess,
    /** What was sent last. */
    input: variables?.input,
    result: data,
    /** Why the last attempt failed; undefined after a question or if the user canceled one. */
    failure: describe(error, action.asks),
    /** The messages of the last attempt at their fields. */
    fields: (error instanceof ApiError && error.fields) || NO_FIELDS,
    error,
    /** Forgets the last attempt. */
    reset,
    /** What the server asks, for a `QuestionDialog`. `field`: what it is about. */
    question: asked && { message: asked.message, field: asked.field },
    closeQuestion: () => setAsked(undefined),
    /** Sends the same input again, and answers the question with yes. */
    confirm() {
      if (asked) start({ input: asked.input, confirmed: [...asked.confirmed, asked.field] })
    },
    /** Sends the input again without what the question is about. */
    avoid(change: (input: Input) => Input) {
      if (asked) start({ input: change(asked.input), confirmed: asked.confirmed })
    },
  }
}

const NO_FIELDS: Record<string, string[]> = {}

function report<Subject, Input>(
  text: Report<Subject, Input> | undefined,
  subject: Subject,
  input: Input,
): string | void {
  return typeof text === 'function' ? text(subject, input) : text
}

function isAsked(
  asks: 'everything' | readonly string[] | undefined,
  field: string | null,
): field is string {
  if (field === null || asks === undefined) return false
  return asks === 'everything' || asks.includes(field)
}

function describe(
  error: Error | null,
  asks: 'everything' | readonly string[] | undefined,
): string | undefined {
  if (!error || error.message === CANCELED_MESSAGE) return undefined
  return isAsked(asks, readQuestion(error)) ? undefined : messageFor(error)
}
