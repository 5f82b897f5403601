import { useMutation } from '@tanstack/react-query'
import type { Role } from '#core/team/roles.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { request } from './client.ts'
import { leaveFor } from './leave.ts'

const PATH = '/api/team/view-as'

/** Shows the account as a role or a member sees it, read-only, until it is stopped (SPEC C83). */
export function useStartViewAs() {
  const { mutate } = useMutation({
    mutationFn: (body: { role: Role } | { memberId: number }) => request('POST', PATH, { body }),
    onSuccess: leaveFor('/'),
    onError: ({ message }) => toastFailure("Couldn't view as another role", message),
  })
  return mutate
}

/** `onError`: shows the error in the language of the screen, which can be the portal. */
export function useStopViewAs(onError: (error: Error) => void) {
  const { mutate } = useMutation({
    mutationFn: () => request('DELETE', PATH),
    onSuccess: leaveFor('/settings/team'),
    onError,
  })
  return () => mutate()
}
