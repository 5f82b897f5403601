import { RESET_PATH } from '#core/accounts/reset-link.ts'
import { PORTAL_ROLES } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { Suspense, type ReactNode } from 'react'
import { readSession, useSession } from '#web/api/session.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { normalizePath } from './paths.ts'

/** Each screen is loaded when it is first shown, so that the login does not wait for the others. */
type GateProps = {
  signup: ReactNode
  login: ReactNode
  forgot: ReactNode
  reset: ReactNode
  invitation: ReactNode
  upload: ReactNode
  portal: ReactNode
  signedIn: ReactNode
}

/**
 * Signed in, a truck owner or driver sees the portal, and any other user the office's screens. Signed out, /signup shows the
 * sign-up, /forgot-password the way back in (SPEC C494) and any other path the login (SPEC A2). Invitations, upload links and links
 * for a new password open in either case (SPEC C69, C136, C493).
 */
export function Gate(screens: GateProps) {
  return (
    <Suspense fallback={<FullScreen>Loading...</FullScreen>}>
      <CurrentScreen {...screens} />
    </Suspense>
  )
}

function CurrentScreen(screens: GateProps) {
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
  if (path === '/invitation') return screens.invitation
  if (path === '/upload') return screens.upload
  if (path === RESET_PATH) return screens.reset
  if (session.state !== 'signed-out')
    return usesPortal(session.user) ? screens.portal : screens.signedIn
  if (path === '/forgot-password') return screens.forgot
  return path === '/signup' ? screens.signup : screens.login
}

/** Users in every role set up a required two-step login on the office's screens. */
function usesPortal({ role, lacksTwoStep }: SignedInUser): boolean {
  return PORTAL_ROLES.includes(role) && !lacksTwoStep
}

function FullScreen({ children }: { children: ReactNode }) {
  return <div className="grid min-h-dvh place-items-center p-4 text-muted">{children}</div>
}
