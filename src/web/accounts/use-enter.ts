import { useState } from 'react'
import type { User } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { setUser } from '#web/api/session.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type Entering = {
  path: '/api/login' | '/api/signup'
  success: string
  failure: string
  /** Where the server gives no message of its own. */
  fallback: string
  onRefused: (fields: Record<string, string[]>) => void
}

/** Logs in or signs up, and goes to the dashboard (SPEC A2, A8). */
export function useEnter({ path, success, failure, fallback, onRefused }: Entering) {
  const [entering, setEntering] = useState(false)

  async function enter(body: object) {
    if (entering) return
    setEntering(true)
    try {
      const user = await request<User>('POST', path, { body })
      toast(success)
      window.history.replaceState(null, '', '/')
      setUser(user)
    } catch (error) {
      toastFailure(failure, wordsFor(error, fallback))
      if (error instanceof ApiError && error.status !== 0) onRefused(error.fields ?? {})
    } finally {
      setEntering(false)
    }
  }

  return { entering, enter }
}

/** In place of the message of a call that failed by itself: the server's own words (SPEC A8). */
function wordsFor(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return accountMessages.tryAgain
  const { message } = (error.body ?? {}) as { message?: string }
  return message ?? fallback
}
