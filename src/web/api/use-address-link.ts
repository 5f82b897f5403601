import { useEffect, useState } from 'react'
import { ApiError } from './client.ts'

export type AddressLink<Value> =
  | { state: 'loading' }
  | { state: 'open'; token: string; value: Value }
  | { state: 'invalid' }
  | { state: 'failed'; error: Error }

/**
 * Reads what the link in the address opens, such as an invitation, once (SPEC C69, C136). `readToken` reads the part after "#".
 * Pass functions that are declared outside the component.
 */
export function useAddressLink<Value>(
  readToken: () => string,
  read: (token: string) => Promise<Value>,
): AddressLink<Value> & { retry: () => void } {
  const [state, setState] = useState<AddressLink<Value>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isShown = true
    const token = readToken()
    read(token).then(
      (value) => isShown && setState({ state: 'open', token, value }),
      (error: Error) => isShown && setState(describeFailure(error)),
    )
    return () => {
      isShown = false
    }
  }, [attempt, readToken, read])

  useEffect(() => {
    // Another link in the same tab changes only the part after "#", so the browser does not reload the page.
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

/** The link may still be valid if there was no response or the server is busy. */
function describeFailure(error: Error): { state: 'invalid' } | { state: 'failed'; error: Error } {
  const isInvalid =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return isInvalid ? { state: 'invalid' } : { state: 'failed', error }
}
