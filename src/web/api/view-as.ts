import { useMutation } from '@tanstack/react-query'
import type { Role } from '#core/team/roles.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { request } from './client.ts'
import { leaveFor } from './leave.ts'

const PATH = '/api/team/view-as'

/** Shows the account as a role or a member sees it, read-only, until it is stopped (SPEC C83). */
export function useViewAs() {
  const { mutate: start } = useMutation({
    mutationFn: (body: { role: Role } | { memberId: number }) => request('POST', PATH, { body }),
    onSuccess: leaveFor('/'),
    onError: ({ message }) => toastFailure("Couldn't view as another role", message),
  })
  const { mutate: stop } = useMutation({
    mutationFn: () => request('DELETE', PATH),
    onSuccess: leaveFor('/settings/team'),
    onError: ({ message }) => toastFailure("Couldn't return to your own view", message),
  })
  return { start, stop }
}
