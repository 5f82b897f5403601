import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { roleLabel } from '#core/team/describe-role.ts'
import { useMayOpen } from '#web/api/may.tsx'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { dismissChange, usePermissions, useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { NoAccessPage } from './no-access-page.tsx'

/** The screen, or a message to a user whose role may not open it (SPEC C82). */
export function AccessGate({ children }: { children: ReactNode }) {
  const mayOpen = useMayOpen()
  const { pathname } = useLocation()
  useRefetchOnChange()
  return (
    <>
      <ChangeNotice />
      {mayOpen(pathname) ? children : <NoAccessPage />}
    </>
  )
}

/** An Admin changed the user's role or the settings of roles while the page was open. */
function ChangeNotice() {
  const session = useSession()
  if (session.state !== 'open' || !session.changed) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-waiting bg-waiting-soft px-4 py-2 text-sm text-waiting"
    >
      <p>
        <strong>Your access was changed.</strong> Your role is now {roleLabel(session.user.role)}.
        What you typed is still here.
      </p>
      <Button variant="ghost" size="sm" className="text-waiting" onClick={dismissChange}>
        Dismiss
      </Button>
    </div>
  )
}

/** Earlier responses may have what the new permissions hide, or lack what they show. */
function useRefetchOnChange(): void {
  const permissions = usePermissions()
  const used = useRef(permissions)
  useEffect(() => {
    if (used.current === permissions) return
    used.current = permissions
    queryClient.removeQueries({ type: 'inactive' })
    void refetchLists()
  }, [permissions])
}
