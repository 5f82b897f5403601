/** Who is signed in. Apart from the other reads, so that the login loads nothing of theirs. */
import { useSyncExternalStore } from 'react'
import type { User } from '#core/accounts/accounts.ts'
import { unsavedWork } from '#web/ui/overlays/unsaved.ts'
import { ApiError, request, whenSessionEnds } from './client.ts'

export type Session =
  | { state: 'unknown' }
  | { state: 'failed'; error: Error }
  | { state: 'nobody' }
  | { state: 'open'; user: User }
  /** It ended while there is something to lose: the same person may sign in again in place. */
  | { state: 'ended'; user: User; answer: (signedIn: boolean) => void }

let session: Session = { state: 'unknown' }
let answered: Promise<boolean> = Promise.resolve(false)
const listeners = new Set<() => void>()

whenSessionEnds(askAgain)

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** On the screens of those who are signed in; null where nobody is. */
export function useUser(): User | null {
  const current = useSession()
  return 'user' in current ? current.user : null
}

export function setUser(user: User): void {
  become({ state: 'open', user })
}

/** Asks the server, once (SPEC A7). */
export async function readSession(): Promise<void> {
  become({ state: 'unknown' })
  try {
    setUser(await request<User>('GET', '/api/auth/user'))
  } catch (error) {
    const nobody = error instanceof ApiError && error.status === 401
    become(nobody ? { state: 'nobody' } : { state: 'failed', error: error as Error })
  }
}

/**
 * True: the same person has signed in again, and the call that was refused may be repeated. With
 * nothing to lose the page starts anew at the login, and keeps nothing of the account in memory.
 */
function askAgain(changing: boolean): Promise<boolean> {
  if (session.state === 'ended') return answered
  if (session.state !== 'open') return Promise.resolve(false)
  if (!changing && !unsavedWork().length) {
    window.location.reload()
    return new Promise(() => undefined)
  }
  const { user } = session
  answered = new Promise((resolve) => {
    become({ state: 'ended', user, answer: resolve })
  })
  return answered.finally(() => become({ state: 'open', user }))
}

function become(next: Session): void {
  session = next
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
