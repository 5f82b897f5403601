import type { Role } from '#core/team/roles.ts'
import { request } from './client.ts'
import { leaveFor } from './leave.ts'
import { useAction } from './use-action.ts'

const PATH = '/api/team/view-as'

/** Shows the account as a role or a member sees it, read-only, until it is stopped (SPEC C83). */
export function useStartViewAs() {
  const { run } = useAction({
    send: (body: { role: Role } | { memberId: number }) => request('POST', PATH, { body }),
    failed: "Couldn't view as another role",
    onDone: leaveFor('/'),
    refetch: 'nothing',
  })
  return run
}

/** `onError`: shows the error in the language of the screen, which can be the portal. */
export function useStopViewAs(onError: (error: Error) => void) {
  const { run } = useAction({
    send: () => request('DELETE', PATH),
    onDone: leaveFor('/settings/team'),
    onFailure: onError,
    refetch: 'nothing',
  })
  return () => run()
}
