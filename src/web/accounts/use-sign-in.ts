import { useState } from 'react'
import type { SecondStepPending } from '#core/accounts/two-step.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { accountMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { setUser } from '#web/api/session.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type SignInOptions = {
  path: '/api/login' | '/api/login/second-step' | '/api/signup'
  success: string
  failure: string
  /** Shown when the server sends no message. */
  fallback: string
  /** Gets the server's messages by field. */
  onError: (fields: Record<string, string[]>, status: number) => void
  /** The password was right, and a code is needed (SPEC V7). */
  onSecondStep?: () => void
}

/** Logs in or signs up, then shows the dashboard (SPEC A2, A8). */
export function useSignIn({ onSecondStep, ...options }: SignInOptions) {
  const { path, success, failure, fallback, onError } = options
  const [submitting, setSubmitting] = useState(false)

  async function submit(body: object) {
    if (submitting) return
    setSubmitting(true)
    try {
      const response = await request<SignedInUser | SecondStepPending>('POST', path, { body })
      if ('secondStep' in response) return onSecondStep?.()
      toast(success)
      window.history.replaceState(null, '', '/')
      setUser(response)
    } catch (error) {
      toastFailure(failure, describeError(error, fallback))
      if (error instanceof ApiError && error.status !== 0) onError(error.fields ?? {}, error.status)
    } finally {
      setSubmitting(false)
    }
  }

  return { submitting, submit }
}

/** The server's message; `error.message` would add the status code (SPEC A8). */
function describeError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return accountMessages.tryAgain
  const { message } = (error.body ?? {}) as { message?: string }
  return message ?? fallback
}
