import { useState } from 'react'
import type { SecondStepPending } from '#core/accounts/two-step.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { ApiError, request } from '#web/api/client.ts'
import { setUser } from '#web/api/session.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { AccountTexts } from './messages/english.ts'
import { describeLoginFailure, useAccountTexts } from './messages/use-texts.ts'

type SignInOptions = {
  path: '/api/login' | '/api/login/second-step' | '/api/signup' | '/api/signup/account'
  success: string
  failure: string
  /** Shown when the server sends no message. */
  fallback: string
  /** The texts of the error messages; by default in the person's language. */
  texts?: AccountTexts
  /** Gets the server's messages by field. */
  onError: (fields: Record<string, string[]>, status: number) => void
  /** Called if the password was correct and a code is needed (SPEC C76). */
  onSecondStep?: () => void
  /** Called if the login succeeded but the person belongs to no account (SPEC C92). */
  onNoAccount?: () => void
}

/** Logs in or signs up, then shows the dashboard (SPEC A2, A8). */
export function useSignIn({ onSecondStep, onNoAccount, ...options }: SignInOptions) {
  const defaultTexts = useAccountTexts()
  const { path, success, failure, fallback, onError, texts = defaultTexts } = options
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
      if (onNoAccount && hasNoAccount(error)) return onNoAccount()
      toastFailure(failure, describeLoginFailure(error, texts, fallback))
      if (error instanceof ApiError && error.status !== 0) onError(error.fields ?? {}, error.status)
    } finally {
      setSubmitting(false)
    }
  }

  return { submitting, submit }
}

function hasNoAccount(error: unknown): boolean {
  return error instanceof ApiError && Boolean((error.body as { noAccount?: true })?.noAccount)
}
