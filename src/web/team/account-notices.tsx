import { lazy, Suspense } from 'react'
import { useSession } from '#web/api/session.ts'

/** Both are rare, so most pages never load them. */
const ViewAsFrame = lazy(async () => ({
  default: (await import('./view-as-frame.tsx')).ViewAsFrame,
}))
const SwitchedNotice = lazy(async () => ({
  default: (await import('./switched-notice.tsx')).SwitchedNotice,
}))

/** Above every screen: an Admin views as another role, or another tab switched the account (SPEC C83). */
export function AccountNotices() {
  const session = useSession()
  if (session.state === 'switched')
    return (
      <Suspense>
        <SwitchedNotice session={session} />
      </Suspense>
    )
  const viewed = 'user' in session && session.user.viewAs
  if (!viewed) return null
  return (
    <Suspense>
      <ViewAsFrame viewed={viewed} />
    </Suspense>
  )
}
