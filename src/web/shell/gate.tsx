import { Suspense, type ReactNode } from 'react'
import { readSession, useSession } from '#web/api/session.ts'
import { LoadError } from '#web/ui/failed.tsx'
import { normalizePath } from './paths.ts'

/** Each is loaded when it is first shown: the login does not wait for the program behind it. */
type GateProps = { signup: ReactNode; login: ReactNode; signedIn: ReactNode }

/** Signed in: the screens. Else /signup shows the sign-up and any other path the login (SPEC A2). */
export function Gate(screens: GateProps) {
  return (
    <Suspense fallback={<FullScreen>Loading...</FullScreen>}>
      <Open {...screens} />
    </Suspense>
  )
}

function Open({ signup, login, signedIn }: GateProps) {
  const session = useSession()
  if (session.state === 'unknown') return <FullScreen>Loading...</FullScreen>
  if (session.state === 'failed') {
    return (
      <FullScreen>
        <LoadError error={session.error} onRetry={() => void readSession()} />
      </FullScreen>
    )
  }
  if (session.state !== 'nobody') return signedIn
  return normalizePath(window.location.pathname) === '/signup' ? signup : login
}

function FullScreen({ children }: { children: ReactNode }) {
  return <div className="grid min-h-dvh place-items-center p-4 text-muted">{children}</div>
}
