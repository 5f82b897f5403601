import { PORTAL_ROLES } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { Suspense, type ReactNode } from 'react'
import { readSession, useSession } from '#web/api/session.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { normalizePath } from './paths.ts'

/** Each is loaded when it is first shown, so that the login does not wait for the screens. */
type GateProps = {
  signup: ReactNode
  login: ReactNode
  invitation: ReactNode
  upload: ReactNode
  portal: ReactNode
  signedIn: ReactNode
}

/**
 * The portal for a truck owner or a driver, the office's screens for another signed-in user; else the sign-up at /signup and
 * the login at any other path (SPEC A2). An invitation and an upload link are for both (SPEC V6).
 */
export function Gate(screens: GateProps) {
  return (
    <Suspense fallback={<FullScreen>Loading...</FullScreen>}>
      <CurrentScreen {...screens} />
    </Suspense>
  )
}

function CurrentScreen({ signup, login, invitation, upload, portal, signedIn }: GateProps) {
  const session = useSession()
  if (session.state === 'unknown') return <FullScreen>Loading...</FullScreen>
  if (session.state === 'failed') {
    return (
      <FullScreen>
        <LoadError error={session.error} onRetry={() => void readSession()} />
      </FullScreen>
    )
  }
  const path = normalizePath(window.location.pathname)
  if (path === '/invitation') return invitation
  if (path === '/upload') return upload
  if (session.state !== 'signed-out') return isOutside(session.user) ? portal : signedIn
  return path === '/signup' ? signup : login
}

/** Two-step login is set up in the office's part, in every role. */
function isOutside({ role, lacksTwoStep }: SignedInUser): boolean {
  return PORTAL_ROLES.includes(role) && !lacksTwoStep
}

function FullScreen({ children }: { children: ReactNode }) {
  return <div className="grid min-h-dvh place-items-center p-4 text-muted">{children}</div>
}
