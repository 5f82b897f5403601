import { Suspense, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useUser } from '#web/api/queries.ts'
import { FailedRead } from '#web/ui/failed.tsx'
import { pathOf } from './paths.ts'

/** Each is loaded when it is first shown: the login does not wait for the program behind it. */
type GateProps = { signup: ReactNode; login: ReactNode; shell: ReactNode }

/** Signed in: the shell. Else /signup shows the sign-up and any other path the login (SPEC A2). */
export function Gate(screens: GateProps) {
  return (
    <Suspense fallback={<FullScreen>Loading...</FullScreen>}>
      <Open {...screens} />
    </Suspense>
  )
}

function Open({ signup, login, shell }: GateProps) {
  const user = useUser()
  const path = pathOf(useLocation().pathname)
  if (user.isPending) return <FullScreen>Loading...</FullScreen>
  if (user.isError) {
    return (
      <FullScreen>
        <FailedRead error={user.error} onRetry={() => void user.refetch()} />
      </FullScreen>
    )
  }
  if (!user.data) return path === '/signup' ? signup : login
  if (path === '/login' || path === '/signup') return <Navigate to="/" replace />
  return shell
}

function FullScreen({ children }: { children: ReactNode }) {
  return <div className="grid min-h-dvh place-items-center p-4 text-muted">{children}</div>
}
