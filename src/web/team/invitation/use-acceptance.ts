import { useState } from 'react'
import type { Language } from '#core/languages.ts'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { ApiError } from '#web/api/client.ts'
import { useLanguage } from '#web/api/language.ts'
import { leaveFor } from '#web/api/leave.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { acceptInvitation, type Acceptance } from './queries.ts'

type AcceptanceOptions = {
  token: string
  /** The invitation's language. If the person chose another language on this screen, that one is sent. */
  language?: Language | null
  /** Gets the server's messages by field. */
  onError?: (fields: Record<string, string[]>) => void
  /** Called if the login needs a code. */
  onSecondStep?: () => void
}

/** Accepts the invitation, then loads the app with the new membership. */
export function useAcceptance({ token, language, onError, onSecondStep }: AcceptanceOptions) {
  const texts = useAccountTexts()
  const shown = useLanguage()
  const [submitting, setSubmitting] = useState(false)

  async function accept(acceptance?: Acceptance) {
    if (submitting) return
    setSubmitting(true)
    try {
      const response = await acceptInvitation(token, {
        ...acceptance,
        ...(language && shown !== language && { language: shown }),
      })
      if ('secondStep' in response) onSecondStep?.()
      else leaveFor('/')()
    } catch (error) {
      setSubmitting(false)
      toastFailure(texts.invitation.failed, messageOf(error, texts))
      if (error instanceof ApiError && error.status !== 0) onError?.(error.fields ?? {})
    }
  }

  return { submitting, accept }
}
