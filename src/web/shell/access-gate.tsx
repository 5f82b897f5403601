import { useEffect, useRef, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { Permission } from '#core/team/roles.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { usePermissions, useSession } from '#web/api/session.ts'
import type { ChangeNoticeProps } from './change-notice.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const NoAccessPage = onDemand(
  async () => (await import('./no-access-page.tsx')).NoAccessPage,
  () => null,
)
const ChangeNotice = onDemand<ChangeNoticeProps>(
  async () => (await import('./change-notice.tsx')).ChangeNotice,
  () => null,
)

/** The screen, or a message to a user whose role can't open it (SPEC C82). */
export function AccessGate({ children }: { children: ReactNode }) {
  const permissions = usePermissions()
  // An unknown address has no screen, so it needs nothing.
  const screen = useMatches().at(-1)?.handle as { access: Permission } | undefined
  const mayOpen = !screen || permissions.has(screen.access)
  const session = useSession()
  useRefetchOnChange()
  return (
    <>
      {session.state === 'open' && session.changed && <ChangeNotice role={session.user.role} />}
      {mayOpen ? children : <NoAccessPage />}
    </>
  )
}

/** Earlier responses may contain what the new permissions hide, or lack what they show. */
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
