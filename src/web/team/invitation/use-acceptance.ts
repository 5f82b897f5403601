import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'
import { leaveFor } from '#web/api/leave.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { acceptInvitation, type Acceptance } from './queries.ts'

type AcceptanceOptions = {
  token: string
  /** Gets the server's messages by field. */
  onError?: (fields: Record<string, string[]>) => void
  /** A code completes it. */
  onSecondStep?: () => void
}

/** Accepts, then loads the app with the new membership. */
export function useAcceptance({ token, onError, onSecondStep }: AcceptanceOptions) {
  const [submitting, setSubmitting] = useState(false)

  async function accept(own?: Acceptance) {
    if (submitting) return
    setSubmitting(true)
    try {
      const response = await acceptInvitation(token, own)
      if ('secondStep' in response) onSecondStep?.()
      else leaveFor('/')()
    } catch (error) {
      setSubmitting(false)
      toastFailure("Couldn't join", (error as Error).message)
      if (error instanceof ApiError && error.status !== 0) onError?.(error.fields ?? {})
    }
  }

  return { submitting, accept }
}
