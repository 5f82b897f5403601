import { useEffect, useState } from 'react'
import type { OpenLink } from '#core/documents/upload-links.ts'
import { ApiError } from '#web/api/client.ts'
import { readLink, readUploadToken } from './requests.ts'

type State =
  | { state: 'loading' }
  | { state: 'open'; token: string; link: OpenLink }
  | { state: 'invalid' }
  | { state: 'failed'; error: Error }

/** Reads the link of the address, once (SPEC V8). */
export function useOpenLink(): State & { retry: () => void } {
  const [state, setState] = useState<State>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isShown = true
    const token = readUploadToken()
    readLink(token).then(
      (link) => isShown && setState({ state: 'open', token, link }),
      (error: Error) => isShown && setState(describe(error)),
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
function describe(error: Error): State {
  const isRefused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return isRefused ? { state: 'invalid' } : { state: 'failed', error }
}
