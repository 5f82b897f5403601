/** The signed-in user. Separate from queries.ts, so that the login does not load the query library. */
import { useSyncExternalStore } from 'react'
import type { User } from '#core/accounts/accounts.ts'
import { unsavedWork } from '#web/ui/overlays/unsaved.ts'
import { ApiError, request, setSessionEndHandler } from './client.ts'

export type Session =
  | { state: 'unknown' }
  | { state: 'failed'; error: Error }
  | { state: 'signed-out' }
  | { state: 'open'; user: User }
  /** The session expired while there are unsaved changes: the same user can sign in again in place. */
  | { state: 'ended'; user: User; answer: (signedIn: boolean) => void }

let session: Session = { state: 'unknown' }
let pendingSignIn: Promise<boolean> = Promise.resolve(false)
const listeners = new Set<() => void>()

setSessionEndHandler(signInAgain)

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** The signed-in user, or null. */
export function useUser(): User | null {
  const current = useSession()
  return 'user' in current ? current.user : null
}

export function setUser(user: User): void {
  setSession({ state: 'open', user })
}

/** Asks the server, once (SPEC A7). */
export async function readSession(): Promise<void> {
  setSession({ state: 'unknown' })
  try {
    setUser(await request<User>('GET', '/api/auth/user'))
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    setSession(isSignedOut ? { state: 'signed-out' } : { state: 'failed', error: error as Error })
  }
}

/**
 * Resolves to true once the same user has signed in again, so that the call can be repeated. Without unsaved
 * changes it reloads the page instead, which shows the login and keeps no data of the account in memory.
 */
function signInAgain(isChange: boolean): Promise<boolean> {
  if (session.state === 'ended') return pendingSignIn
  if (session.state !== 'open') return Promise.resolve(false)
  if (!isChange && !unsavedWork().length) {
    window.location.reload()
    return new Promise(() => undefined)
  }
  const { user } = session
  pendingSignIn = new Promise((resolve) => {
    setSession({ state: 'ended', user, answer: resolve })
  })
  return pendingSignIn.finally(() => setSession({ state: 'open', user }))
}

function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
