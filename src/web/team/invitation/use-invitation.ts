import { useEffect, useState } from 'react'
import type { OpenInvitation } from '#core/team/invitations.ts'
import { ApiError } from '#web/api/client.ts'
import { rememberLanguage } from '#web/api/language.ts'
import { readInvitation, readToken } from './queries.ts'

type State =
  | { state: 'loading' }
  | { state: 'open'; token: string; invitation: OpenInvitation }
  | { state: 'invalid' }
  | { state: 'failed'; error: Error }

/** Reads the invitation of the address, once (SPEC A7). */
export function useInvitation(): State & { retry: () => void } {
  const [state, setState] = useState<State>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isShown = true
    const token = readToken()
    readInvitation(token).then(
      (invitation) => {
        if (!isShown) return
        if (invitation.language) rememberLanguage(invitation.language)
        setState({ state: 'open', token, invitation })
      },
      (error: Error) => isShown && setState(describeFailure(error)),
    )
    return () => {
      isShown = false
    }
  }, [attempt])

  useEffect(() => {
    // Another link in the same tab changes nothing but the part behind "#".
    const reload = () => window.location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])

  return {
    ...state,
    retry() {
      setState({ state: 'loading' })
      setAttempt(attempt + 1)
    },
  }
}

/** Without a response, or while the server is busy, the link may be valid. */
function describeFailure(error: Error): State {
  const isRefused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return isRefused ? { state: 'invalid' } : { state: 'failed', error }
}
