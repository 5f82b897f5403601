/** The signed-in user. Separate from queries.ts, so that the login does not load the query library. */
import { useSyncExternalStore } from 'react'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Permission } from '#core/team/roles.ts'
import { unsavedWork } from '#web/ui/overlays/unsaved.ts'
import { setStorageOwner } from './own-storage.ts'
import { browserZone, setTimeZone } from './today.ts'
import { askForCompany } from './server-questions.ts'
import {
  ApiError,
  request,
  setAccount,
  setCompanyHandler,
  setForbiddenHandler,
  setSessionEndHandler,
} from './client.ts'

export type Session =
  | { state: 'unknown' }
  | { state: 'failed'; error: Error }
  | { state: 'signed-out' }
  /** `changed`: an Admin changed what the user may do while the page was open. */
  | { state: 'open'; user: SignedInUser; changed?: true }
  /** The session expired while there are unsaved changes: the same user can sign in again in place. */
  | { state: 'ended'; user: SignedInUser; answer: (signedIn: boolean) => void }
  /** The browser's session is now for another account or person: another tab switched. */
  | { state: 'switched'; user: SignedInUser; to: SignedInUser }

let session: Session = { state: 'unknown' }
let permissions: ReadonlySet<Permission> = new Set()
let pendingSignIn: Promise<boolean> = Promise.resolve(false)
const listeners = new Set<() => void>()

setSessionEndHandler(signInAgain)
setForbiddenHandler(readAgain)
// Only an Admin can enter the company's details.
setCompanyHandler(async () => (permissions.has('admin') ? askForCompany(undefined) : 'not-admin'))

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** The signed-in user, or null. */
export function useUser(): SignedInUser | null {
  const current = useSession()
  return 'user' in current ? current.user : null
}

/** Returns the same set until the permissions change. Empty without a user. */
export function usePermissions(): ReadonlySet<Permission> {
  return useSyncExternalStore(subscribe, () => permissions)
}

export function setUser(user: SignedInUser): void {
  setSession({ state: 'open', user })
}

/** The user has read that the role was changed. */
export function dismissChange(): void {
  if (session.state === 'open') setUser(session.user)
}

/** Asks the server once who is signed in (SPEC A7). */
export async function readSession(): Promise<void> {
  setSession({ state: 'unknown' })
  try {
    setUser(await readUser())
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    setSession(isSignedOut ? { state: 'signed-out' } : { state: 'failed', error: error as Error })
  }
}

/**
 * Stores the account's time zone. `proposed`: the account has none yet, and an Admin's browser names its own, once (SPEC C460).
 * Throws ApiError.
 */
export async function saveTimeZone(zone: string, proposed = false): Promise<void> {
  const body = { timeZone: zone, ...(proposed ? { proposed } : {}) }
  const saved = await request<{ timeZone: string }>('PUT', '/api/team/time-zone', { body })
  if (session.state === 'open') setUser({ ...session.user, ...saved })
}

/** Without a time zone, the account's day is UTC's until the next Admin signs in, so a failure is not shown. */
export function proposeTimeZone({ timeZone, viewAs }: SignedInUser): void {
  if (timeZone !== null || viewAs || !permissions.has('admin')) return
  saveTimeZone(browserZone(), true).catch(() => undefined)
}

/** Reads the session again after a 403: the role may have been changed, or another tab may have switched the account. */
async function readAgain(): Promise<void> {
  if (session.state !== 'open') return
  const { user: before } = session
  const user = await readUser().catch(() => null)
  // If the session has ended meanwhile, the next request reports it.
  if (!user || session.state !== 'open') return
  if (user.id !== before.id || user.account.id !== before.account.id)
    return setSession({ state: 'switched', user: before, to: user })
  if (describeAccess(user) !== describeAccess(before))
    setSession({ state: 'open', user, changed: true })
}

function readUser(): Promise<SignedInUser> {
  return request<SignedInUser>('GET', '/api/auth/user')
}

function describeAccess({ role, permissions }: SignedInUser): string {
  return [role, ...permissions].join(' ')
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
  const user = 'user' in next ? next.user : null
  setAccount(user?.account.id)
  setStorageOwner(user)
  setTimeZone(user?.timeZone ?? null)
  const granted = user?.permissions ?? []
  if (
    granted.length !== permissions.size ||
    granted.some((permission) => !permissions.has(permission))
  )
    permissions = new Set(granted)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
